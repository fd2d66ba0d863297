package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jnvm.TransformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Class files as other compilers, or newer versions of javac, make them. */
class CraftedClassTest {
    @TempDir
    Path folder;

    private static void edit(Sandbox sandbox, String method, Consumer<MethodNode> change) throws IOException {
        Path file = sandbox.classFile("app.Order");
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(node, ClassReader.EXPAND_FRAMES);
        node.methods.stream().filter(m -> m.name.equals(method)).forEach(change);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        Files.write(file, writer.toByteArray());
    }

    /** Moves {@code super()} behind the body, as javac 22 and later do for assignments written before it. */
    private static void callSuperLast(MethodNode constructor) {
        InsnList code = constructor.instructions;
        List<AbstractInsnNode> call = new ArrayList<>();
        for (AbstractInsnNode insn : code) {
            if (insn.getOpcode() >= 0 && call.size() < 2) {
                call.add(insn);
            }
        }
        AbstractInsnNode end = code.getLast();
        while (end.getOpcode() != Opcodes.RETURN) {
            end = end.getPrevious();
        }
        for (AbstractInsnNode insn : call) {
            code.remove(insn);
            code.insertBefore(end, insn);
        }
        for (AbstractInsnNode insn = code.getFirst(); insn != end; insn = insn.getNext()) {
            if (insn instanceof FrameNode frame) {
                frame.local = new ArrayList<>(frame.local);
                frame.local.set(0, Opcodes.UNINITIALIZED_THIS);
            }
        }
    }

    @Test
    void allowsOtherCodeBeforeSuper() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", """
                        @Persistent(fa = "non-private") class Order {
                            static int made; int x;
                            Order(int n) { super(); if (n > 2) { made += n; } }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { return new Order(5).x + " " + Order.made; }
                        }
                        """)
                .compile("-source", "8", "-target", "8", "-nowarn");
        edit(sandbox, "<init>", CraftedClassTest::callSuperLast);
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo("0 5");
    }

    @Test
    void keepsThisWhenItsVariableIsOverwritten() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", """
                        @Persistent(fa = "non-private") class Order {
                            int x;
                            int add(int n) { x += n; if (n > 5) { throw new RuntimeException(); } return n; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order o = new Order();
                                heap.root().put("o", o);
                                o.add(2);
                                try { o.add(9); return "returned"; } catch (RuntimeException e) { return o.x; }
                            }
                        }
                        """)
                .compile("-g:none");
        edit(sandbox, "add", method -> {
            AbstractInsnNode insn = method.instructions.getFirst();
            while (insn.getOpcode() != Opcodes.PUTFIELD) {
                insn = insn.getNext();
            }
            // a jump target follows whose frame names the variable; an object of the same class satisfies it
            InsnList overwrite = new InsnList();
            overwrite.add(new InsnNode(Opcodes.ACONST_NULL));
            overwrite.add(new VarInsnNode(Opcodes.ASTORE, 0));
            method.instructions.insert(insn, overwrite);
        });
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo(2);
    }

    @Test
    void refusesMethodHandlesOfPersistentFields() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", "@Persistent class Order {\n int x;\n void m() {\n x = 1; } }")
                .compile();
        edit(sandbox, "m", method -> {
            Handle handle = new Handle(Opcodes.H_GETFIELD, "app/Order", "x", "I", false);
            AbstractInsnNode end = method.instructions.getLast();
            while (end.getOpcode() != Opcodes.RETURN) {
                end = end.getPrevious();
            }
            method.instructions.insertBefore(end, new LdcInsnNode(handle));
            method.instructions.insertBefore(end, new InsnNode(Opcodes.POP));
        });
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage(
                        "app.Order.m() (Order.java:6): a method handle names the persistent field app.Order.x; use a"
                                + " lambda that reads or writes it");
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_7})
    void transformsClassFilesFromJava5On(int version) throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Base.java", "@Persistent abstract class Base { Kind kind = Kind.SECOND; abstract int n(); }")
                .source("Kind.java", "public enum Kind { FIRST, SECOND }")
                .source("Order.java", """
                        @Persistent(fa = "non-private") public class Order extends Base {
                            private int n; String name; Order next; Integer box = 5;
                            Order(int n, String name) { this.n = n; this.name = name; }
                            int n() { try { return n > 5 ? n : -n; } finally { n++; } }
                            synchronized boolean same(Object o) { return o == next; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order o = new Order(7, "seven");
                                o.next = o;
                                heap.root().put("o", o);
                                return o.n() + o.name + o.same(o) + o.kind + o.box;
                            }
                            public static Object again(Heap heap) {
                                Order o = (Order) heap.root().get("o");
                                return o.next.n() + o.name + o.same(o) + o.kind + o.box;
                            }
                        }
                        """)
                .compile("-source", "8", "-target", "8", "-nowarn");
        for (String name : List.of("Base", "Kind", "Order", "Scenario")) {
            setVersion(sandbox, "app." + name, version);
        }
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo("7seventrueSECOND5");
        assertThat(sandbox.call("again")).isEqualTo("8seventrueSECOND5");
        assertThat(Files.readAllBytes(sandbox.classFile("app.Order"))[7]).isEqualTo((byte) version);
    }

    private static void setVersion(Sandbox sandbox, String name, int version) throws IOException {
        byte[] classFile = Files.readAllBytes(sandbox.classFile(name));
        classFile[7] = (byte) version;
        Files.write(sandbox.classFile(name), classFile);
    }

    @Test
    void refusesOlderClassFiles() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", "@Persistent class Order { }")
                .compile();
        setVersion(sandbox, "app.Order", 48);
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage("app.Order (Order.java): class file version 48 is older than Java 5 and cannot be that of a"
                        + " persistent class; compile it with a newer --release");
    }
}
