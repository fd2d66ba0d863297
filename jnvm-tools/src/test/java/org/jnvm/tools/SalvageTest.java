package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;
import org.jnvm.SalvageReport;
import org.jnvm.internal.inspect.HeapImage;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalvageTest {
    private static final int COUNT = 2000;

    @TempDir
    Path folder;

    private Path file;
    private Path out;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        out = folder.resolve("out.heap");
        try (Heap heap = Heap.create(file, 8 << 20);
                Heap.Scope scope = heap.enter()) {
            PTreeMap<PString, PString> tree = new PTreeMap<>();
            PHashMap<PString, PString> map = new PHashMap<>();
            PArrayList<PString> list = new PArrayList<>();
            heap.root().put("tree", tree);
            heap.root().put("map", map);
            heap.root().put("list", list);
            for (int i = 0; i < COUNT; i++) {
                tree.put(key(i), new PString("t" + i));
                map.put(key(i), new PString("m" + i));
                list.add(new PString("l" + i));
            }
        }
    }

    private static PString key(int number) {
        return new PString(String.format(Locale.ROOT, "k%05d", number));
    }

    private void write(long offset, long word) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(offset);
            bytes.writeLong(Long.reverseBytes(word));
        }
    }

    private long read(long offset) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            bytes.seek(offset);
            return Long.reverseBytes(bytes.readLong());
        }
    }

    private void requireAll(Path heapFile) {
        try (Heap heap = Heap.open(heapFile);
                Heap.Scope scope = heap.enter()) {
            PTreeMap<?, ?> tree = (PTreeMap<?, ?>) heap.root().get("tree");
            PHashMap<?, ?> map = (PHashMap<?, ?>) heap.root().get("map");
            PArrayList<?> list = (PArrayList<?>) heap.root().get("list");
            assertThat(tree).hasSize(COUNT);
            assertThat(map).hasSize(COUNT);
            assertThat(list).hasSize(COUNT);
            for (int i = 0; i < COUNT; i += 7) {
                assertThat((Object) tree.get(key(i))).hasToString("t" + i);
                assertThat((Object) map.get(key(i))).hasToString("m" + i);
                assertThat((Object) list.get(i)).hasToString("l" + i);
            }
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    @Test
    void aSoundHeapIsWhole() {
        SalvageReport report = HeapTools.salvage(file, out, ToolProgress.NONE);
        assertThat(report.isWhole()).as(report.toString()).isTrue();
        assertThat(report.roots()).isEqualTo(3);
        assertThat(report.part()).isNull();
        requireAll(out);
        assertThatThrownBy(() -> HeapTools.salvage(file, out, ToolProgress.NONE))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("exists already");
    }

    @Test
    void superblocksTablesAndRootMapAreFoundAnew() throws IOException {
        for (int copy = 0; copy < 2; copy++) {
            write(SuperblockLayout.copyOffset(copy) + SuperblockLayout.FIRST_CHUNK_OFFSET, -1);
        }
        for (int state : new int[] {0, 8, 16}) { // bump, class table, root map
            write(StateLayout.BUMP_OFFSET + state, -1);
        }
        assertThatThrownBy(() -> Heap.open(file)).isInstanceOf(HeapFormatException.class);
        SalvageReport report = HeapTools.salvage(file, out, ToolProgress.NONE);
        assertThat(report.problems())
                .anyMatch(problem -> problem.contains("superblock"))
                .anyMatch(problem -> problem.contains("class table"))
                .anyMatch(problem -> problem.contains("root map"));
        assertThat(report.losses()).isEmpty();
        requireAll(out);
    }

    @Test
    void aFileThatIsCutKeepsWhatItHas() throws IOException {
        long bytes = Files.size(file);
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(bytes / 2 + 100);
        }
        SalvageReport report = HeapTools.salvage(file, out, ToolProgress.NONE);
        assertThat(report.problems()).anyMatch(problem -> problem.contains("truncated"));
        try (Heap heap = Heap.open(out)) {
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    /** The entries of a leaf whose node is lost are in the part file. */
    @Test
    void partsOfIndexesAreNotLost() throws IOException {
        long root = read(treeField());
        long node = root & (1L << 48) - 1;
        write(node, read(node) ^ 1L << 7 | 0xFF); // another generation: nothing leads to the root of the tree now
        SalvageReport report = HeapTools.salvage(file, out, ToolProgress.NONE);
        assertThat(report.losses()).hasSize(1).first().asString().contains("roots=[tree]", "PTreeMap");
        try (Heap heap = Heap.open(out);
                Heap.Scope scope = heap.enter()) {
            assertThat((PTreeMap<?, ?>) heap.root().get("tree")).isEmpty();
            assertThat((PHashMap<?, ?>) heap.root().get("map")).hasSize(COUNT);
        }
        assertThat(report.part()).isNotNull();
        try (Heap heap = Heap.open(report.part());
                Heap.Scope scope = heap.enter()) {
            List<String> found = new ArrayList<>();
            for (String name : heap.root().names()) {
                if (heap.root().get(name) instanceof PTreeMap<?, ?> part) {
                    part.forEach((key, value) -> found.add(key + "=" + value));
                }
            }
            assertThat(found).hasSize(COUNT).contains("k00000=t0", "k01999=t1999");
        }
    }

    /** Returns the offset of the field that leads to the index of the tree. */
    private long treeField() {
        try (HeapImage image = HeapImage.open(file)) {
            StoredHeap heap = image.contents();
            StoredObject tree = heap.object(heap.root("tree"));
            return tree.block(0) + tree.layout().treeOffset();
        }
    }

    @Test
    void aProgramThatMustStartStarts() throws IOException {
        for (int copy = 0; copy < 2; copy++) {
            write(SuperblockLayout.copyOffset(copy), 0);
        }
        byte[] damaged = Files.readAllBytes(file);
        List<SalvageReport> reports = new ArrayList<>();
        HeapOptions options = HeapOptions.defaults().salvage(reports::add);
        for (int opening = 0; opening < 2; opening++) {
            try (Heap heap = Heap.openOrCreate(file, 8 << 20, options);
                    Heap.Scope scope = heap.enter()) {
                assertThat((PTreeMap<?, ?>) heap.root().get("tree")).hasSize(COUNT);
                assertThatThrownBy(() -> HeapTools.salvage(file, out, ToolProgress.NONE))
                        .isInstanceOf(HeapLockedException.class);
            }
        }
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).damaged()).hasBinaryContent(damaged).hasFileName("a.heap.damaged");
        requireAll(file);
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("a.heap", "a.heap.lock", "a.heap.damaged");
        }
    }

    @Test
    void whatHoldsNothingIsSaidToHoldNothing() throws IOException {
        Path foreign = folder.resolve("foreign");
        Files.write(foreign, new byte[1 << 20]);
        assertThatThrownBy(() -> HeapTools.salvage(foreign, out, ToolProgress.NONE))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("nothing of a heap")
                .hasMessageContaining(foreign.toString());
        HeapOptions options = HeapOptions.defaults().salvage(report -> {
            throw new AssertionError(report);
        });
        assertThatThrownBy(() -> Heap.open(foreign, options))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("not a heap file");
        assertThat(foreign).hasBinaryContent(new byte[1 << 20]);
        assertThatThrownBy(() -> Heap.open(folder.resolve("none"), options)).isInstanceOf(HeapFormatException.class);
    }
}
