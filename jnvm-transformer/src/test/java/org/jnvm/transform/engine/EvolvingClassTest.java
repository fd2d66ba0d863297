package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two releases of a program, compiled and transformed from source, and the heap that the first one left to the second.
 * Each runs in a JVM of its own.
 */
class EvolvingClassTest {
    private static final int ITEMS = 20_000;

    @TempDir
    Path folder;

    private Sandbox first;
    private Sandbox second;
    private Sandbox broken;

    @BeforeEach
    void build() throws IOException {
        first = release("first", "int size; String name() { return \"base\"; }", "long id; Item next; byte tag;");
        second = release(
                "second",
                "int size; double weight; Item peer; long[] scratch() { return null; }",
                "byte tag; long id; Item next; int visits; " + many("long extra", 40));
        broken = release("broken", "float size;", "long id; Item next; byte tag;");
    }

    private static String many(String field, int count) {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < count; i++) {
            fields.append(field).append(i).append("; ");
        }
        return fields.toString();
    }

    private Sandbox release(String name, String base, String item) throws IOException {
        Sandbox sandbox = new Sandbox(folder.resolve(name))
                .source("Base.java", "@Persistent abstract class Base { " + base + " }")
                .source("Item.java", "@Persistent class Item extends Base { " + item + " }")
                .source("Main.java", """
                        public class Main {
                            public static void main(String[] args) {
                                int items = Integer.parseInt(args[2]);
                                try (Heap heap = Heap.openOrCreate(java.nio.file.Path.of(args[1]), 64 << 20);
                                        Heap.Scope scope = heap.enter()) {
                                    switch (args[0]) {
                                        case "fill" -> fill(heap, items);
                                        case "read" -> read(heap, items);
                                        default -> throw new IllegalArgumentException(args[0]);
                                    }
                                    System.out.println("converted " + heap.stats().convertedObjects());
                                } catch (JnvmException e) {
                                    System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
                                }
                            }
                            static void fill(Heap heap, int items) {
                                for (int i = 0; i < items; i++) {
                                    Item item = new Item();
                                    item.id = i; item.size = -i; item.tag = (byte) (i % 100);
                                    item.next = (Item) heap.root().get("head");
                                    heap.root().put("head", item);
                                }
                            }
                            static void read(Heap heap, int items) {
                                int i = items;
                                for (Item item = (Item) heap.root().get("head"); item != null; item = item.next) {
                                    i--;
                                    if (item.id != i || item.size != -i || item.tag != (byte) (i % 100)) {
                                        throw new IllegalStateException("content lost: " + item + ", expected " + i);
                                    }
                                    check(item);
                                    System.out.println(i);
                                }
                                if (i != 0) { throw new IllegalStateException("items lost: " + i); }
                            }
                            static void check(Item item) {
                        """ + (name.equals("second") ? """
                                    if (item.weight != 0 || item.visits > 1 || item.extra39 != 0 || item.peer != null) {
                                        throw new IllegalStateException("not zero: " + item);
                                    }
                                    item.visits = 1;
                        """ : "") + "} }");
        sandbox.compile();
        sandbox.transform();
        return sandbox;
    }

    private Process start(Sandbox release, String what) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", release.classes() + File.pathSeparator + System.getProperty("java.class.path")));
        command.addAll(List.of("app.Main", what, folder.resolve("test.heap").toString(), String.valueOf(ITEMS)));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("errors.txt").toFile())
                .start();
    }

    /** Runs a release to its end; returns its last line. */
    private String run(Sandbox release, String what) throws Exception {
        Process process = start(release, what);
        String last = null;
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line;
            }
            assertThat(process.waitFor())
                    .as(Files.readString(folder.resolve("errors.txt")))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }
        return last;
    }

    /** Runs a release, and kills it with SIGKILL once it has read some objects. */
    private void killAfter(Sandbox release, int objects) throws Exception {
        Process process = start(release, "read");
        try (BufferedReader lines = process.inputReader()) {
            for (int i = 0; i < objects; i++) {
                assertThat(lines.readLine())
                        .as(Files.readString(folder.resolve("errors.txt")))
                        .isNotNull();
            }
            process.toHandle().destroyForcibly();
            while (lines.readLine() != null) {
                // what was in the pipe
            }
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Invariants checked: killed while it converts, the next run converts the rest; no object is lost or torn. */
    @Test
    void objectsAreConvertedAcrossKills() throws Exception {
        assertThat(run(first, "fill")).isEqualTo("converted 0");
        assertThat(run(first, "read")).isEqualTo("converted 0");
        assertThat(run(broken, "read"))
                .startsWith("ClassMismatchException: class is laid out otherwise in the heap")
                .contains("first difference=[field changed its type: size of app.Base, from I to F]")
                .contains("class=app.Item");
        for (int objects : new int[] {1, 700, 4000}) {
            killAfter(second, objects);
        }
        String last = run(second, "read");
        assertThat(Long.parseLong(last.substring("converted ".length()))).isBetween(1L, ITEMS - 4000L);
        assertThat(run(second, "read")).isEqualTo("converted 0");
        assertThat(run(first, "read")).contains("first difference=[field removed: ");
    }
}
