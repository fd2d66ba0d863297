package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jnvm.BackupReport;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;
import org.jnvm.ReadOnlyHeapException;
import org.jnvm.Recovery;
import org.jnvm.Trust;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heaps that are looked at: all of them can be read, nothing of them is changed. */
@Timeout(120)
@SuppressWarnings({"unchecked", "rawtypes"}) // roots have the type arguments that they were put with
class ReadOnlyHeapTest {
    private static final long MOST = 64 << 20;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    /** Fills a heap with one of each kind. */
    private static void fill(Heap heap, int entries) {
        try (Heap.Scope scope = heap.enter()) {
            PHashMap<String, Long> hash = new PHashMap<>();
            PTreeMap<Long, String> tree = new PTreeMap<>();
            PConcurrentHashMap<Long, Long> concurrent = new PConcurrentHashMap<>();
            PSkipListMap<Long, Long> skipList = new PSkipListMap<>();
            PArrayList<PBox<Integer>> list = new PArrayList<>();
            PLongArray numbers = new PLongArray(entries);
            heap.root().put("hash", hash);
            heap.root().put("tree", tree);
            heap.root().put("concurrent", concurrent);
            heap.root().put("skipList", skipList);
            heap.root().put("list", list);
            heap.root().put("numbers", numbers);
            heap.root().put("person", new PPerson("ada"));
            for (int i = 0; i < entries; i++) {
                hash.put("key" + i, (long) i);
                tree.put((long) i, "value" + i);
                concurrent.put((long) i, (long) i);
                skipList.put((long) i, (long) i);
                list.add(new PBox<>(i));
            }
            heap.atomically(() -> numbers.set(0, LongStream.range(0, entries).toArray(), 0, entries));
        }
    }

    private static void requireFilled(Heap heap, int entries) {
        Map<String, Long> hash = heap.root().get("hash", PHashMap.class);
        PTreeMap<Long, String> tree = heap.root().get("tree", PTreeMap.class);
        Map<Long, Long> concurrent = heap.root().get("concurrent", PConcurrentHashMap.class);
        Map<Long, Long> skipList = heap.root().get("skipList", PSkipListMap.class);
        List<PBox<Integer>> list = heap.root().get("list", PArrayList.class);
        PLongArray numbers = heap.root().get("numbers", PLongArray.class);
        assertThat(hash).hasSize(entries);
        assertThat(tree).hasSize(entries);
        assertThat(list).hasSize(entries);
        assertThat(concurrent.keySet()).hasSize(entries);
        for (int i = 0; i < entries; i++) {
            assertThat(hash.get("key" + i)).isEqualTo(i);
            assertThat(tree.get((long) i)).isEqualTo("value" + i);
            assertThat(concurrent.get((long) i)).isEqualTo(i);
            assertThat(skipList.get((long) i)).isEqualTo(i);
            assertThat(list.get(i).value()).isEqualTo(i);
            assertThat(numbers.get(i)).isEqualTo(i);
        }
        assertThat(tree.firstKey()).isZero();
        assertThat(tree.tailMap(entries - 3L)).hasSize(3);
        assertThat(heap.root().get("person", PPerson.class).name().toString()).isEqualTo("ada");
    }

    private static void rename(Heap heap, String name) {
        try (Heap.Scope scope = heap.enter()) {
            heap.root().put("person", new PPerson(name));
        }
    }

    private interface Change {
        void in(Heap heap);
    }

