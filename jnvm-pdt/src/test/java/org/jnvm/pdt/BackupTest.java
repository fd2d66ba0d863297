package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.jnvm.BackupException;
import org.jnvm.BackupOptions;
import org.jnvm.BackupReport;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapOptions;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups of heaps that threads change, each of which is a state that was. */
@Timeout(600)
@SuppressWarnings("unchecked") // roots have the type arguments that they were put with
@Once
class BackupTest {
    private static final int BACKUPS = Full.ON ? 500 : 12;
    private static final int ACCOUNTS = 1000;
    private static final long EACH = 100;
    private static final int NUMBERED = 3;
    /** More than are drawn while a backup is made and judged. */
    private static final int NUMBERS_KEPT = 1 << 26;

    @TempDir
    Path folder;

    /** Eight threads that change a heap, and know what it was at each moment. */
    private final class Writers {
        private final Heap heap;
        private final PLongArray numbers;
        private final PLongArray accounts;
        private final PConcurrentHashMap<Long, Long> hash;
        private final PSkipListMap<Long, String> list;
        private final Object numbering = new Object();
        private final Object banking = new Object();
        /** The thread that has drawn a number, of the last ones: a ring. Guarded by numbering. */
        private final byte[] owners = new byte[NUMBERS_KEPT];
        /** The last number. Guarded by numbering. */
        private long drawn;

        private final LongAdder operations = new LongAdder();

        private volatile boolean ended;

        Writers(Heap heap) {
            this.heap = heap;
            try (Heap.Scope scope = heap.enter()) {
                numbers = new PLongArray(NUMBERED + 1);
                long[] full = new long[ACCOUNTS];
                Arrays.fill(full, EACH);
                accounts = new PLongArray(full);
                hash = new PConcurrentHashMap<>();
                list = new PSkipListMap<>();
                heap.root().put("numbers", numbers);
                heap.root().put("accounts", accounts);
                heap.root().put("hash", hash);
                heap.root().put("list", list);
            }
        }

        /** Returns how many operations are done in a time from now on. */
        long operationsIn(long nanos) {
            long before = operations.sum();
            long end = System.nanoTime() + nanos;
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return operations.sum() - before;
        }

        List<Runnable> all() {
            List<Runnable> all = new ArrayList<>();
            for (int i = 0; i < NUMBERED; i++) {
                int thread = i + 1;
                all.add(() -> draw(thread));
            }
            all.add(this::transfer);
            all.add(this::transfer);
            all.add(() -> fill(0, 2));
            all.add(() -> fill(1, 2));
            all.add(this::fillList);
            return all;
        }

        /** Draws numbers; what each thread has drawn last, and which is the last of all, changes in one block. */
        private void draw(int thread) {
            while (!ended) {
                synchronized (numbering) {
                    long number = numbers.get(0) + 1;
                    owners[(int) (number % NUMBERS_KEPT)] = (byte) thread;
                    drawn = number;
                    heap.atomically(() -> {
                        numbers.set(0, number);
                        numbers.set(thread, number);
                    });
                }
                operations.increment();
            }
        }

        private int owner(long number) {
            synchronized (numbering) {
                assertThat(number).isGreaterThan(drawn - NUMBERS_KEPT); // else it is not known any more
                return owners[(int) (number % NUMBERS_KEPT)];
            }
        }

        private void transfer() {
            while (!ended) {
                int from = ThreadLocalRandom.current().nextInt(ACCOUNTS);
                int to = ThreadLocalRandom.current().nextInt(ACCOUNTS);
                synchronized (banking) {
                    heap.atomically(() -> {
                        accounts.set(from, accounts.get(from) - 1);
                        accounts.set(to, accounts.get(to) + 1);
                    });
                }
                operations.increment();
            }
        }

        /** Puts keys in order, outside blocks. */
        private void fill(long first, long step) {
            for (long key = first; !ended; key += step) {
                try (Heap.Scope scope = heap.enter()) {
                    hash.put(key, key);
                    if (key >= 20_000) {
                        hash.remove(key - 20_000);
                    }
                }
                operations.increment();
            }
        }

        private void fillList() {
            for (long key = 0; !ended; key++) {
                long now = key;
                try (Heap.Scope scope = heap.enter()) {
                    heap.atomically(() -> {
                        list.put(now, "value " + now);
                        list.remove(now - 5000);
                    });
                }
                operations.increment();
            }
        }

