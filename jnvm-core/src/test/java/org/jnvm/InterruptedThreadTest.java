package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that are interrupted: opening says so, everything else works, and nobody else notices. */
class InterruptedThreadTest {
    private static final long MIB = 1 << 20;

    @TempDir
    private Path folder;

    private static HeapOptions in(DurabilityDomain domain) {
        return HeapOptions.defaults().domain(domain).walBytes(1 << 20);
    }

    private Path file() {
        return folder.resolve("a.heap");
    }

    @AfterEach
    void noFlagIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void openingSaysSoAndLeavesTheHeapAsItWas(DurabilityDomain domain) throws Exception {
        try (Heap heap = Heap.create(file(), MIB, in(domain))) {
            heap.root().put("node", node(heap, 42));
        }
        byte[] before = Files.readAllBytes(file());
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Heap.open(file(), in(domain)))
                .isExactlyInstanceOf(JnvmException.class)
                .hasMessageContaining("thread is interrupted: heap=" + file())
                .hasMessageContaining("thread=" + Thread.currentThread().getName())
                .hasMessageContaining("Thread.interrupted()");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        try (Heap heap = Heap.open(file(), in(domain))) {
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(42);
            assertThat(heap.recovery().skipped()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void creatingSaysSoAndLeavesNoHeap(DurabilityDomain domain) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Heap.openOrCreate(file(), MIB, in(domain)))
                .isExactlyInstanceOf(JnvmException.class)
                .hasMessageContaining("thread is interrupted: heap=" + file());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file()).doesNotExist();
        Heap.create(file(), MIB, in(domain)).close();
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void workGrowthForceAndCloseGoOn(DurabilityDomain domain) {
        Heap heap = Heap.create(file(), 64 * MIB, in(domain));
        Thread.currentThread().interrupt();
        Node node = node(heap, 1);
        heap.root().put("node", node);
        heap.sync();
        heap.force();
        heap.reserve(8 * MIB);
        for (int i = 0; i < 20; i++) {
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("bytes" + i, new Bytes(new byte[1_000_000]));
            }
        }
        heap.persistencePoint().toCompletableFuture().join();
        heap.check();
        heap.free(heap.root().get("bytes0"));
        heap.root().remove("bytes0");
        heap.close();
        assertThat(Thread.interrupted()).as("still marked").isTrue();
        try (Heap again = Heap.open(file(), in(domain))) {
            assertThat(again.recovery().skipped()).isTrue();
            assertThat(again.root().get("node", Node.class).value()).isEqualTo(1);
            assertThat(again.root().get("bytes19", Bytes.class).length()).isEqualTo(1_000_000);
            assertThat(again.check().isSound()).isTrue();
        }
    }

    /** One thread is interrupted all the time, in channel operations also while they run; others do not notice. */
    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void interruptsOfOneThreadAreNoMatterToOthers(DurabilityDomain domain) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (Heap heap = Heap.create(file(), 64 * MIB, in(domain))) {
            Thread victim = new Thread(() -> {
                for (int i = 0; i < 40; i++) {
                    try (Heap.Scope scope = heap.enter()) {
                        heap.root().put("mine" + i, new Bytes(new byte[500_000]));
                    }
                    heap.sync();
                }
                done.set(true);
            });
            Thread interrupter = new Thread(() -> {
                while (victim.isAlive()) {
                    victim.interrupt();
                    Thread.onSpinWait();
                }
            });
            victim.start();
            interrupter.start();
            for (int i = 0; victim.isAlive(); i++) {
                heap.root().put("other", node(heap, i));
                heap.sync();
            }
            victim.join();
            interrupter.join();
            assertThat(done).isTrue();
            assertThat(heap.stats().poisoned()).isFalse();
            for (int i = 0; i < 40; i++) {
                assertThat(heap.root().exists("mine" + i)).isTrue();
            }
        }
        try (Heap heap = Heap.open(file(), in(domain))) {
            assertThat(heap.root().get("mine39", Bytes.class).length()).isEqualTo(500_000);
        }
    }

    @Test
    void aHeapThatIsOpenStaysLockedWhenAnInterruptedThreadTriesToOpenIt() {
        try (Heap heap = Heap.create(file(), MIB)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Heap.open(file())).isExactlyInstanceOf(HeapLockedException.class);
            assertThat(Thread.interrupted()).isTrue();
            heap.force();
        }
    }

    private static Node node(Heap heap, long value) {
        try (Heap.Scope scope = heap.enter()) {
            return new Node(value);
        }
    }
}
