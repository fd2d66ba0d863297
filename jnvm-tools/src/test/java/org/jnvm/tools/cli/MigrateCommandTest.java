package org.jnvm.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.testing.Javac;
import org.jnvm.transform.engine.Transformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code jnvm migrate} between releases of a program that are compiled and transformed here. */
class MigrateCommandTest {
    private static final int OBJECTS = 300;
    private static final String FIRST =
            "@Persistent class Client { int cents; String name; String fax; Integer age;" + " Client next; }";
    private static final String SECOND = """
            class Show implements FieldConverter<Integer, String> {
                public String convert(Integer cents) { return cents + "c"; }
            }
            @Persistent @Formerly("app.Client") @Removed("fax") class Customer {
                @Converted(from = "int", by = Show.class) String cents; @Formerly("name") String title;
                %s long age; String note = "new"; Customer next;
            }
            """;

    @TempDir
    Path folder;

    private Path heap;
    private String out;
    private String err;

    @BeforeEach
    void fill() throws Exception {
        heap = folder.resolve("a.heap");
        Path first = build("first", FIRST, """
                static void run(Heap heap) {
                    for (int i = 0; i < 300; i++) {
                        Client client = new Client();
                        client.cents = i; client.name = "n" + i; client.fax = "f" + i;
                        if (i != 7) { client.age = i; }
                        client.next = (Client) heap.root().get("head");
                        heap.root().put("head", client);
                    }
                }
                """);
        run(first);
    }

    private Path build(String name, String classes, String main) throws Exception {
        Path source = Files.createDirectories(folder.resolve(name)).resolve("Main.java");
        Files.writeString(
                source, "package app; import org.jnvm.*; " + classes + " public class Main { public " + main + " }");
        Path target = folder.resolve(name + "-classes");
        String classPath = System.getProperty("java.class.path");
        Javac.compile(List.of(source), target, classPath, "-g");
        new Transformer(
                        target,
                        Arrays.stream(classPath.split(File.pathSeparator))
                                .map(Path::of)
                                .toList())
                .transform();
        return target;
    }

    private Path second(String annotation) throws Exception {
        return build("second" + annotation.length(), SECOND.replace("%s", annotation), """
                static void half(Heap heap) {
                    Customer c = (Customer) heap.root().get("head");
                    for (int i = 0; i < 150; i++) { c = c.next; }
                }
                public static void check(Heap heap) {
                    int i = 300;
                    for (Customer c = (Customer) heap.root().get("head"); c != null; c = c.next) {
                        i--;
                        if (!c.cents.equals(i + "c") || !c.title.equals("n" + i) || c.age != (i == 7 ? -1 : i)
                                || !c.note.equals("new")) {
                            throw new IllegalStateException("content lost: " + i);
                        }
                    }
                    if (i != 0) { throw new IllegalStateException("left: " + i); }
                }
                public static void run(Heap heap) {
                    check(heap);
                    if (heap.stats().convertedObjects() != 0) { throw new IllegalStateException("not converted"); }
                }
                """);
    }

    private void run(Path classes) throws Exception {
        run(classes, "run");
    }

    /** Runs a release as a program does. */
    private void run(Path classes, String method) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            try (Heap open = Heap.openOrCreate(heap, 8 << 20);
                    Heap.Scope scope = open.enter()) {
                assertThat(scope).isNotNull();
                Class.forName("app.Main", true, loader)
                        .getMethod(method, Heap.class)
                        .invoke(null, open);
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private int migrate(Path classes, String... more) {
        StringWriter outText = new StringWriter();
        StringWriter errText = new StringWriter();
        CommandLine line = Jnvm.commandLine()
                .setOut(new PrintWriter(outText))
                .setErr(new PrintWriter(errText))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        String[] words =
                Arrays.copyOf(new String[] {"migrate", heap.toString(), "-cp", classes.toString()}, 4 + more.length);
        System.arraycopy(more, 0, words, 4, more.length);
        int status = line.execute(words);
        out = outText.toString();
        err = errText.toString();
        return status;
    }

    @Test
    void aDryRunTellsWhatWouldHappenAndChangesNothing() throws Exception {
        byte[] before = Files.readAllBytes(heap);
        assertThat(migrate(second("@Default(\"-1\")"), "--dry-run"))
                .as(out + err)
                .isZero();
        assertThat(out)
                .contains("app.Client version 1, now app.Customer: 300 objects\n")
                .contains("  converted cents of app.Customer, java.lang.String, from int, by app.Show\n")
                .contains("  renamed title of app.Customer, java.lang.String, was name of app.Client\n")
                .contains("  widened age of app.Customer, long, from java.lang.Integer\n")
                .contains("  added note of app.Customer, java.lang.String, value new\n")
                .contains("  removed fax of app.Client, java.lang.String\n")
                .contains("would be converted: 300 objects of 1 older layouts; 0 refused");
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);
    }

