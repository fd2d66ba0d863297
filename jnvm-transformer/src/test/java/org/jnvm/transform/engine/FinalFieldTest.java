package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.TransformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** A final persistent field is written by the constructors of its class, and by nothing else. */
class FinalFieldTest {
    @TempDir
    Path folder;

    private static final String ORDER = """
            @Persistent public class Order {
                public final int x; protected final Order next; int y;
                public Order(int x, Order next) { this.x = x; this.next = next; }
                public Order(int x) { this(x, null); }
                void fill() { y = 7; }
            }
            """;

    @Test
    void onlyConstructorsWriteIt() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Order.java", ORDER).source("Scenario.java", """
                        public class Scenario {
                            @Persistent(fa = "non-private") static class Special extends Order {
                                final long z;
                                Special(int x) { super(x, new Order(x + 1)); z = x * 2L; }
                            }
                            public static Object run(Heap heap) {
                                Special s = new Special(3);
                                heap.root().put("s", s);
                                s = (Special) heap.root().get("s");
                                return s.x + " " + s.next.x + " " + s.z + " " + new Order(9).x;
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("3 4 6 9");
        try (URLClassLoader loader = sandbox.loader()) {
            for (String name : List.of("app.Order", "app.Scenario$Special")) {
                Class<?> type = loader.loadClass(name);
                List<Method> writers = Stream.of(type.getDeclaredMethods())
                        .filter(method -> method.getName().matches(".*([sS]et|update|replace).*([xX]|[nN]ext|[zZ])$")
                                && method.getParameterCount() == 1)
                        .toList();
                assertThat(writers).isNotEmpty().allMatch(method -> Modifier.isPrivate(method.getModifiers()));
                // Jackson writes a public field, though it is final; by this method, which nobody else can call
                assertThat(writers)
                        .filteredOn(method -> !method.isSynthetic())
                        .extracting(Method::getName)
                        .isEqualTo(name.equals("app.Order") ? List.of("setX") : List.of());
                assertThat(writers)
                        .filteredOn(Method::isSynthetic)
                        .extracting(Method::getName)
                        .allMatch(method -> method.startsWith("$jnvm$"));
            }
            assertThat(loader.loadClass("app.Order").getDeclaredMethod("setY", int.class))
                    .isNotNull();
        }
    }

    @Test
    void aDeclarationThatWaitsForAWriterIsRefused() throws IOException {
        Sandbox sandbox = new Sandbox(folder).source("Order.java", """
                        @Persistent class Order {
                            final Order next = null;
                            native void updateNext(Order next);
                        }
                        """).compile();
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage("app.Order.updateNext() (Order.java): the field next is final, nothing may write it after"
                        + " the constructor; remove the method, or make the field non-final");
    }

    @Test
    void bytecodeThatWritesItElsewhereIsRefused() throws IOException {
        Sandbox sandbox = new Sandbox(folder).source("Order.java", ORDER).compile();
        Path file = sandbox.classFile("app.Order");
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(node, 0);
        for (MethodNode method : node.methods) {
            if (method.name.equals("fill")) {
                for (AbstractInsnNode insn : method.instructions) {
                    if (insn instanceof FieldInsnNode access) {
                        access.name = "x";
                    }
                }
            }
        }
        write(file, node);
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage("app.Order.fill() (Order.java:7): the final field app.Order.x is written outside the"
                        + " constructors of its class; compile the class again");
    }

    /** Made with a class file in which the field was not final yet: then the JVM refuses, as it does for fields. */
    @Test
    void aClassCompiledBeforeTheFieldBecameFinalIsRefused() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", "@Persistent public class Order { public int x; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order order = new Order();
                                order.x = 5;
                                return order.x;
                            }
                        }
                        """)
                .compile();
        Path file = sandbox.classFile("app.Order");
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(node, 0);
        for (FieldNode field : node.fields) {
            field.access |= Opcodes.ACC_FINAL;
        }
        write(file, node);
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessageContaining("app.Scenario.run()")
                .hasMessageContaining("the final field app.Order.x is written outside the constructors");
    }

    private static void write(Path file, ClassNode node) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        Files.write(file, writer.toByteArray());
    }
}
