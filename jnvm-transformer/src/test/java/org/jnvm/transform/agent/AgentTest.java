package org.jnvm.transform.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.jnvm.transform.engine.Sandbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent in JVMs of their own, on classes as the compiler made them. */
class AgentTest {
    private static final String SEPARATOR = System.getProperty("path.separator");

    @TempDir
    Path folder;

    /** What a child JVM printed. */
    private record Run(int exit, String out, String err) {}

    /** A jar like the one that the build makes, but with this JVM's class path for what that jar contains. */
    private Path agent() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", Agent.class.getName());
        attributes.put(
                Attributes.Name.CLASS_PATH,
                Arrays.stream(System.getProperty("java.class.path").split(SEPARATOR))
                        .map(entry -> Path.of(entry).toUri())
                        .map(URI::toString)
                        .collect(Collectors.joining(" ")));
        Path jar = folder.resolve("agent.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.flush();
        }
        return jar;
    }

    private Run run(Sandbox sandbox, String patterns, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-javaagent:" + agent() + (patterns.isEmpty() ? "" : "=" + patterns),
                "-cp",
                sandbox.classes() + SEPARATOR + System.getProperty("java.class.path"),
                "app.Main",
                folder.resolve("a.heap").toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Sandbox program() throws IOException {
        return new Sandbox(folder)
                .source("Base.java", "@Persistent abstract class Base { int x = 1; abstract int twice(); }")
                .source("Item.java", """
                        @Persistent(fa = "non-private") class Item extends Base {
                            String name = "item"; Item next;
                            int twice() { return 2 * x; }
                        }
                        """)
                .source("Main.java", """
                        public class Main {
                            public static void main(String[] args) {
                                JNVM.init(args[0], 1 << 20);
                                if (!JNVM.root.exists("i")) {
                                    Item item = new Item();
                                    item.next = new Item();
                                    item.next.x = 20;
                                    JNVM.root.put("i", item);
                                    System.out.println("made");
                                } else {
                                    Object found = JNVM.root.get("i");
                                    Item item = (Item) found;
                                    item.x++;
                                    System.out.println(item.name + item.next.twice() + item.x);
                                }
                                JNVM.close();
                            }
                        }
                        """)
                .compile();
    }

    @Test
    void transformsWhatIsLoadedAndFindsItWhenTheHeapIsOpenedAgain() throws Exception {
        Sandbox sandbox = program();
        byte[] before = Files.readAllBytes(sandbox.classFile("app.Item"));
        assertThat(run(sandbox, "")).isEqualTo(new Run(0, "made\n", ""));
        assertThat(run(sandbox, "")).isEqualTo(new Run(0, "item402\n", ""));
        assertThat(sandbox.classFile("app.Item")).hasBinaryContent(before);
        assertThat(run(sandbox, "app.*")).isEqualTo(new Run(0, "item403\n", ""));
    }

    @Test
    void leavesWhatTheBuildTransformed() throws Exception {
        Sandbox sandbox = program();
        assertThat(run(sandbox, "")).isEqualTo(new Run(0, "made\n", ""));
        sandbox.transform();
        assertThat(run(sandbox, "")).isEqualTo(new Run(0, "item402\n", ""));
    }

    @Test
    void leavesJnvmItself() throws Exception {
        Sandbox sandbox = program();
        sandbox.source("Main.java", """
                        public class Main {
                            public static void main(String[] args) {
                                Object plain = new Object();
                                System.out.println(System.identityHashCode(plain) == plain.hashCode());
                                JNVM.init(args[0], 1 << 20);
                                Object item = new Item();
                                JNVM.root.put("i", item);
                                System.out.println(System.identityHashCode(item) == System.identityHashCode(JNVM.root.get("i")));
                                JNVM.close();
                            }
                        }
                        """).compile();
        assertThat(run(sandbox, "")).isEqualTo(new Run(0, "true\ntrue\n", ""));
    }

    @Test
    void transformsOnlyWhatItIsToldTo() throws Exception {
        Run run = run(program(), "com.acme.**");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err()).contains("NotTransformedException").contains("app.Item");
    }

    @Test
    void refusesClassesThatCannotBePersistent() throws Exception {
        Sandbox sandbox = program();
        sandbox.source(
                        "Item.java",
                        "@Persistent class Item extends Base { String name; Item next; Thread t; int twice() { return 0; } }")
                .compile();
        Run run = run(sandbox, "");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.err())
                .contains("jnvm agent: class refused")
                .contains("app.Item.t (Item.java): type java.lang.Thread is not persistent; mark the field transient")
                .contains("ClassFormatError");
    }
}
