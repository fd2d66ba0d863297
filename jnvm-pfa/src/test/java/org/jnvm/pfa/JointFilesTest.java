package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.Heap;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;
import org.jnvm.Heaps;
import org.jnvm.MissingHeapException;
import org.jnvm.SalvageReport;
import org.jnvm.Trust;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.internal.transaction.JointSettling;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of two heaps that a crash left in the middle of a commit over both: when they are opened alone, together, in either
 * order, by two threads at once, elsewhere, or when one of them is lost.
 */
@Once
class JointFilesTest {
    /** A moment in the commit. */
    private enum Moment {
        /** One heap has its record; the other, which decides, has none. */
        UNDECIDED(0),
        /** Both have their records. */
        DECIDED(1),
        /** The record of the heap that does not decide counts by itself. */
        SETTLED(2);

        private final int fence;

        Moment(int fence) {
            this.fence = fence;
        }
    }

    private static final int AT_ONCE = Full.ON ? 200 : 6;

    @TempDir
    Path folder;

    /** Copies the files of both heaps, as a process that is killed leaves them. */
    private void copyBoth(Path to) {
        try {
            for (String name : List.of("a.heap", "b.heap")) {
                Files.copy(folder.resolve(name), to.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes two heaps whose values are 1 each, and crashes in the block that makes them 2. */
    private Path crash(Moment moment) throws IOException {
        Path to = Files.createDirectories(folder.resolve(moment.name()));
        AtFence copy = new AtFence(() -> copyBoth(to));
        HeapOptions options = HeapOptions.defaults().recorder(copy);
        try (Heap a = Heap.openOrCreate(folder.resolve("a.heap"), 1 << 20, options);
                Heap b = Heap.openOrCreate(folder.resolve("b.heap"), 1 << 20, options)) {
            for (Heap heap : List.of(a, b)) {
                try (Heap.Scope scope = heap.enter()) {
                    heap.root().put("x", Node.of(0, 0));
                }
            }
            Node inA = a.root().get("x", Node.class);
            Node inB = b.root().get("x", Node.class);
            Heaps both = Heaps.of(a, b);
            for (int i = 0; i < 2; i++) { // each lane has both its logs then, whose making fences, too
                both.atomically(() -> {
                    inA.setLeft(1);
                    inB.setLeft(1);
                });
            }
            copy.countTo(moment.fence);
            both.atomically(() -> {
                inA.setLeft(2);
                inB.setLeft(2);
            });
        }
        return to;
    }

    private static long valueOf(Path heap) {
        try (Heap opened = Heap.open(heap)) {
            return valueOf(opened);
        }
    }

    private static long valueOf(Heap heap) {
        assertThat(heap.check().isSound()).isTrue();
        return heap.root().get("x", Node.class).left();
    }

    private Path copyOf(Path crashed, String name) throws IOException {
        Path copy = Files.createDirectories(crashed.resolve(name));
        for (String heap : List.of("a.heap", "b.heap")) {
            Files.copy(crashed.resolve(heap), copy.resolve(heap), StandardCopyOption.REPLACE_EXISTING);
        }
        return copy;
    }

    @Test
    void bothOrNeitherInEitherOrder() throws IOException {
        for (Moment moment : Moment.values()) {
            long expected = moment == Moment.UNDECIDED ? 1 : 2;
            Path crashed = crash(moment);
            for (List<String> order : List.of(List.of("a.heap", "b.heap"), List.of("b.heap", "a.heap"))) {
                // one after the other
                Path apart = copyOf(crashed, "apart-" + order.get(0));
                assertThat(valueOf(apart.resolve(order.get(0))))
                        .as("%s", moment)
                        .isEqualTo(expected);
                assertThat(valueOf(apart.resolve(order.get(1))))
                        .as("%s", moment)
                        .isEqualTo(expected);
                // the first still open
                Path together = copyOf(crashed, "together-" + order.get(0));
                try (Heap first = Heap.open(together.resolve(order.get(0)));
                        Heap second = Heap.open(together.resolve(order.get(1)))) {
                    assertThat(valueOf(first)).as("%s", moment).isEqualTo(expected);
                    assertThat(valueOf(second)).as("%s", moment).isEqualTo(expected);
                }
            }
            Files.delete(folder.resolve("a.heap"));
            Files.delete(folder.resolve("b.heap"));
        }
    }

    /** Who only reads decides in memory; a heap that is not trusted has no other one opened. */
    @Test
    void whoReadsSeesBothOrNeitherAndChangesNothing() throws IOException {
        for (Moment moment : Moment.values()) {
            long expected = moment == Moment.UNDECIDED ? 1 : 2;
            Path crashed = crash(moment);
            Files.delete(folder.resolve("a.heap"));
            Files.delete(folder.resolve("b.heap"));
            byte[] inA = Files.readAllBytes(crashed.resolve("a.heap"));
            byte[] inB = Files.readAllBytes(crashed.resolve("b.heap"));
            for (String name : List.of("b.heap", "a.heap", "b.heap")) {
                try (Heap heap = Heap.openReadOnly(crashed.resolve(name))) {
                    assertThat(valueOf(heap)).as("%s %s", moment, name).isEqualTo(expected);
                }
            }
            HeapOptions untrusted = HeapOptions.defaults().trust(Trust.UNTRUSTED);
            if (moment == Moment.SETTLED) {
                try (Heap heap = Heap.open(crashed.resolve("b.heap"), untrusted)) {
                    assertThat(valueOf(heap)).isEqualTo(expected);
                }
            } else {
                assertThatThrownBy(() -> Heap.open(crashed.resolve("b.heap"), untrusted))
                        .isInstanceOf(MissingHeapException.class)
                        .hasMessageContaining("heap=" + crashed.resolve("b.heap"))
                        .hasMessageContaining("not trusted");
            }
            assertThat(Files.readAllBytes(crashed.resolve("a.heap"))).isEqualTo(inA);
            assertThat(Files.readAllBytes(crashed.resolve("b.heap"))).isEqualTo(inB);
        }
    }

    @Test
    void aMissingHeapIsNamedAndNothingIsChanged() throws IOException {
        for (Moment moment : Moment.values()) {
            Path crashed = crash(moment);
            Files.delete(folder.resolve("a.heap"));
            Files.delete(folder.resolve("b.heap"));
            boolean firstNeeds = moment != Moment.UNDECIDED; // else it knows of nothing
            boolean secondNeeds = moment != Moment.SETTLED;
            requires(firstNeeds, moment, copyOf(crashed, "1"), "a.heap", "b.heap");
            requires(secondNeeds, moment, copyOf(crashed, "2"), "b.heap", "a.heap");
        }
    }

    private void requires(boolean needs, Moment moment, Path crashed, String opened, String other) throws IOException {
        long expected = moment == Moment.UNDECIDED ? 1 : 2;
        Path away = Files.createDirectories(crashed.resolve("away")).resolve(other);
        Files.move(crashed.resolve(other), away);
        Path heap = crashed.resolve(opened);
        if (!needs) {
            assertThat(valueOf(heap)).as("%s %s", moment, opened).isEqualTo(expected);
            return;
        }
        byte[] before = Files.readAllBytes(heap);
        assertThatThrownBy(() -> Heap.open(heap))
                .isInstanceOf(MissingHeapException.class)
                .hasMessageContaining("heap=" + heap)
                .hasMessageContaining("needed: heap id=")
                .hasMessageContaining("file=" + folder.resolve(other))
                .hasMessageContaining(crashed.resolve(other) + " (no such file)")
                .hasMessageContaining("salvage");
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);
        try (Heap stranger = Heap.create(crashed.resolve(other), 1 << 20)) {
            assertThat(stranger.root().size()).isZero();
        }
        assertThatThrownBy(() -> Heap.open(heap))
                .isInstanceOf(MissingHeapException.class)
                .hasMessageContaining(crashed.resolve(other) + " (another heap)");
        if (opened.equals("b.heap")) { // tools say the same, of the heap that does not decide
            assertThatThrownBy(() -> replayedInMemory(heap)).isInstanceOf(MissingHeapException.class);
        } else {
            assertThat(replayedInMemory(heap)).isPositive();
        }
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);
        Files.move(away, crashed.resolve(other), StandardCopyOption.REPLACE_EXISTING);
        assertThat(replayedInMemory(heap)).isPositive();
        assertThat(Files.readAllBytes(heap)).isEqualTo(before);
        assertThat(valueOf(heap)).as("%s %s", moment, opened).isEqualTo(expected);
        Files.delete(heap);
        if (opened.equals("a.heap")) { // each has to be opened once; the one that decides does so for both
            assertThat(valueOf(crashed.resolve(other))).isEqualTo(expected);
        }
    }

    /** Returns how many records a tool finds that looks at a heap. */
    private static int replayedInMemory(Path heap) {
        try (HeapFile file = HeapFileOpener.openReadOnly(heap, true)) {
            return ThreadTransactions.replay(new ObjectSpace(file, new PersistentClasses()), JointSettling.looking());
        }
    }

    @Test
    void aHeapIsFoundWhereItWas() throws IOException {
        Path crashed = crash(Moment.DECIDED);
        Files.copy(crashed.resolve("a.heap"), folder.resolve("a.heap"), StandardCopyOption.REPLACE_EXISTING);
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere")).resolve("renamed.heap");
        Files.move(crashed.resolve("b.heap"), elsewhere);
        assertThat(valueOf(elsewhere)).isEqualTo(2);
    }

    @Test
    void aLostHeapCanBeDoneWithout() throws IOException {
        for (Moment moment : List.of(Moment.UNDECIDED, Moment.DECIDED)) {
            Path crashed = crash(moment);
            Files.delete(folder.resolve("a.heap"));
            Files.delete(folder.resolve("b.heap"));
            Files.move(crashed.resolve("a.heap"), crashed.resolve("a.lost"));
            List<SalvageReport> reports = new ArrayList<>();
            try (Heap b =
                    Heap.open(crashed.resolve("b.heap"), HeapOptions.defaults().salvage(reports::add))) {
                assertThat(valueOf(b)).isEqualTo(1);
            }
            assertThat(reports).hasSize(1);
            assertThat(reports.toString()).contains("over several heaps left out");
        }
        Path crashed = folder.resolve(Moment.DECIDED.name());
        Files.move(crashed.resolve("a.lost"), crashed.resolve("a.heap"));
        List<SalvageReport> reports = new ArrayList<>();
        Files.move(crashed.resolve("b.heap"), crashed.resolve("b.gone"));
        try (Heap a =
                Heap.open(crashed.resolve("a.heap"), HeapOptions.defaults().salvage(reports::add))) {
            assertThat(valueOf(a)).as("it has decided").isEqualTo(2);
        }
        assertThat(reports).hasSize(1);
    }

    @Test
    void twoThreadsOpenBothAtOnce() throws Exception {
        for (Moment moment : List.of(Moment.UNDECIDED, Moment.DECIDED)) {
            Path crashed = crash(moment);
            for (int i = 0; i < AT_ONCE; i++) {
                Path copy = copyOf(crashed, "copy");
                List<Heap> opened = new ArrayList<>();
                List<Throwable> thrown = new ArrayList<>();
                CountDownLatch start = new CountDownLatch(1);
                List<Thread> threads = new ArrayList<>();
                for (String name : List.of("a.heap", "b.heap")) {
                    threads.add(new Thread(() -> {
                        try {
                            start.await();
                            Heap heap = Heap.open(copy.resolve(name));
                            synchronized (opened) {
                                opened.add(heap);
                            }
                        } catch (InterruptedException | RuntimeException e) {
                            synchronized (opened) {
                                thrown.add(e);
                            }
                        }
                    }));
                }
                threads.forEach(Thread::start);
                start.countDown();
                for (Thread thread : threads) {
                    thread.join();
                }
                assertThat(thrown).isEmpty();
                for (Heap heap : opened) {
                    assertThat(valueOf(heap)).isEqualTo(moment == Moment.UNDECIDED ? 1 : 2);
                    heap.close();
                }
            }
        }
    }

    @Test
    void aHeapThatSomebodyElseHasIsNamed() throws IOException {
        Path crashed = crash(Moment.DECIDED);
        try (HeapFile held = HeapFileOpener.openReadOnly(crashed.resolve("a.heap"), false)) {
            assertThat(held.wasClean()).isFalse();
            assertThatThrownBy(() -> Heap.open(crashed.resolve("b.heap")))
                    .isInstanceOf(HeapLockedException.class)
                    .hasMessageContaining("needed=" + crashed.resolve("a.heap"));
        }
        assertThat(valueOf(crashed.resolve("b.heap"))).isEqualTo(2);
    }

    @Test
    void copiesOfHeapsInUseNeedNoOther() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        try (Heap a = Heap.create(folder.resolve("a.heap"), 1 << 20);
                Heap b = Heap.create(folder.resolve("b.heap"), 1 << 20)) {
            for (Heap heap : List.of(a, b)) {
                try (Heap.Scope scope = heap.enter()) {
                    heap.root().put("x", Node.of(0, 0));
                }
            }
            Heaps both = Heaps.of(a, b);
            Node inA = a.root().get("x", Node.class);
            Node inB = b.root().get("x", Node.class);
            Thread mover = new Thread(() -> {
                while (!stop.get()) {
                    both.atomically(() -> {
                        inA.move(1);
                        inB.move(-1);
                    });
                }
            });
            mover.start();
            try {
                for (int i = 0; i < 4; i++) {
                    Path copy =
                            Files.createDirectories(folder.resolve("copy" + i)).resolve("copy.heap");
                    (i % 2 == 0 ? a : b).backup(copy);
                    try (Heap opened = Heap.open(copy)) {
                        Node x = opened.root().get("x", Node.class);
                        assertThat(x.left()).isEqualTo(-x.right());
                    }
                }
            } finally {
                stop.set(true);
                mover.join();
            }
            assertThat(inA.left()).isEqualTo(-inB.left());
        }
    }
}
