package org.jnvm.transform.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.engine.Sandbox;
import org.jnvm.transform.model.ClassTypes;
import org.jnvm.transform.model.Hierarchy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** The check of frames says of damaged ones what the JVM says of them. */
class FrameCheckTest {
    /** Types to put in place of each one; none of two slots, which would shift the others. */
    private static final List<Object> OTHERS = List.of(
            Opcodes.TOP,
            Opcodes.INTEGER,
            Opcodes.FLOAT,
            Opcodes.NULL,
            "java/lang/Object",
            "java/lang/Integer",
            "java/lang/Number",
            "java/lang/Comparable",
            "java/lang/Cloneable",
            "java/io/Serializable",
            "[Ljava/lang/Integer;",
            "[Ljava/lang/Object;",
            "[I",
            "[[I",
            "[Ljava/io/Serializable;",
            "app/Shapes");

    private static final String SOURCE = """
            class Shapes {
                int x; Number kept;
                Number merged(int n) { Number m = n > 0 ? Integer.valueOf(n) : Double.valueOf(n); return m; }
                static Comparable<?> api(int n) { Comparable<?> c; if (n > 1) c = "a"; else c = 1; return c; }
                int loop(long limit, float f) {
                    double sum = 0; Object last = null;
                    for (int i = 0; i < limit; i++) { if (sum > 5) { last = "x"; continue; } sum += i * f; x++; }
                    return last == null ? (int) sum : last.hashCode();
                }
                Integer[] arrays(int n) {
                    Integer[] a = n > 1 ? new Integer[n] : new Integer[0];
                    for (int i = 0; i < a.length; i++) { a[i] = i > 3 ? i : Integer.valueOf(1); }
                    Object[] same = a;
                    return n > 5 ? (Integer[]) same : a;
                }
                static Object either(int n) {
                    Object joined = (Object) (n > 5 ? new Integer[n] : n > 0 ? new int[n][] : "none");
                    return (Object) (n > 3 ? new int[n] : n == 0 ? joined : new Shapes[1]);
                }
                int caught(String s) {
                    int n = 1;
                    try { n = Integer.parseInt(s); kept = n; return n; }
                    catch (NumberFormatException e) { x = e.hashCode(); return n; }
                    catch (IllegalStateException | ClassCastException e) { throw e; }
                    finally { x++; }
                }
                synchronized int[] chosen(Object o) {
                    synchronized (this) {
                        switch (x) {
                            case 1: return new int[x];
                            case 2: x++;
                            default: return o instanceof int[] a ? a : null;
                        }
                    }
                }
                Shapes self(Shapes other) { while (other != null && other.x < x) { other.x++; other = x > 5 ? this : other; } return other; }
            }
            """;

    private final List<String> disagreements = new ArrayList<>();
    private final Map<Boolean, Integer> verdicts = new HashMap<>();

    @TempDir
    Path folder;

    private static final class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        boolean accepts(byte[] classFile) throws ClassNotFoundException {
            defineClass("app.Shapes", classFile, 0, classFile.length);
            try {
                Class.forName("app.Shapes", true, this);
                return true;
            } catch (VerifyError e) {
                return false;
            }
        }
    }

    private static boolean accepts(byte[] classFile) {
        ClassNode node = ClassNodes.read(new ClassReader(classFile));
        Hierarchy hierarchy = new Hierarchy(name -> name.equals("app/Shapes") ? classFile : null, name -> null);
        for (MethodNode method : node.methods) {
            try {
                new FrameCheck(new ClassTypes(hierarchy, node), node, method).run();
            } catch (AnalyzerException e) {
                return false;
            }
        }
        return true;
    }

    private static byte[] write(ClassNode node) {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    @Test
    void agreesWithTheJvm() throws Exception {
        ClassNode node = ClassNodes.read(new ClassReader(Files.readAllBytes(compiled())));
        assertThat(accepts(write(node))).isTrue();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof FrameNode frame) {
                    tryOthers(node, method, frame, false);
                    tryOthers(node, method, frame, true);
                }
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(verdicts).containsOnlyKeys(true, false);
        System.out.println("FrameCheckTest: damaged frames by what the JVM said=" + verdicts);
    }

    private void tryOthers(ClassNode node, MethodNode method, FrameNode frame, boolean stack) throws Exception {
        List<Object> original = stack ? frame.stack : frame.local;
        for (int i = 0; i < original.size(); i++) {
            Object was = original.get(i);
            if (was.equals(Opcodes.LONG) || was.equals(Opcodes.DOUBLE)) {
                continue;
            }
            for (Object other : OTHERS) {
                List<Object> changed = new ArrayList<>(original);
                changed.set(i, other);
                set(frame, stack, changed);
                byte[] classFile = write(node);
                boolean expected = new Loader().accepts(classFile);
                verdicts.merge(expected, 1, Integer::sum);
                if (accepts(classFile) != expected) {
                    disagreements.add(method.name + " frame " + method.instructions.indexOf(frame)
                            + (stack ? " stack " : " local ") + i + ": " + was + " -> " + other + ", JVM=" + expected);
                }
            }
        }
        set(frame, stack, original);
    }

    private static void set(FrameNode frame, boolean stack, List<Object> types) {
        if (stack) {
            frame.stack = types;
        } else {
            frame.local = types;
        }
    }

    @Test
    void refusesCodeWithoutTheFramesThatItNeeds() throws Exception {
        ClassNode node = ClassNodes.read(new ClassReader(Files.readAllBytes(compiled())));
        int removed = 0;
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof FrameNode) {
                    AbstractInsnNode next = insn.getNext();
                    method.instructions.remove(insn);
                    byte[] classFile = write(node);
                    assertThat(accepts(classFile)).as(method.name).isEqualTo(new Loader().accepts(classFile));
                    method.instructions.insertBefore(next, insn);
                    removed++;
                }
            }
        }
        assertThat(removed).isPositive();
    }

    private Path compiled() throws IOException {
        return new Sandbox(folder).source("Shapes.java", SOURCE).compile().classFile("app.Shapes");
    }
}