    /** What a program could do to change a heap. */
    private static Stream<Change> changes() {
        return Stream.of(
                heap -> heap.root().get("hash", PHashMap.class).put("new", 1L),
                heap -> heap.root().get("hash", PHashMap.class).put("key1", 2L),
                heap -> heap.root().get("hash", PHashMap.class).remove("key1"),
                heap -> heap.root().get("hash", PHashMap.class).clear(),
                heap -> heap.root().get("tree", PTreeMap.class).put(-1L, "new"),
                heap -> heap.root().get("tree", PTreeMap.class).put(1L, "other"),
                heap -> heap.root().get("tree", PTreeMap.class).remove(1L),
                heap -> heap.root().get("tree", PTreeMap.class).pollFirstEntry(),
                heap -> heap.root().get("concurrent", PConcurrentHashMap.class).put(1L, 7L),
                heap -> heap.root().get("concurrent", PConcurrentHashMap.class).remove(1L),
                heap -> heap.root().get("concurrent", PConcurrentHashMap.class).computeIfAbsent(-5L, key -> 5L),
                heap -> heap.root().get("skipList", PSkipListMap.class).put(-1L, 1L),
                heap -> heap.root().get("skipList", PSkipListMap.class).remove(1L),
                heap -> ((List<PBox<Integer>>) heap.root().get("list", PArrayList.class)).remove(0),
                heap -> heap.root().get("list", PArrayList.class).clear(),
                heap -> heap.root().get("numbers", PLongArray.class).set(0, 9),
                heap -> heap.root().get("numbers", PLongArray.class).fill(9),
                heap -> heap.root().get("person", PPerson.class).setFriend(null),
                heap -> heap.root().put("more", heap.root().get("person", PPerson.class)),
                heap -> heap.root().remove("person"),
                heap -> heap.free(heap.root().get("person", PPerson.class)),
                heap -> heap.reserve(MOST),
                Heap::snapshot,
                heap -> {
                    try (Heap.Scope scope = heap.enter()) {
                        new PPerson("new");
                    }
                });
    }

    private static void requireEachChangeRefused(Heap heap) {
        changes().forEach(change -> {
            assertThatThrownBy(() -> change.in(heap))
                    .isInstanceOf(ReadOnlyHeapException.class)
                    .hasMessageContaining("heap=" + heap.path());
            assertThatThrownBy(() -> heap.atomically(() -> change.in(heap)))
                    .isInstanceOfAny(ReadOnlyHeapException.class, org.jnvm.BackupException.class);
        });
    }

