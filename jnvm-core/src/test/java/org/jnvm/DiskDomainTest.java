package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Node;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps in domain DISK: with other domains, with their log, and after their process was killed. */
@Once
class DiskDomainTest {
    private static final int KILLS = Integer.getInteger("jnvm.kills", 4);

    @TempDir
    private Path folder;

    private static HeapOptions disk() {
        return HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(1 << 20);
    }

    private Path heap() {
        return folder.resolve("a.heap");
    }

    /** Makes a heap with a root, and leaves it as a crash of the process does. */
    private void crashed(long value) throws IOException {
        Path original = folder.resolve("original");
        try (Heap heap = Heap.create(original, 4 << 20, disk())) {
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("n", new Node(value));
            }
            copy(original, heap());
        }
    }

    /** Copies heap and log as they are now, as a crash would leave them. */
    private static void copy(Path from, Path to) throws IOException {
        for (String suffix : List.of("", ".wal0", ".wal1")) {
            Files.copy(Path.of(from + suffix), Path.of(to + suffix));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void aClosedHeapOpensInAnyDomain(DurabilityDomain other) {
        HeapOptions in = HeapOptions.defaults().domain(other);
        try (Heap heap = Heap.create(heap(), 4 << 20, disk())) {
            assertThat(heap.domain()).isEqualTo(DurabilityDomain.DISK);
            heap.root().put("n", node(heap, 1));
        }
        try (Heap heap = Heap.open(heap(), in)) {
            assertThat(heap.recovery().skipped()).isTrue();
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(1);
            heap.root().put("n", node(heap, 2));
        }
        try (Heap heap = Heap.open(heap(), disk())) {
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(2);
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    private static Node node(Heap heap, long value) {
        try (Heap.Scope scope = heap.enter()) {
            return new Node(value);
        }
    }

    @Test
    void closingAndForcingTakeAlongWhatNobodyWroteBack() throws IOException {
        try (Heap heap = Heap.create(heap(), 4 << 20, disk())) {
            Node node = node(heap, 1);
            heap.root().put("n", node);
            node.setValue(2);
            heap.psync();
            copy(heap(), folder.resolve("synced"));
            heap.force();
            copy(heap(), folder.resolve("forced"));
            node.setValue(3);
        }
        try (Heap heap = Heap.open(folder.resolve("synced"))) {
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(1);
        }
        try (Heap heap = Heap.open(folder.resolve("forced"))) {
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(2);
        }
        try (Heap heap = Heap.open(heap(), disk())) {
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(3);
        }
    }

    @Test
    void whatIsAcknowledgedIsInTheAreaAndComesBack() throws IOException {
        crashed(7);
        try (Heap heap = Heap.open(heap())) { // without being asked for it: what was promised is kept
            assertThat(heap.domain()).isEqualTo(DurabilityDomain.DISK);
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(7);
        }
        try (Heap heap = Heap.open(heap(), HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE))) {
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(7);
        }
    }

    @Test
    void anotherDomainMustWaitForTheArea() throws IOException {
        crashed(7);
        byte[] before = Files.readAllBytes(heap());
        assertThatThrownBy(() -> Heap.open(heap(), HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE)))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("a part of it is in its write-ahead log: heap=" + heap())
                .hasMessageContaining("domain asked for=PAGE_CACHE");
        assertThat(Files.readAllBytes(heap())).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDamagedCopyOfTheSuperblockDoesNotHideTheArea(int copy) throws IOException {
        Path original = folder.resolve("original");
        try (Heap heap = Heap.create(original, 4 << 20, disk())) {
            heap.root().put("n", node(heap, 1));
        }
        try (Heap heap = Heap.open(original, disk())) { // which says closed, and from now on: in use
            heap.root().put("n", node(heap, 2));
            copy(original, heap());
        }
        byte[] bytes = Files.readAllBytes(heap());
        int superblock = SuperblockLayout.copyOffset(copy);
        Arrays.fill(bytes, superblock, superblock + SuperblockLayout.BYTES, (byte) 0xA5);
        Files.write(heap(), bytes);
        try (Heap heap = Heap.open(heap())) {
            assertThat(heap.domain()).isEqualTo(DurabilityDomain.DISK);
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "one missing", "of another heap", "zeros", "damaged header"})
    void aHeapWithoutItsLogIsRefused(String how) throws IOException {
        crashed(7);
        Path first = folder.resolve("a.heap.wal0");
        Path second = folder.resolve("a.heap.wal1");
        switch (how) {
            case "missing" -> {
                Files.delete(first);
                Files.delete(second);
            }
            case "one missing" -> Files.delete(second);
            case "of another heap" -> {
                Heap.create(folder.resolve("b"), 1 << 20, disk()).close();
                Files.move(folder.resolve("b.wal0"), first, StandardCopyOption.REPLACE_EXISTING);
                Files.move(folder.resolve("b.wal1"), second, StandardCopyOption.REPLACE_EXISTING);
            }
            case "zeros" -> Files.write(first, new byte[1 << 20]);
            default -> {
                byte[] bytes = Files.readAllBytes(first);
                bytes[20] ^= 1;
                Files.write(first, bytes);
            }
        }
        byte[] before = Files.readAllBytes(heap());
        assertThatThrownBy(() -> Heap.open(heap()))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("write-ahead log, which is missing: heap=" + heap())
                .hasMessageContaining("expected log id=")
                .hasMessageContaining("a.heap.wal0");
        assertThat(Files.readAllBytes(heap())).isEqualTo(before);
    }

    @Test
    void bothSuperblocksTornAreMendedByTheLog() throws IOException {
        Path original = folder.resolve("original");
        HeapOptions small = disk();
        try (Heap heap = Heap.create(original, 64 << 20, small)) {
            heap.reserve(16 << 20); // two changes of the superblock go through the log
            heap.reserve(64 << 20);
            heap.root().put("n", node(heap, 7));
            copy(original, heap());
        }
        byte[] bytes = Files.readAllBytes(heap());
        bytes[50] ^= 1;
        bytes[4096 + 50] ^= 1;
        Files.write(heap(), bytes);
        try (Heap heap = Heap.open(heap())) {
            assertThat(heap.stats().fileBytes()).isEqualTo(64 << 20);
            assertThat(heap.root().get("n", Node.class).value()).isEqualTo(7);
        }
    }

    @Test
    void muchMoreThanTheAreaHoldsIsWrittenAndBroughtHome() {
        int count = 60;
        try (Heap heap = Heap.create(heap(), 64 << 20, disk())) {
            for (int i = 0; i < count; i++) {
                try (Heap.Scope scope = heap.enter()) {
                    byte[] content = new byte[400_000];
                    Arrays.fill(content, (byte) i);
                    heap.root().put("b" + i, new Bytes(content));
                }
            }
            DiskStats stats = heap.stats().disk();
            assertThat(stats.checkpoints()).isPositive();
            assertThat(stats.walBytes()).isGreaterThan(count * 400_000L);
            assertThat(stats.privateBytes()).isBetween(count * 400_000L, 64L << 20);
            assertThat(heap.stats().toString()).contains("disk     mode=SYNC");
        }
        try (Heap heap = Heap.open(heap(), HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE))) {
            for (int i = 0; i < count; i++) {
                assertThat(heap.root().get("b" + i, Bytes.class).get(399_999)).isEqualTo((byte) i);
            }
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    @Test
    void aPersistencePointCompletesWhenAllIsOnTheDevice() throws Exception {
        HeapOptions lazy = disk().asynchronous(Duration.ofDays(1));
        try (Heap heap = Heap.create(heap(), 4 << 20, lazy)) {
            long before = heap.stats().disk().groupCommits();
            heap.root().put("n", node(heap, 1));
            assertThat(heap.stats().disk().groupCommits()).isEqualTo(before);
            assertThat(heap.stats().disk().dirtyPages()).isPositive();
            heap.forceAsync().toCompletableFuture().get(60, TimeUnit.SECONDS);
            assertThat(heap.stats().disk().groupCommits()).isGreaterThan(before);
            assertThat(heap.stats().disk().dirtyPages()).isZero();
        }
    }

    @Test
    void anIntervalIsForDomainDisk() {
        assertThatThrownBy(() -> Heap.create(
                        heap(),
                        1 << 20,
                        HeapOptions.defaults()
                                .domain(DurabilityDomain.PAGE_CACHE)
                                .asynchronous(Duration.ofMillis(10))))
                .isInstanceOf(JnvmException.class)
                .hasMessageContaining("only domain DISK is asynchronous");
        assertThat(heap()).doesNotExist();
    }

    /** Kills a process that counts; a count that it has acknowledged must be there, or be younger than the interval. */
    @ParameterizedTest
    @ValueSource(ints = {0, 50})
    void whatIsLostInAKillIsNothingOrYoungerThanTheInterval(
            int interval, @Seed("kills of a heap on the disk") Random random) throws Exception {
        List<long[]> counts = new ArrayList<>();
        long known = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (ChildJvm child = Child.start("count", heap().toString(), Integer.toString(interval))) {
                String open = child.line();
                assertThat(open).startsWith("open ");
                long found = Long.parseLong(open.substring(5));
                requireNothingOld(counts, known, found, interval);
                known = found;
                counts.clear();
                int until = 50 + random.nextInt(2000);
                for (int i = 0; i < until; i++) {
                    counts.add(parse(child.line()));
                }
                child.killAndRead().forEach(line -> counts.add(parse(line)));
            }
        }
        try (Heap heap = Heap.open(heap())) {
            requireNothingOld(
                    counts, known, heap.root().get("count", Node.class).value(), interval);
            assertThat(heap.check().isSound()).isTrue();
            assertThat(heap.stats().usedBlocks()).isLessThan(100);
        }
    }

    private static long[] parse(String line) {
        String[] words = line.split(" ");
        return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2])};
    }

    private static void requireNothingOld(List<long[]> counts, long known, long found, int interval) {
        if (counts.isEmpty()) {
            assertThat(found).isEqualTo(known);
            return;
        }
        long[] last = counts.get(counts.size() - 1);
        if (interval == 0) {
            assertThat(found).isBetween(last[0], last[0] + 1);
            return;
        }
        assertThat(found).isBetween(known, last[0] + 1);
        for (long[] count : counts) {
            if (count[0] == found + 1) { // the first that was lost
                assertThat(last[1] - count[2])
                        .isLessThanOrEqualTo(Duration.ofMillis(interval).toNanos());
            }
        }
    }
}
