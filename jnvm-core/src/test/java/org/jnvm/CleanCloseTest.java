package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Once;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The free map that a clean close leaves, and the recovery pass that it saves.
 *
 * <p>Invariants checked: the pass is skipped exactly after a clean close whose map is whole; the free store after it
 * holds the same blocks as before; whatever a crash leaves of a close, or damage of a map, the pass runs, or some free
 * blocks stay out of use until it does.
 */
@Once
class CleanCloseTest {
    private static final int MIB = 1 << 20;
    private static final HeapOptions FULL = HeapOptions.defaults().recovery(Recovery.FULL);
    /** Where the superblock says how long the free map is, and how long the heap's own bytes are. */
    private static final int MAP_BYTES = 96;

    private static final int FILE_BYTES = 48;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    /** A heap with live and free blocks in no order; returns how many are free. */
    private long makeHeap(int blocks) {
        Random random = new Random(11);
        try (Heap heap = Heap.create(file, 16 * MIB);
                Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(blocks);
            heap.root().put("refs", refs);
            List<Node> spare = new ArrayList<>();
            for (int i = 0; i < blocks; i++) {
                Node node = new Node(i);
                if (random.nextInt(3) == 0) {
                    spare.add(node);
                } else {
                    refs.set(i, node);
                }
            }
            spare.forEach(heap::free);
            return heap.core().space().allocator().freeBlocks();
        }
    }

    private static int count(Heap heap) {
        Refs refs = heap.root().get("refs", Refs.class);
        int found = 0;
        for (int i = 0; i < refs.length(); i++) {
            Node node = (Node) refs.get(i);
            assertThat(node == null || node.value() == i).isTrue();
            found += node == null ? 0 : 1;
        }
        return found;
    }

    private static long free(Heap heap) {
        return heap.core().space().allocator().freeBlocks();
    }

    /** The superblock of a closed heap that counts: the one that says clean. */
    private static int newest(HeapImage image) {
        return image.getLong(32) > image.getLong(4096 + 32) ? 0 : 4096;
    }

    private static long mapStart(HeapImage image) {
        return image.getLong(newest(image) + FILE_BYTES);
    }

