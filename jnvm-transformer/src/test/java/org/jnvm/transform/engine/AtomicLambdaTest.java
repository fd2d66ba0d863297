package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What javac makes of calls of {@code Heap.atomically}: which lambdas need no cast, and what their callers must catch. */
class AtomicLambdaTest {
    private static final String CLASS = """
            import java.io.*;
            import java.util.*;
            import java.util.concurrent.Callable;
            import org.jnvm.*;
            class Snippet {
                Heap heap;
                Map<String, String> map;
                List<String> list;
                int x;
                Runnable runnable;
                Callable<Integer> callable;
                FailureAtomicAction<IOException> action;
                FailureAtomicFunction<Integer, IOException> function;
                void change() {}
                int size() { return 0; }
                void write() throws IOException {}
                int read() throws IOException { return 0; }
                void writeInTurn() throws IOException, InterruptedException {}
                <T extends Exception> void any(Class<T> type) throws T {}
                void test() %s {
                    %s
                }
            }
            """;

    @TempDir
    Path folder;

    /** Returns what javac finds wrong with statements in a method that says it throws something. */
    private List<String> errors(String thrown, String statements) {
        String text = String.format(Locale.ROOT, CLASS, thrown.isEmpty() ? "" : "throws " + thrown, statements);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        List<String> options = List.of(
                "--release",
                "17",
                "-Xlint:all,-options",
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"));
        compiler.getTask(null, null, found, options, null, List.of(source)).call();
        List<String> messages = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            if (each.getSource() != null) { // what it says about jars on the class path is not about this
                messages.add(each.getMessage(null).lines().findFirst().orElseThrow());
            }
        }
        return messages;
    }

    private static String unreported(String exception) {
        return "unreported exception " + exception + "; must be caught or declared to be thrown";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heap.atomically(() -> map.put(\"k\", \"v\"));",
                "heap.atomically(() -> x++);",
                "heap.atomically(() -> x = 3);",
                "heap.atomically(() -> new ArrayList<>());",
                "heap.atomically(() -> map.clear());",
                "heap.atomically(() -> change());",
                "heap.atomically(() -> {});",
                "heap.atomically(() -> { map.put(\"k\", \"v\"); x++; });",
                "heap.atomically(() -> { if (x > 3) return; x++; });",
                "heap.atomically(() -> { throw new IllegalStateException(); });",
                "heap.atomically(() -> { while (true) x++; });",
                "heap.atomically(this::change);",
                "heap.atomically(map::clear);",
                "heap.atomically(this::size);",
                "heap.atomically(x > 3 ? () -> change() : this::change);",
                "String old = heap.atomically(() -> map.put(\"k\", \"v\"));",
                "int before = heap.atomically(() -> x++);",
                "int size = heap.atomically(this::size);",
                "int size = heap.atomically(() -> { x++; return size(); });",
                "List<String> made = heap.atomically(() -> new ArrayList<>());",
                "String none = heap.atomically(() -> null);",
                "long wide = heap.atomically(() -> { if (x > 3) throw new IllegalStateException(); return x; });",
                "heap.atomically(() -> heap.atomically(() -> x++));",
                "int before = heap.atomically(() -> heap.atomically(() -> x++));",
                "heap.atomically(() -> heap.atomically(this::change));",
                "heap.atomically(() -> { heap.atomically(() -> map.put(\"k\", \"v\")); });",
                "Runnable later = () -> heap.atomically(() -> x++);",
                "Thread thread = new Thread(() -> heap.atomically(() -> map.put(\"k\", \"v\")));",
                "list.forEach(each -> heap.atomically(() -> map.put(each, each)));",
                "heap.atomically(runnable);",
                "heap.atomically(runnable, runnable);",
                "heap.atomically((Runnable) () -> map.put(\"k\", \"v\"));",
                "heap.atomically((Runnable) map::clear);",
                "heap.atomically((Runnable) null);",
                "heap.atomically((FailureAtomicAction<RuntimeException>) null);"
            })
    void needsNeitherCastNorHandler(String statement) {
        assertThat(errors("", statement)).isEmpty();
        assertThat(errors("", "try { " + statement + " } catch (IOException e) { x = 1; }"))
                .containsExactly(
                        "exception java.io.IOException is never thrown in body of corresponding try statement");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heap.atomically(() -> write());",
                "heap.atomically(() -> { write(); });",
                "heap.atomically(this::write);",
                "heap.atomically(() -> read());",
                "heap.atomically(this::read);",
                "heap.atomically(() -> any(IOException.class));",
                "int read = heap.atomically(() -> read());",
                "int read = heap.atomically(this::read);",
                "int read = heap.atomically(() -> { write(); return 1; });",
                "heap.atomically(() -> heap.atomically(() -> read()));",
                "heap.atomically(() -> { heap.atomically(() -> write()); });",
                "heap.atomically(() -> heap.atomically(this::write));",
                "heap.atomically(() -> { throw new IOException(); });",
                "heap.atomically(action);",
                "heap.atomically(function);",
                "int read = heap.atomically(function);"
            })
    void throwsWhatTheLambdaThrowsAndNothingElse(String statement) {
        assertThat(errors("IOException", statement)).isEmpty();
        assertThat(errors("", statement))
                .isNotEmpty()
                .allSatisfy(error -> assertThat(error).isEqualTo(unreported("java.io.IOException")));
        assertThat(errors("", "try { " + statement + " } catch (IOException e) { x = 1; }"))
                .isEmpty();
    }

    @Test
    void theirCommonSuperclassIfThereAreSeveral() {
        assertThat(errors("Exception", "heap.atomically(() -> writeInTurn());")).isEmpty();
        assertThat(errors("IOException, InterruptedException", "heap.atomically(() -> writeInTurn());"))
                .containsExactly(unreported("java.lang.Exception"));
        assertThat(errors("FileNotFoundException", "heap.atomically(() -> { throw new FileNotFoundException(); });"))
                .isEmpty();
    }

    @Test
    void aCallableThrowsWhatCallSays() {
        assertThat(errors("Exception", "int size = heap.atomically(callable);")).isEmpty();
        assertThat(errors("Exception", "heap.atomically((Callable<Integer>) () -> 1);"))
                .isEmpty();
        assertThat(errors("", "heap.atomically(callable);")).containsExactly(unreported("java.lang.Exception"));
    }
}
