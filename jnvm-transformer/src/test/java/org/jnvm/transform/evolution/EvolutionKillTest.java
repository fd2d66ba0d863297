package org.jnvm.transform.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A release that is killed with SIGKILL while it converts the objects of the release before, for each kind of change. The
 * next run finds every object in one of the two forms, with its content, and converts the rest. What objects of the one form
 * owned, and those of the other do not, is gone.
 */
@Once
class EvolutionKillTest {
    private static final int ITEMS = 3000;
    private static final int KILLED_AFTER = 700;

    @TempDir
    Path folder;

    /** A change of the class {@code Item}, whose field {@code next} leads to another one. */
    private enum Change {
        ADDED(
                "@Persistent class Item { int n; Item next; }",
                "item.n = i;",
                """
                enum State { NEW, OLD }
                @Persistent class Item { String note = "note"; Long big = 5L; State state = State.OLD; int n; Item next; }
                """,
                "item.n == i && item.note.equals(\"note\") && item.big == 5 && item.state == State.OLD",
                1,
                1),
        REMOVED(
                "@Persistent class Item { int n; String text; Long box; String kept; Item next; }",
                "item.n = i; item.text = \"text\" + i; item.box = (long) i; item.kept = \"kept\" + i;",
                "@Persistent @Removed({\"text\", \"box\"}) class Item { int n; String kept; Item next; }",
                "item.n == i && item.kept.equals(\"kept\" + i)",
                1,
                0),
        RENAMED(
                "@Persistent class Item { int n; String name; Item next; }",
                "item.n = i; item.name = \"name\" + i;",
                """
                @Persistent class Item { int more; @Formerly("n") int number; @Formerly("name") String title; Item next; }
                """,
                "item.number == i && item.title.equals(\"name\" + i)",
                1,
                0),
        MOVED(
                "@Persistent class Base { String a; } @Persistent class Item extends Base { int b; Item next; }",
                "item.a = \"a\" + i; item.b = i;",
                """
                @Persistent class Base { int b; long more; } @Persistent class Item extends Base { String a; Item next; }
                """,
                "item.a.equals(\"a\" + i) && item.b == i",
                1,
                0),
        WIDENED(
                "@Persistent class Item { short s; int n; Long box; float f; Item next; }",
                "item.s = (short) i; item.n = -i; item.box = 3L * i; item.f = i;",
                "@Persistent class Item { int s; Long n; long box; Double f; Item next; }",
                "item.s == i && item.n == -i && item.box == 3L * i && item.f == i",
                0,
                1),
        CONVERTED(
                "@Persistent class Item { int cents; String number; Item next; }",
                "item.cents = i; item.number = \"\" + i;",
                """
                class Show implements FieldConverter<Integer, String> {
                    public String convert(Integer number) { return "c" + number; }
                }
                class Parse implements FieldConverter<String, Integer> {
                    public Integer convert(String text) { return Integer.parseInt(text); }
                }
                @Persistent class Item {
                    @Converted(from = "int", by = Show.class) String cents;
                    @Converted(from = "String", by = Parse.class) int number;
                    Item next;
                }
                """,
                "item.cents.equals(\"c\" + i) && item.number == i",
                1,
                0),
        CLASS(
                "@Persistent class Item { int n; String name; Item next; }",
                "item.n = i; item.name = \"name\" + i;",
                "@Persistent @Formerly(\"app.Item\") class Thing { int n; String name; Thing next; }",
                "item.n == i && item.name.equals(\"name\" + i)",
                1,
                0),
        SUPERCLASS(
                """
                @Persistent class Base { int n; String gone; }
                @Persistent class Item extends Base { String name; Item next; }
                """,
                "item.n = i; item.name = \"name\" + i; item.gone = \"gone\";",
                """
                @Persistent class Other { double d = 2.5; String name; }
                @Persistent @Removed("app.Base.gone") class Item extends Other { int n; Item next; }
                """,
                "item.n == i && item.name.equals(\"name\" + i) && item.d == 2.5",
                1,
                0),
        ENUM(
                "enum State { NEW, PAID, SHIPPED } @Persistent class Item { State state; Item next; }",
                "item.state = State.values()[i % 3];",
                """
                enum State { @Formerly({"PAID", "SHIPPED"}) DONE, NEW }
                @Persistent class Item { int more; State state; Item next; }
                """,
                "item.state == (i % 3 == 0 ? State.NEW : State.DONE)",
                0,
                0);