    private void assertPassFinds(long free) {
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(heap.recovery().freeBlocks()).isEqualTo(free);
            assertThat(count(heap)).isPositive();
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isTrue();
            assertThat(free(heap)).isEqualTo(free);
        }
    }

    // ---- skipping ----

    @Test
    void thePassIsSkippedAfterACleanCloseAndTheFreeStoreIsTheSame() {
        long free = makeHeap(5000);
        for (int i = 0; i < 3; i++) {
            try (Heap heap = Heap.open(file)) {
                RecoveryReport report = heap.recovery();
                assertThat(report.skipped()).isTrue();
                assertThat(report.liveObjects()).isEqualTo(-1);
                assertThat(report.freeBlocks()).isEqualTo(free);
                assertThat(free(heap)).isEqualTo(free);
                assertThat(count(heap)).isBetween(3000, 3700);
            }
        }
        try (Heap heap = Heap.open(file, FULL)) {
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(heap.recovery().freeBlocks()).isEqualTo(free);
            assertThat(heap.recovery().nullifiedReferences()).isZero();
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.SCAN_ONLY))) {
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(heap.recovery().freeBlocks()).isEqualTo(free);
        }
    }

    @Test
    void aThousandReopeningsLeakNothing(@Seed("reopenings") Random random) {
        int rounds = Full.ON ? 10_000 : 1000;
        long live = 0;
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("refs", new Refs(100));
            heap.root().get("refs", Refs.class).set(0, new Bytes(233)); // the classes are known from here on
            heap.root().get("refs", Refs.class).set(0, null);
        }
        boolean[] set = new boolean[100];
        for (int round = 0; round < rounds; round++) {
            try (Heap heap = Heap.open(file);
                    Heap.Scope scope = heap.enter()) {
                assertThat(heap.recovery().skipped()).isTrue();
                assertThat(heap.recovery().freeBlocks()).isEqualTo(free(heap));
                live = round == 0 ? heap.recovery().liveBlocks() : live;
                assertThat(heap.recovery().liveBlocks()).isEqualTo(live);
                Refs refs = heap.root().get("refs", Refs.class);
                for (int i = 0; i < 30; i++) {
                    int at = random.nextInt(100);
                    if (set[at]) {
                        heap.free(refs.get(at));
                        refs.set(at, null);
                    } else {
                        refs.set(at, new Bytes(200 + random.nextInt(700)));
                    }
                    set[at] ^= true;
                }
                for (int at = 0; at < 100; at++) {
                    if (set[at]) {
                        heap.free(refs.get(at));
                        refs.set(at, null);
                        set[at] = false;
                    }
                }
            }
        }
        try (Heap heap = Heap.open(file, FULL)) {
            assertThat(heap.recovery().liveBlocks()).isEqualTo(live - 1); // the Bytes that was not freed at first
        }
    }

    @Test
    void allBlocksOfAFullHeapAreFoundAgain() {
        List<Node> made = new ArrayList<>();
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            fill(heap, made);
            made.forEach(heap::free);
        }
        for (int i = 0; i < 2; i++) {
            try (Heap heap = Heap.open(file);
                    Heap.Scope scope = heap.enter()) {
                List<Node> again = new ArrayList<>();
                fill(heap, again);
                assertThat(again).hasSize(made.size());
                again.forEach(heap::free);
            }
        }
    }

    private static void fill(Heap heap, List<Node> made) {
        assertThat(heap.recovery()).isNotNull();
        assertThatThrownBy(() -> {
                    while (true) {
                        made.add(new Node(made.size()));
                    }
                })
                .isExactlyInstanceOf(HeapFullException.class);
    }

    @Test
    void growthDoesNotLoseTheMapThatItOverwrites() {
        long free = makeHeap(12_000); // 12 000 blocks of 3 MiB, in chunks of 1, 1 and 2 MiB
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            assertThat(free(heap)).isEqualTo(free);
            heap.root().put("large", new Bytes(5 * MIB)); // in a new chunk, while the map is not read yet
            assertThat(Files.exists(file)).isTrue();
            int before = count(heap);
            for (int i = 0; i < 3000; i++) {
                Node node = new Node(-1);
                assertThat(node.valid()).isFalse();
                heap.free(node);
            }
            assertThat(count(heap)).isEqualTo(before);
            heap.free(heap.root().get("large"));
            heap.root().remove("large");
        }
        try (Heap heap = Heap.openOrCreate(file, 64 * MIB)) { // extends the file when it is opened
            assertThat(heap.recovery().skipped()).isTrue();
            free = free(heap);
            assertThat(count(heap)).isPositive();
        }
        try (Heap heap = Heap.open(file, FULL)) {
            assertThat(heap.recovery().freeBlocks()).isEqualTo(free);
        }
    }

    // ---- when the pass is owed ----

    @Test
    void aCrashWhileTheHeapIsInUseOwesThePass() throws IOException {
        long free = makeHeap(2000);
        Path crash = folder.resolve("crash");
        try (Heap heap = Heap.open(file)) {
            Files.copy(file, crash); // nothing was written yet but the mark
            assertThat(heap.recovery().skipped()).isTrue();
        }
        file = crash;
        assertPassFinds(free);
    }

    @Test
    void aCrashInEachStepOfClosingOwesThePass() throws IOException {
        long free = makeHeap(2000);
        Path inUse = folder.resolve("in-use");
        byte[] before;
        try (Heap heap = Heap.open(file)) {
            Files.copy(file, inUse);
            before = Files.readAllBytes(inUse);
            assertThat(heap.recovery().skipped()).isTrue();
        }
        HeapImage closed = HeapImage.of(file);
        int start = (int) mapStart(closed);
        byte[] after = closed.toBytes();
        // the map is written in part or as a whole, the mark is not
        for (int length : new int[] {0, 1, 4096, after.length - start}) {
            byte[] image = Arrays.copyOf(before, start + length);
            System.arraycopy(after, start, image, start, length);
            Files.write(file, image);
            assertPassFinds(free);
        }
        // the mark is torn at each word
        int copy = newest(closed);
        for (int torn = 8; torn < 152; torn += 8) {
            byte[] image = after.clone();
            System.arraycopy(before, copy + torn, image, copy + torn, 152 - torn);
            Files.write(file, image);
            assertPassFinds(free);
        }
    }

    @Test
    void aSuperblockWithOneSoundCopyOwesThePass() {
        long free = makeHeap(2000);
        HeapImage closed = HeapImage.of(file);
        for (int copy = 0; copy <= 4096; copy += 4096) {
            closed.copy().flip(copy + 70, 1).write(file);
            assertPassFinds(free);
        }
    }

    @Test
    void weakUseOwesThePass() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().wput("node", new Node(1));
        }
        assertThat(HeapImage.of(file).getLong(newest(HeapImage.of(file)) + MAP_BYTES))
                .isZero();
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(heap.recovery().nullifiedReferences()).isEqualTo(1);
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isTrue();
        }
    }

    @Test
    void aFullDiskLeavesNoMapAndIsNoError() throws Exception {
        List<String> limited = List.of("sh", "-c", "ulimit -f 2048; exec \"$0\" \"$@\""); // 1 MiB: the heap, no map
        try (ChildJvm child = Child.start(
                limited, List.of("-cp", Child.classPath()), "create", file.toString(), Long.toString(MIB))) {
            ChildJvm.Result result = child.finish();
            assertThat(result.err()).isEmpty();
            assertThat(result.out()).startsWith("created");
        }
        assertThat(file.toFile()).hasSize(MIB);
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isFalse();
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isTrue();
        }
    }

    /** Notes what is loaded behind the first bytes of a file, as offset and length. */
    private record LoadsBehind(long end, List<List<Long>> seen) implements Recorder {
        @Override
        public boolean observesLoads() {
            return true;
        }

        @Override
        public void loading(long offset, int bytes) {
            if (offset >= end) {
                seen.add(List.of(offset, (long) bytes));
            }
        }

        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {}
    }

    private List<List<Long>> loadsBehind(long end) {
        LoadsBehind loads = new LoadsBehind(end, new ArrayList<>());
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recorder(loads))) {
            assertThat(heap.root().exists("refs")).isTrue();
            return List.copyOf(loads.seen());
        }
    }

    @Test
    void aRecorderHearsOfTheMapIfItCountsAndOfNothingElseThere() throws IOException {
        makeHeap(100);
        HeapImage closed = HeapImage.of(file);
        long end = mapStart(closed);
        assertThat(loadsBehind(end)).containsExactly(List.of(end, closed.size() - end));
        Path crash = folder.resolve("b.heap");
        try (Heap heap = Heap.open(file)) {
            Files.copy(file, crash);
            assertThat(heap.recovery().skipped()).isTrue();
        }
        file = crash;
        assertThat(HeapImage.of(file).size()).isGreaterThan((int) end);
        assertThat(loadsBehind(end)).isEmpty();
    }

    // ---- damage ----

    @Test
    void aDamagedPageCostsItsFreeBlocksUntilTheNextPass() {
        long free = makeHeap(5000);
        HeapImage closed = HeapImage.of(file);
        closed.copy().flip((int) mapStart(closed) + 4096 + 100, 5).write(file); // the only page
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            assertThat(heap.recovery().skipped()).isTrue();
            int before = count(heap);
            Set<Long> live = new java.util.HashSet<>();
            Refs refs = heap.root().get("refs", Refs.class);
            for (int i = 0; i < refs.length(); i++) {
                if (refs.get(i) != null) {
                    live.add(((Node) refs.get(i)).addr());
                }
            }
            for (int i = 0; i < 3000; i++) {
                Node node = new Node(-1);
                assertThat(live).doesNotContain(node.addr());
            }
            assertThat(count(heap)).isEqualTo(before);
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isFalse(); // owed since the damage was seen
            assertThat(heap.recovery().freeBlocks()).isGreaterThanOrEqualTo(free);
        }
    }

    @Test
    void aDamagedDirectoryOrALostMapOwesThePass() throws IOException {
        long free = makeHeap(5000);
        HeapImage closed = HeapImage.of(file);
        int start = (int) mapStart(closed);
        for (int at : new int[] {0, 8, 16, 24, 32, 36, 40, 4095}) {
            closed.copy().flip(start + at, 3).write(file);
            assertPassFinds(free);
        }
        for (int size : new int[] {start, start + 1, start + 4096, closed.size() - 1}) {
            Files.write(file, Arrays.copyOf(closed.toBytes(), size));
            assertPassFinds(free);
        }
        for (long impossible : new long[] {-1, 4095, 4096, 1L << 40, Long.MAX_VALUE}) { // superblock, checksum right
            closed.copy().superblockLong(MAP_BYTES, impossible).write(file);
            assertPassFinds(free);
        }
        for (long impossible : new long[] {-1, 0, 47, Long.MAX_VALUE}) {
            closed.copy().superblockLong(112, impossible).write(file);
            assertPassFinds(free);
        }
        try (RandomAccessFile longer = new RandomAccessFile(file.toFile(), "rw")) {
            longer.setLength(longer.length() + 12_345); // somebody appended to it: no harm
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.recovery().skipped()).isTrue();
        }
    }

    // ---- refusals ----

    @Test
    void aHeapThatIsRefusedKeepsItsSuperblock() {
        makeHeap(2000);
        HeapImage closed = HeapImage.of(file);
        int slots = (int) closed.getLong(HeapImage.ROOTS) & 0xFFFFFF;
        closed.flip(slots + 6, 0); // the valid bit of the root map
        for (HeapOptions options : List.of(HeapOptions.defaults(), FULL)) {
            closed.write(file);
            assertThatThrownBy(() -> Heap.open(file, options)).isExactlyInstanceOf(HeapFormatException.class);
            assertThat(HeapImage.of(file).toBytes()).isEqualTo(closed.toBytes());
        }
    }
}