    @Test
    void allObjectsAreConverted() throws Exception {
        Path second = second("@Default(\"-1\")");
        assertThat(migrate(second)).as(out + err).isZero();
        assertThat(out).contains("converted: 300 objects of 1 older layouts; 0 refused");
        assertThat(migrate(second)).isZero();
        assertThat(out).contains("converted: 0 objects of 0 older layouts; 0 refused");
        run(second);
        assertThat(Jnvm.commandLine().execute("check", heap.toString())).isZero();
    }

    /** Recovery, which knows no program, and copies keep references declared with the class under its old name. */
    @Test
    void aHeapThatIsConvertedInPartIsRecoveredAndShipped() throws Exception {
        Path second = second("@Default(\"-1\")");
        run(second, "half");
        Path compact = folder.resolve("compact.heap");
        CommandLine line = Jnvm.commandLine();
        assertThat(line.execute("recover", heap.toString())).isZero();
        assertThat(line.execute("check", heap.toString())).isZero();
        assertThat(line.execute("compact", heap.toString(), "-o", compact.toString()))
                .isZero();
        Path other = folder.resolve("other.heap");
        assertThat(line.execute(
                        "export",
                        heap.toString(),
                        "head",
                        "-o",
                        folder.resolve("part").toString()))
                .isZero();
        try (Heap empty = Heap.create(other, 8 << 20)) {
            assertThat(empty.root().names()).isEmpty();
        }
        assertThat(line.execute("import", folder.resolve("part").toString(), other.toString(), "--as", "head"))
                .isZero();
        for (Path each : List.of(heap, compact, other)) {
            heap = each;
            assertThat(line.execute("check", each.toString())).isZero();
            run(second, "check");
            assertThat(migrate(second)).isZero();
            run(second);
        }
    }

    @Test
    void whatIsRefusedIsCountedAndLeft() throws Exception {
        for (String option : new String[] {"--dry-run", "--size=8388608"}) {
            assertThat(migrate(second(""), option)).as(out + err).isEqualTo(1);
            assertThat(out)
                    .contains("app.Client version 1, now app.Customer: " + (OBJECTS - 1) + " objects\n")
                    .contains("  refused 1: value of an older layout is refused: heap=" + heap)
                    .contains("reason=null for a primitive field")
                    .contains("299 objects of 1 older layouts; 1 refused");
        }
        assertThat(migrate(second("@Default(\"-1\")"))).as(out + err).isZero();
        assertThat(out).contains("converted: 1 objects of 1 older layouts; 0 refused");
        run(second("@Default(\"-1\")"));
    }

    @Test
    void aReleaseThatDoesNotFollowIsRefusedAsAWhole() throws Exception {
        Path odd =
                build("odd", "@Persistent class Client { int cents; Client next; }", "static void run(Heap heap) { }");
        byte[] before = Files.readAllBytes(heap);
        assertThat(migrate(odd, "--dry-run")).isEqualTo(1);
        assertThat(out)
                .contains(
                        "  refused 300: class is laid out otherwise in the heap", "field removed: name of app.Client");
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);
        assertThat(migrate(odd)).isEqualTo(1);
        Path none = build("none", "", "static void run(Heap heap) { }");
        assertThat(migrate(none)).isEqualTo(1);
        assertThat(out).contains("  refused 300: class of an object is missing");
        assertThat(migrate(folder.resolve("missing.jar"))).isEqualTo(2);
        assertThat(err).contains("no such file");
    }
}