        private final String before;
        private final String fill;
        private final String after;
        private final String check;
        private final int strings;
        private final int boxes;

        Change(String before, String fill, String after, String check, int strings, int boxes) {
            this.before = before;
            this.fill = fill;
            this.after = after;
            this.check = check;
            this.strings = strings;
            this.boxes = boxes;
        }

        private String item() {
            return this == CLASS ? "Thing" : "Item";
        }
    }

    private static final String FILL = """
            public static Object run(Heap heap) {
                for (int i = 0; i < COUNT; i++) {
                    Item item = new Item();
                    FILL
                    item.next = (Item) heap.root().get("head");
                    heap.root().put("head", item);
                }
                return null;
            }
            """;

    private static final String READ = """
            public static void main(String[] args) {
                try (Heap heap = Heap.open(java.nio.file.Path.of(args[0])); Heap.Scope scope = heap.enter()) {
                    read(heap, true);
                }
            }
            public static Object run(Heap heap) { return read(heap, false); }
            static Object read(Heap heap, boolean print) {
                int i = COUNT;
                for (ITEM item = (ITEM) heap.root().get("head"); item != null; item = item.next) {
                    i--;
                    if (!(CHECK)) { throw new IllegalStateException("content lost: " + i); }
                    if (print) { System.out.println(i); }
                }
                return i + " " + heap.stats().convertedObjects();
            }
            static long count(Heap heap, String name) {
                return heap.histogram().classes().stream().filter(c -> c.className().equals(name))
                        .mapToLong(c -> c.objects()).sum();
            }
            public static Object values(Heap heap) {
                return count(heap, "org.jnvm.pdt.PString") + " " + count(heap, "jnvm.LongBox") + " "
                        + count(heap, "jnvm.DoubleBox");
            }
            """;

    @ParameterizedTest
    @EnumSource(Change.class)
    void objectsAreConvertedAcrossAKill(Change change) throws Exception {
        Path heap = folder.resolve("test.heap");
        String count = String.valueOf(ITEMS);
        new Release(
                        folder.resolve("before"),
                        change.before,
                        FILL.replace("COUNT", count).replace("FILL", change.fill))
                .run(heap, "run");
        Release after = new Release(
                folder.resolve("after"),
                change.after,
                READ.replace("COUNT", count).replace("ITEM", change.item()).replace("CHECK", change.check));
        killWhenItHasRead(after, heap);
        String[] found = after.run(heap, "run").toString().split(" ");
        assertThat(found[0]).as("items lost").isEqualTo("0");
        assertThat(Integer.parseInt(found[1])).as("converted after the kill").isBetween(1, ITEMS - KILLED_AFTER);
        assertThat(after.run(heap, "run")).isEqualTo("0 0");
        // those of the double field in the case of WIDENED, too
        int doubles = change == Change.WIDENED ? ITEMS : 0;
        assertThat(after.run(heap, "values"))
                .isEqualTo(change.strings * ITEMS + " " + change.boxes * ITEMS + " " + doubles);
    }

    private void killWhenItHasRead(Release release, Path heap) throws Exception {
        Path errors = folder.resolve("errors.txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        release.classes() + File.pathSeparator + System.getProperty("java.class.path"),
                        "app.Main",
                        heap.toString()))
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader lines = process.inputReader()) {
            for (int i = 0; i < KILLED_AFTER; i++) {
                assertThat(lines.readLine()).as(Files.readString(errors)).isNotNull();
            }
        } finally {
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
    }
}
