package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapHistogram;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** What the tools tell of a heap, and that they leave it as it is. */
class ReadingTest {
    private static final ToolProgress QUIET = ToolProgress.NONE;

    @TempDir
    Path folder;

    private Path file;
    private Path before;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("shop.heap");
        before = folder.resolve("before.heap");
        try (Heap heap = Heap.create(file, 2 << 20);
                Heap.Scope scope = heap.enter()) {
            PHashMap<PString, Object> map = new PHashMap<>();
            heap.root().put("map", map);
            PArrayList<Object> list = new PArrayList<>();
            list.add(new PString("one"));
            list.add(map);
            list.add(new PLongArray(new long[] {1, -2, Long.MAX_VALUE}));
            map.put(new PString("list"), list);
            PHashSet<PString> set = new PHashSet<>();
            set.add(new PString("member <&>\"\n\ud83d"));
            map.put(new PString("set"), set);
            new PString("lost ".repeat(100)); // reachable from nothing
        }
        HeapTools.copy(file, before, QUIET);
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            PHashMap<?, ?> map = (PHashMap<?, ?>) heap.root().get("map");
            ((PLongArray) ((PArrayList<?>) map.get("list")).get(2)).set(1, 5);
            heap.root().put("new", new PString("new"));
        }
    }

    private String tree(String path, int depth) throws Exception {
        StringBuilder out = new StringBuilder();
        HeapTools.tree(file, path, depth, 20, out);
        return out.toString().replaceAll("@0x[0-9a-f]+#[0-9]+", "@");
    }

    @Test
    void treeFollowsPathsAndMarksCycles() throws Exception {
        assertThat(tree("map[\"list\"]", 3)).isEqualTo("""
                        map["list"] = PArrayList@
                        ├─ [0] = "one"
                        ├─ [1] = PHashMap@
                        │  ├─ ["list"] = PArrayList@  (cycle: it contains this)
                        │  └─ ["set"] = PHashSet@
                        │     └─ [0] = "member <&>\\"\\n\\ud83d"
                        └─ [2] = PLongArray@ [3]
                           ├─ [0] = 1
                           ├─ [1] = 5
                           └─ [2] = 9223372036854775807
                        """);
        assertThat(tree("map[list][2][1]", 1)).isEqualTo("map[list][2][1] = 5\n");
        assertThat(tree(null, 0)).isEqualTo("map = PHashMap@\n└─ …\nnew = \"new\"\n");
        assertThatThrownBy(() -> tree("map[list][3]", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wanted=[3]")
                .hasMessageContaining("[[0], [1], [2]]");
        assertThatThrownBy(() -> tree("mop", 1)).hasMessageContaining("roots=[map, new]");
    }

    @Test
    void treeShowsWhatWasCutAtAnotherPlace() throws Exception {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            PArrayList<Object> shared = new PArrayList<>();
            shared.add(new PString("in it"));
            PArrayList<Object> around = new PArrayList<>();
            around.add(shared);
            PArrayList<Object> all = new PArrayList<>();
            all.addAll(List.of(around, shared, shared));
            heap.root().put("twice", all);
        }
        assertThat(tree("twice", 2)).isEqualTo("""
                        twice = PArrayList@
                        ├─ [0] = PArrayList@
                        │  └─ [0] = PArrayList@
                        │     └─ …
                        ├─ [1] = PArrayList@
                        │  └─ [0] = "in it"
                        └─ [2] = PArrayList@  (shown above)
                        """);
    }

    @Test
    void dumpWritesEachObjectOnceAndAnyString() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HeapTools.dump(file, List.of("map"), out, QUIET);
        String json = out.toString(StandardCharsets.UTF_8);
        assertThat(json)
                .contains("\"value\":\"member <&>\\\"\\n\\uD83D\"")
                .contains("\"class\":\"org.jnvm.pdt.PLongArray\"", "\"elements\":[1,5,9223372036854775807]")
                .doesNotContain("lost", "\"new\"");
        List<String> ids = new ArrayList<>();
        json.lines().filter(line -> line.startsWith("{\"id\":")).forEach(line -> ids.add(line.split("\"")[3]));
        assertThat(ids).hasSize(8).doesNotHaveDuplicates(); // map, list, array, set, four strings
        json.lines()
                .flatMap(line -> java.util.regex.Pattern.compile("\"ref\":\"([^\"]+)\"")
                        .matcher(line)
                        .results())
                .forEach(ref -> assertThat(ids).contains(ref.group(1)));
    }

    @Test
    void diffTellsRootsObjectsAndElements() {
        List<String> told = new ArrayList<>();
        long count = HeapTools.diff(
                before,
                file,
                difference -> told.add(difference.toString().replaceAll("@0x[0-9a-f]+#[0-9]+", "@")),
                QUIET);
        assertThat(count).isEqualTo(told.size());
        assertThat(told).contains("+ root new = \"new\"", "~ PLongArray@[1]: -2 -> 5", "+ \"new\"");
        assertThat(told).hasSize(3);
        assertThat(HeapTools.diff(file, before, difference -> {}, QUIET)).isEqualTo(3);
        Path other = folder.resolve("other.heap");
        HeapTools.compact(file, other, false, QUIET);
        assertThatThrownBy(() -> HeapTools.diff(file, other, difference -> {}, QUIET))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("no copies of one heap");
    }

    @Test
    void infoCountsWhatIsLiveAndMapDrawsIt() throws Exception {
        HeapInfo info = HeapTools.info(file, QUIET);
        assertThat(info.state()).isEqualTo(HeapInfo.State.CLEAN);
        assertThat(info.contents().roots()).containsOnlyKeys("map", "new");
        assertThat(info.contents().histogram().classes())
                .anyMatch(usage -> usage.className().equals("org.jnvm.pdt.PLongArray") && usage.objects() == 1);
        assertThat(HeapTools.histogram(file, QUIET).objects())
                .isEqualTo(info.contents().histogram().objects())
                .isEqualTo(HeapTools.check(file, QUIET).objects());
        HeapHistogram histogram = info.contents().histogram();
        assertThat(histogram.classes().stream()
                        .mapToLong(HeapHistogram.ClassUsage::takenBytes)
                        .sum())
                .isEqualTo(histogram.takenBytes())
                .isEqualTo(256 * info.contents().usedBlocks());
        assertThat(histogram.bytes() + histogram.wasteBytes()).isEqualTo(histogram.takenBytes());
        assertThat(histogram.objectsInSlots()).isPositive();
        assertThat(histogram.objects())
                .isEqualTo(histogram.objectsInSlots()
                        + histogram.objectsInOneBlock()
                        + histogram.objectsInSeveralBlocks());
        StringBuilder svg = new StringBuilder();
        HeapTools.map(file, svg, QUIET);
        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg.toString())));
        assertThat(picture.getElementsByTagName("rect").getLength()).isGreaterThan(10);
        assertThat(svg).contains("jnvm.SlotArray", "slabs of small objects", "never used", "reachable from nothing");
        long free = histogram.classes().stream()
                .filter(HeapHistogram.ClassUsage::isSlab)
                .mapToLong(HeapHistogram.ClassUsage::slots)
                .sum();
        long used = histogram.objectsInSlots(); // none has outgrown its slot
        assertThat(svg)
                .contains("slots in use: " + used + " of " + (used + free) + " (")
                .containsPattern(">32 bytes: [0-9]+ of [0-9]+ \\(");
    }

    @Test
    void objectsInSlotsOfPagesInOneBlockAndInSeveralAreToldApart() throws Exception {
        Path other = folder.resolve("other.heap");
        try (Heap heap = Heap.create(other, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            for (int i = 0; i < 10; i++) {
                heap.root().put("page" + i, new PLongArray(15)); // 136 bytes
            }
            heap.root().put("block", new PLongArray(30));
            heap.root().put("blocks", new PLongArray(100));
        }
        HeapInfo info = HeapTools.info(other, QUIET);
        HeapHistogram histogram = info.contents().histogram();
        HeapHistogram.ClassUsage arrays = histogram.classes().stream()
                .filter(usage -> usage.className().equals(PLongArray.class.getName()))
                .findFirst()
                .orElseThrow();
        assertThat(List.of(arrays.objects(), arrays.slots(), arrays.largeObjects(), arrays.blocks()))
                .containsExactly(12L, 10L, 1L, 1 + 4L);
        assertThat(arrays.wasteBytes()).isEqualTo(arrays.takenBytes() - (10 * 136 + 256 + 816));
        assertThat(histogram.takenBytes()).isEqualTo(256 * info.contents().usedBlocks());
        StringBuilder svg = new StringBuilder();
        HeapTools.map(other, svg, QUIET);
        assertThat(svg).contains("slots in use: 10 of 29 (34.5 %)", "136 bytes in pages: 10 of 29 (34.5 %)");
    }

    @Test
    void nothingIsWrittenAndAFileThatMayOnlyBeReadIsEnough() throws Exception {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        byte[] bytes = Files.readAllBytes(file);
        Object modified = Files.getLastModifiedTime(file);
        HeapTools.info(file, QUIET);
        HeapTools.check(file, QUIET);
        HeapTools.histogram(file, QUIET);
        HeapTools.map(file, new StringBuilder(), QUIET);
        HeapTools.dump(file, List.of(), new ByteArrayOutputStream(), QUIET);
        HeapTools.diff(file, before, difference -> {}, QUIET);
        HeapTools.export(file, "new", folder.resolve("part"), QUIET);
        HeapTools.compact(file, folder.resolve("compact"), false, QUIET);
        tree(null, 9);
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(modified);
    }
}