        /** Checks that a copy is a state that was. */
        void judge(Path backup) {
            try (Heap copy = Heap.open(backup)) {
                assertThat(copy.recovery().skipped()).isTrue();
                assertThat(copy.check().findings()).isEmpty();
                PLongArray numbers = copy.root().get("numbers", PLongArray.class);
                long last = numbers.get(0);
                for (int thread = 1; thread <= NUMBERED; thread++) {
                    long expected = last;
                    while (expected > 0 && owner(expected) != thread) {
                        expected--;
                    }
                    assertThat(numbers.get(thread)).isEqualTo(expected);
                }
                assertThat(LongStream.of(copy.root()
                                        .get("accounts", PLongArray.class)
                                        .toArray())
                                .sum())
                        .isEqualTo(ACCOUNTS * EACH);
                PConcurrentHashMap<Long, Long> hash = copy.root().get("hash", PConcurrentHashMap.class);
                for (int parity = 0; parity < 2; parity++) {
                    int odd = parity;
                    long[] keys = hash.keySet().stream()
                            .mapToLong(key -> key)
                            .filter(key -> key % 2 == odd)
                            .sorted()
                            .toArray();
                    for (int i = 1; i < keys.length; i++) {
                        assertThat(keys[i]).isEqualTo(keys[i - 1] + 2);
                    }
                }
                PSkipListMap<Long, String> list = copy.root().get("list", PSkipListMap.class);
                if (!list.isEmpty()) {
                    assertThat(list.size()).isEqualTo((int) Math.min(5000, list.lastKey() + 1));
                    assertThat(list.lastKey() - list.firstKey() + 1).isEqualTo(list.size());
                    list.forEach((key, value) -> assertThat(value).isEqualTo("value " + key));
                }
            }
        }
    }

