package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** What a debugger and a stack trace show of transformed methods is what the source says. */
class DebuggingTest {
    private static final String SOURCE = """
            @Persistent(fa = "non-private") class Failing { // line 3
                int n; Failing other; String text;
                Failing(int n) {
                    this.n = n;
                    text = "t" + n / n;
                }
                synchronized int divide(int by) {
                    int before = n;
                    n++;
                    int result = other == this ? 0
                        : before / by;
                    return result;
                }
                int locked(Failing lock, long by) {
                    synchronized (lock) {
                        String note = "n" + lock.n;
                        if (lock == this) { note = null; }
                        return note.length();
                    }
                }
                int late(java.util.function.IntSupplier s) {
                    try { return s.getAsInt(); }
                    finally { n = other.n; }
                }
            }
            """;

    @TempDir
    Path folder;

    private Sandbox sandbox;
    private ClassNode before;
    private ClassNode after;

    @BeforeEach
    void transform() throws Exception {
        sandbox = new Sandbox(folder)
                .source("Failing.java", SOURCE)
                .source("Scenario.java", """
                        public class Scenario {
                            static String lines(java.util.function.Supplier<Object> work) {
                                try { return "none " + work.get(); }
                                catch (RuntimeException e) {
                                    StringBuilder s = new StringBuilder(e.getClass().getSimpleName());
                                    for (StackTraceElement t : e.getStackTrace()) {
                                        if (t.getClassName().endsWith("Failing")) s.append(' ').append(t.getMethodName()).append(':').append(t.getLineNumber());
                                    }
                                    return s + "\\n";
                                }
                            }
                            public static Object run(Heap heap) {
                                Failing f = new Failing(1);
                                return lines(() -> new Failing(0)) + lines(() -> f.divide(0)) + lines(() -> f.locked(f, 1))
                                    + lines(() -> f.late(() -> f.divide(0))) + lines(() -> f.late(() -> 1));
                            }
                        }
                        """)
                .compile();
        before = read();
        sandbox.transform();
        after = read();
    }

    private ClassNode read() throws Exception {
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(sandbox.classFile("app.Failing"))).accept(node, 0);
        return node;
    }

    @Test
    void stackTracesShowTheLinesOfTheSource() throws Exception {
        assertThat(sandbox.call("run")).isEqualTo("""
                ArithmeticException <init>:7
                ArithmeticException divide:13
                NullPointerException locked:20
                NullPointerException late:25
                NullPointerException late:25
                """);
    }

    @Test
    void methodsKeepTheirLinesAndVariables() {
        assertThat(after.sourceFile).isEqualTo("Failing.java");
        for (MethodNode method : before.methods) {
            MethodNode transformed = after.methods.stream()
                    .filter(m -> m.name.equals(method.name) && m.desc.equals(method.desc))
                    .findAny()
                    .orElseThrow();
            assertThat(lines(method)).isNotEmpty();
            assertThat(lines(transformed)).as(method.name).isEqualTo(lines(method));
            assertThat(variables(transformed)).as(method.name).isEqualTo(variables(method));
        }
    }

    private static Set<Integer> lines(MethodNode method) {
        Set<Integer> lines = new TreeSet<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode line) {
                lines.add(line.line);
            }
        }
        return lines;
    }

    private static Set<String> variables(MethodNode method) {
        Set<String> variables = new TreeSet<>();
        for (LocalVariableNode variable : method.localVariables) {
            variables.add(variable.name + " " + variable.desc + " " + variable.index);
        }
        return variables;
    }
}