    @Test
    void allCanBeReadAndNothingChanged() throws Exception {
        try (Heap heap = Heap.create(file, MOST)) {
            fill(heap, 500);
        }
        byte[] before = Files.readAllBytes(file);
        try (Heap heap = Heap.openReadOnly(file)) {
            assertThat(heap.recovery().pass()).as("no pass after a clean close").isEqualTo(Recovery.AUTO);
            requireFilled(heap, 500);
            requireEachChangeRefused(heap);
            heap.atomically(() -> requireFilled(heap, 500));
            assertThat(heap.check().isSound()).isTrue();
            assertThat(heap.refresh()).isSameAs(heap);
            heap.force();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        try (Heap heap = Heap.open(file)) {
            requireFilled(heap, 500);
            rename(heap, "eve");
        }
    }

    /** Stores of other heaps of the JVM are not refused, neither while a heap is open read-only nor afterwards. */
    @Test
    void otherHeapsCanBeChanged() {
        Heap.create(file, MOST).close();
        try (Heap other = Heap.create(folder.resolve("other.heap"), MOST)) {
            fill(other, 10);
            PLongArray numbers = other.root().get("numbers", PLongArray.class);
            try (Heap heap = Heap.openReadOnly(file)) {
                numbers.set(0, 7);
                other.atomically(() -> numbers.set(1, numbers.get(0) + 1));
                rename(other, "eve");
                assertThat(heap.root().names()).isEmpty();
            }
            numbers.set(2, numbers.get(1) + 1);
            assertThat(numbers.get(2)).isEqualTo(9);
        }
    }

    /** A copy that was made while a program used the heap, as a crash leaves one. */
    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "DISK"})
    void whatACrashLeftIsRecoveredInMemory(DurabilityDomain domain) throws Exception {
        Path copy = folder.resolve("copy.heap");
        try (Heap heap = Heap.create(file, MOST, HeapOptions.defaults().domain(domain))) {
            fill(heap, 300);
            heap.psync();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path each : files.toList()) {
                    String name = each.getFileName().toString();
                    if (!name.endsWith(".lock")) {
                        Files.copy(each, folder.resolve(name.replace("a.heap", "copy.heap")));
                    }
                }
            }
        }
        byte[] before = Files.readAllBytes(copy);
        for (int i = 0; i < 2; i++) {
            try (Heap heap = Heap.openReadOnly(copy)) {
                assertThat(heap.recovery().pass()).isEqualTo(Recovery.FULL);
                requireFilled(heap, 300);
                requireEachChangeRefused(heap);
            }
            assertThat(Files.readAllBytes(copy)).isEqualTo(before);
        }
        try (Heap heap = Heap.open(copy)) {
            requireFilled(heap, 300);
        }
    }

    @Test
    void readersGoFromSnapshotToSnapshotWhileTheHeapIsInUse() {
        Heap first;
        Heap second;
        try (Heap heap = Heap.create(file, MOST)) {
            fill(heap, 100);
            assertThatThrownBy(() -> Heap.openReadOnly(file))
                    .isExactlyInstanceOf(HeapLockedException.class)
                    .hasMessageContaining("snapshot=" + file + ".snapshot");
            BackupReport made = heap.snapshot();
            assertThat(made.bytes()).isEqualTo(file.toFile().length());
            first = Heap.openReadOnly(file);
            requireFilled(first, 100);
            requireEachChangeRefused(first);
            assertThat(first.refresh()).isSameAs(first);

            rename(heap, "eve");
            assertThat(first.refresh()).as("no snapshot since").isSameAs(first);
            heap.snapshot();
            second = first.refresh();
            assertThat(second).isNotSameAs(first);
            assertThat(second.root().get("person", PPerson.class).name().toString())
                    .isEqualTo("eve");
            requireFilled(first, 100); // as it was
            rename(heap, "bob");
        }
        try (first;
                second;
                Heap third = second.refresh()) {
            assertThat(third.path()).isEqualTo(file);
            assertThat(third.root().get("person", PPerson.class).name().toString())
                    .isEqualTo("bob");
        }
    }

    @Test
    void snapshotsAreMadeInTheBackground() {
        HeapOptions often = HeapOptions.defaults().snapshots(Duration.ofMillis(20));
        try (Heap heap = Heap.create(file, MOST, often)) {
            fill(heap, 10);
            while (!Files.exists(file.resolveSibling("a.heap.snapshot"))) {
                Thread.onSpinWait(); // the timeout of the class ends it
            }
            heap.root().put("last", heap.root().get("person", PPerson.class));
            Heap reader = Heap.openReadOnly(file);
            while (!reader.root().exists("last")) {
                Heap newer = reader.refresh();
                if (newer != reader) {
                    reader.close();
                }
                reader = newer;
            }
            requireFilled(reader, 10);
            reader.close();
        }
        assertThatThrownBy(() -> often.snapshots(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyAHeapThatIsReadCanBeRefreshed() {
        try (Heap heap = Heap.create(file, MOST)) {
            assertThatThrownBy(heap::refresh)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("heap=" + file);
        }
    }

    @Test
    void aFileThatIsNotTrustedIsCopied() throws Exception {
        try (Heap heap = Heap.create(file, MOST)) {
            fill(heap, 200);
        }
        byte[] before = Files.readAllBytes(file);
        HeapOptions untrusted = HeapOptions.defaults().trust(Trust.UNTRUSTED);
        try (Heap heap = Heap.open(file, untrusted)) {
            Files.write(file, new byte[before.length]); // its owner is up to no good
            requireFilled(heap, 200);
            requireEachChangeRefused(heap);
        }
        assertThatThrownBy(() -> Heap.open(file, untrusted)).isInstanceOf(HeapFormatException.class);
        assertThatThrownBy(() -> Heap.create(folder.resolve("new.heap"), MOST, untrusted))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