    private void underWriters(HeapOptions options, int backups) throws Exception {
        try (Heap heap = Heap.create(folder.resolve("used.heap"), 64 << 20, options)) {
            Writers writers = new Writers(heap);
            List<Runnable> all = writers.all();
            ExecutorService threads = Executors.newFixedThreadPool(all.size());
            try {
                List<Future<?>> ends = new ArrayList<>();
                all.forEach(each -> ends.add(threads.submit(each)));
                List<Double> ratios = new ArrayList<>();
                for (int i = 0; i < backups; i++) {
                    Path backup = folder.resolve("backup" + i);
                    long began = System.nanoTime();
                    long before = writers.operations.sum();
                    BackupReport report = heap.backup(backup);
                    long during = writers.operations.sum() - before;
                    if (Full.ON) {
                        ratios.add((double) during / writers.operationsIn(System.nanoTime() - began));
                    }
                    assertThat(report.bytes())
                            .isLessThanOrEqualTo(Files.size(backup)); // which has a map of free blocks, too
                    assertThat(report.rounds()).isGreaterThan(1);
                    writers.judge(backup);
                    Files.delete(backup);
                }
                assertThat(ends).noneMatch(Future::isDone);
                writers.ended = true;
                for (Future<?> end : ends) {
                    end.get();
                }
                if (Full.ON) { // a figure, not asserted: the machine may do other things
                    ratios.sort(null);
                    System.out.println("operations during a backup over those in as long a time after it, median of "
                            + backups + ": " + ratios.get(backups / 2));
                }
            } finally {
                writers.ended = true;
                threads.shutdown();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    @Timeout(3600) // half an hour in the long mode
    void eachBackupUnderEightWritersIsAStateThatWas(DurabilityDomain domain) throws Exception {
        underWriters(HeapOptions.defaults().domain(domain), domain == DurabilityDomain.DISK ? BACKUPS / 4 : BACKUPS);
    }

    @Test
    void aHeapThatIsCollectedIsBackedUp() throws Exception {
        underWriters(HeapOptions.defaults().collector(Collector.BACKGROUND), BACKUPS / 4);
    }

    @Test
    void aBackupGoesOnWhereOneWasKilled() throws Exception {
        try (Heap heap = Heap.create(folder.resolve("used.heap"), 16 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("large", new PLongArray(new long[1 << 20]));
            heap.root().put("text", new PString("x"));
            Path backup = folder.resolve("backup");
            long all = heap.backup(backup).writtenBytes();
            Files.move(backup, folder.resolve("backup.partial"));
            assertThat(heap.backup(backup).writtenBytes()).isLessThan(all);
            Files.move(backup, folder.resolve("backup.partial"));
            Files.write(folder.resolve("backup.partial"), new byte[] {1, 2, 3});
            assertThat(heap.backup(backup).writtenBytes()).isEqualTo(all);
            try (Heap copy = Heap.open(backup)) {
                assertThat(copy.root().get("text")).hasToString("x");
            }
        }
    }

    /** It is brought to the device in several steps, between which the write-ahead log has its turns. */
    @Test
    void aLargeBackupInDomainDiskIsAStateThatWas() throws Exception {
        Path backup = folder.resolve("backup");
        long first;
        long last;
        try (Heap heap = Heap.create(
                folder.resolve("used.heap"), 64 << 20, HeapOptions.defaults().domain(DurabilityDomain.DISK))) {
            PLongArray counts;
            try (Heap.Scope scope = heap.enter()) {
                long[] large = new long[3 << 20];
                Arrays.setAll(large, i -> i + 1L);
                heap.root().put("large", new PLongArray(large));
                counts = new PLongArray(new long[2]);
                heap.root().put("counts", counts);
            }
            AtomicBoolean ended = new AtomicBoolean();
            Thread counter = new Thread(() -> {
                while (!ended.get()) {
                    heap.atomically(() -> {
                        counts.set(0, counts.get(0) + 1);
                        counts.set(1, counts.get(1) + 1);
                    });
                }
            });
            counter.start();
            try {
                first = counts.get(0);
                heap.backup(backup);
                last = counts.get(0);
            } finally {
                ended.set(true);
                counter.join();
            }
        }
        try (Heap copy = Heap.open(backup)) {
            PLongArray large = copy.root().get("large", PLongArray.class);
            for (int i = 0; i < large.length(); i++) {
                assertThat(large.get(i)).isEqualTo(i + 1L);
            }
            long[] counts = copy.root().get("counts", PLongArray.class).toArray();
            assertThat(counts[0]).isEqualTo(counts[1]).isBetween(first, last + 1); // the one that was under way counts
            assertThat(copy.check().findings()).isEmpty();
        }
    }

    @Test
    void openBlocksAreNotInTheBackup() throws Exception {
        try (Heap heap = Heap.create(folder.resolve("used.heap"), 16 << 20);
                Heap.Scope scope = heap.enter()) {
            PLongArray array = new PLongArray(new long[] {1});
            heap.root().put("array", array);
            CountDownLatch written = new CountDownLatch(1);
            CountDownLatch copied = new CountDownLatch(1);
            Thread other = new Thread(() -> heap.atomically(() -> {
                array.set(0, 2);
                written.countDown();
                waitFor(copied);
            }));
            other.start();
            written.await();
            heap.backup(folder.resolve("backup"));
            copied.countDown();
            other.join();
            assertThat(array.get(0)).isEqualTo(2);
            try (Heap copy = Heap.open(folder.resolve("backup"))) {
                assertThat(copy.root().get("array", PLongArray.class).get(0)).isEqualTo(1);
            }
        }
    }

    @Test
    void anOperationThatDoesNotEndIsNamedAndOthersGoOn() throws Exception {
        try (Heap heap = Heap.create(folder.resolve("used.heap"), 16 << 20);
                Heap.Scope scope = heap.enter()) {
            PConcurrentHashMap<String, String> map = new PConcurrentHashMap<>();
            heap.root().put("map", map);
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch leave = new CountDownLatch(1);
            Thread slow = new Thread(
                    () -> {
                        try (Heap.Scope own = heap.enter()) {
                            map.compute("key", (key, value) -> {
                                inside.countDown();
                                waitFor(leave);
                                return "computed";
                            });
                        }
                    },
                    "slow one");
            slow.start();
            inside.await();
            Path backup = folder.resolve("backup");
            assertThatThrownBy(
                            () -> heap.backup(backup, BackupOptions.defaults().withTimeout(Duration.ofMillis(100))))
                    .isInstanceOf(BackupException.class)
                    .hasMessageContaining("slow one");
            heap.root().put("other", new PString("goes on"));
            leave.countDown();
            slow.join();
            assertThat(map).containsEntry("key", "computed");
            assertThat(files()).containsOnly("used.heap", "used.heap.lock");
            heap.backup(backup);
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> files() throws IOException {
        try (var all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void whatCannotBeIsRefused() throws Exception {
        Heap heap = Heap.create(folder.resolve("used.heap"), 16 << 20);
        Path there = Files.writeString(folder.resolve("there"), "x");
        assertThatThrownBy(() -> heap.backup(there))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("exists already");
        assertThat(there).hasContent("x");
        assertThatThrownBy(() -> heap.backup(folder.resolve("no/such")))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("check its folder");
        assertThatThrownBy(() -> heap.atomically(() -> {
                    heap.backup(folder.resolve("backup"));
                }))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("end the block first");
        heap.close();
        assertThatThrownBy(() -> heap.backup(folder.resolve("backup"))).isInstanceOf(HeapClosedException.class);
        assertThat(files()).containsOnly("used.heap", "used.heap.lock", "there");
    }

    @Test
    void aLimitIsKept() {
        try (Heap heap = Heap.create(folder.resolve("used.heap"), 64 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("large", new PLongArray(new long[1 << 18]));
            BackupReport report = heap.backup(
                    folder.resolve("backup"), BackupOptions.defaults().withBytesPerSecond(8 << 20));
            assertThat(report.duration()).isGreaterThan(Duration.ofMillis(240));
        }
    }
}
