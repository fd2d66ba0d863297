package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The table of anomalies in docs/ISOLATION.md: which are possible without a block, in {@code atomically} and in {@code
 * atomicallyRetrying}. The interleaving of each is forced.
 */
@HeapTest
class IsolationTest {
    /** Where objects lie, and how they are looked at. */
    enum Kind {
        IN_BLOCK,
        IN_SLOT,
        CHECKED
    }

    private final TestHeap test;
    private final Elsewhere elsewhere = new Elsewhere();
    private Heap heap;
    private Node x;
    private Node y;

    IsolationTest(TestHeap test) {
        this.test = test;
    }

    private void open(Kind kind) {
        heap = test.create(1 << 20, HeapOptions.defaults().checked(kind == Kind.CHECKED));
        Node.makeInSlots(kind == Kind.IN_SLOT);
        x = root("x");
        y = root("y");
    }

    private Node root(String name) {
        Node node = Node.of(50, 50);
        heap.root().put(name, node);
        return node;
    }

    @AfterEach
    void close() {
        Node.makeInSlots(false);
        elsewhere.close();
    }

    private static void add(Node node, long amount) {
        node.setLeft(node.left() + amount);
    }

    /** Takes from x what it gives to y. */
    private void transfer() {
        add(x, -10);
        add(y, 10);
    }

    private void assertRefused(Throwable thrown) {
        assertThat(thrown)
                .isExactlyInstanceOf(ConflictException.class)
                .hasMessageContaining("heap=" + heap.path())
                .hasMessageContaining("another thread's failure-atomic block");
    }

    /**
     * Begins a retrying block in the other thread, and returns when it runs. It cannot end before the caller's block does if
     * there is a conflict, however often it tries.
     */
    private <T> Future<T> beginRetrying(Callable<T> action) {
        CountDownLatch runs = new CountDownLatch(1);
        Future<T> begun = elsewhere.begin(() -> heap.atomicallyRetrying(() -> {
            runs.countDown();
            return action.call();
        }));
        Elsewhere.await(runs);
        return begun;
    }

    /**
     * Runs a block under a lock of the program. In the middle of it another thread begins to do something under the same lock.
     * Returns when both are done.
     */
    private void underLock(Supplier<Long> before, Runnable other, Consumer<Long> after) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Future<Void> waiting;
        try {
            waiting = heap.atomically(() -> {
                long read = before.get();
                Future<Void> begun = beginUnderLock(lock, other);
                after.accept(read);
                return begun;
            });
        } finally {
            lock.unlock();
        }
        Elsewhere.get(waiting);
    }

    /** Begins something in the other thread, and returns when that waits for a lock that the caller has. */
    private Future<Void> beginUnderLock(ReentrantLock lock, Runnable action) {
        Future<Void> begun = elsewhere.begin(() -> {
            lock.lock();
            try {
                action.run();
            } finally {
                lock.unlock();
            }
            return null;
        });
        while (!lock.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        return begun;
    }

    // ---- dirty write

    @ParameterizedTest
    @EnumSource(Kind.class)
    void dirtyWriteIsExcluded(Kind kind) {
        open(kind);
        Future<Void> waiting = heap.atomically(() -> {
            x.setLeft(1);
            assertRefused(elsewhere.run(() -> x.setLeft(2)));
            assertRefused(elsewhere.run(() -> heap.atomically(() -> x.setLeft(2))));
            return beginRetrying(() -> {
                x.setRight(3);
                return null;
            });
        });
        Elsewhere.get(waiting);
        assertThat(x.left()).isEqualTo(1);
        assertThat(x.right()).isEqualTo(3);
    }

    // ---- dirty read

    @ParameterizedTest
    @EnumSource(Kind.class)
    void dirtyReadIsExcluded(Kind kind) {
        open(kind);
        Future<Long> waiting = heap.atomically(() -> {
            x.setLeft(1);
            assertThat(elsewhere.<Long>call(x::left)).isEqualTo(50);
            assertThat(elsewhere.<Long>call(() -> heap.atomically(x::left))).isEqualTo(50);
            return beginRetrying(x::left);
        });
        assertThat(Elsewhere.get(waiting)).as("it waited").isEqualTo(1);
    }

    // ---- lost update

    @ParameterizedTest
    @EnumSource(Kind.class)
    void lostUpdateIsPossibleWithoutABlockAndInOneThatIsRefused(Kind kind) {
        open(kind);
        long read = x.left();
        assertThat(elsewhere.run(() -> add(x, 1))).isNull();
        x.setLeft(read + 1);
        assertThat(x.left()).as("of two").isEqualTo(51);
        heap.atomically(() -> {
            long again = x.left();
            assertThat(elsewhere.run(() -> heap.atomically(() -> add(x, 1)))).isNull();
            x.setLeft(again + 1);
        });
        assertThat(x.left()).as("of two more").isEqualTo(52);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void lostUpdateIsExcludedByALockOfTheProgram(Kind kind) {
        open(kind);
        underLock(x::left, () -> heap.atomically(() -> add(x, 1)), read -> x.setLeft(read + 1));
        assertThat(x.left()).isEqualTo(52);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void lostUpdateIsExcludedInARetryingBlock(Kind kind) {
        open(kind);
        Future<Long> waiting = heap.atomicallyRetrying(() -> {
            long read = x.left();
            assertRefused(elsewhere.run(() -> heap.atomically(() -> add(x, 1))));
            assertRefused(elsewhere.run(() -> x.setLeft(7)));
            Future<Long> begun = beginRetrying(() -> {
                add(x, 1);
                return x.left();
            });
            x.setLeft(read + 1);
            return begun;
        });
        assertThat(Elsewhere.get(waiting)).isEqualTo(52);
        assertThat(x.left()).isEqualTo(52);
    }

    // ---- non-repeatable read

    @ParameterizedTest
    @EnumSource(Kind.class)
    void nonRepeatableReadIsPossibleInABlockThatIsRefused(Kind kind) {
        open(kind);
        heap.atomically(() -> {
            assertThat(x.left()).isEqualTo(50);
            assertThat(elsewhere.run(() -> heap.atomically(() -> add(x, 1)))).isNull();
            assertThat(x.left()).isEqualTo(51);
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void nonRepeatableReadIsExcludedByALockOfTheProgram(Kind kind) {
        open(kind);
        underLock(
                x::left,
                () -> heap.atomically(() -> add(x, 1)),
                read -> assertThat(x.left()).isEqualTo(read));
        assertThat(x.left()).isEqualTo(51);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void nonRepeatableReadIsExcludedInARetryingBlock(Kind kind) {
        open(kind);
        Future<Void> waiting = heap.atomicallyRetrying(() -> {
            assertThat(x.left()).isEqualTo(50);
            Future<Void> begun = beginRetrying(() -> {
                add(x, 1);
                return null;
            });
            assertRefused(Elsewhere.thrownBy(() -> {
                try (Elsewhere third = new Elsewhere()) {
                    throw third.run(() -> heap.free(heap.root().get("x")));
                }
            }));
            assertThat(x.left()).isEqualTo(50);
            return begun;
        });
        Elsewhere.get(waiting);
        assertThat(x.left()).isEqualTo(51);
    }

    // ---- read skew

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readSkewIsPossibleWithoutABlockAndInOneThatIsRefused(Kind kind) {
        open(kind);
        long before = x.left();
        assertThat(elsewhere.run(() -> heap.atomically(this::transfer))).isNull();
        assertThat(before + y.left()).as("not 100").isEqualTo(110);
        heap.atomically(() -> {
            long inBlock = x.left();
            assertThat(elsewhere.run(() -> heap.atomically(this::transfer))).isNull();
            assertThat(inBlock + y.left()).as("not 100").isEqualTo(110);
        });
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readSkewIsExcludedByALockOfTheProgram(Kind kind) {
        open(kind);
        underLock(
                x::left,
                () -> heap.atomically(this::transfer),
                read -> assertThat(read + y.left()).isEqualTo(100));
        assertThat(x.left()).isEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readSkewIsExcludedInARetryingBlock(Kind kind) {
        open(kind);
        Future<Void> waiting = heap.atomicallyRetrying(() -> {
            long read = x.left();
            assertRefused(elsewhere.run(() -> heap.atomically(this::transfer)));
            Future<Void> begun = beginRetrying(() -> {
                transfer();
                return null;
            });
            assertThat(read + y.left()).isEqualTo(100);
            return begun;
        });
        Elsewhere.get(waiting);
        assertThat(x.left()).isEqualTo(40);
        assertThat(y.left()).isEqualTo(60);
    }

    /** Also where the writer is no retrying block: it is refused, or the reader waits. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void aRetryingReaderWaitsForABlockThatIsRefusedOnly(Kind kind) {
        open(kind);
        Future<Long> sum = heap.atomically(() -> {
            add(x, -10);
            Future<Long> begun = beginRetrying(() -> y.left() + x.left());
            assertThat(begun.isDone()).isFalse();
            return begun; // y may be read, and locked, already: it is not changed
        });
        assertThat(Elsewhere.get(sum)).isEqualTo(90);
    }

    // ---- write skew

    /** Takes 60 from a node if both together have 60: in sequence just one of two can. */
    private void take(Node from) {
        if (x.left() + y.left() >= 60) {
            add(from, -60);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void writeSkewIsPossibleWithoutABlockAndInOneThatIsRefused(Kind kind) {
        open(kind);
        boolean enough = x.left() + y.left() >= 60;
        assertThat(elsewhere.run(() -> take(y))).isNull();
        assertThat(enough).isTrue();
        add(x, -60);
        assertThat(x.left() + y.left()).isEqualTo(-20);
        add(x, 60);
        add(y, 60);
        heap.atomically(() -> {
            boolean inBlock = x.left() + y.left() >= 60;
            assertThat(elsewhere.run(() -> heap.atomically(() -> take(y)))).isNull();
            assertThat(inBlock).isTrue();
            add(x, -60);
        });
        assertThat(x.left() + y.left()).isEqualTo(-20);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void writeSkewIsExcludedByALockOfTheProgram(Kind kind) {
        open(kind);
        underLock(() -> x.left() + y.left(), () -> heap.atomically(() -> take(y)), sum -> {
            assertThat(sum).isGreaterThanOrEqualTo(60);
            add(x, -60);
        });
        assertThat(x.left()).isEqualTo(-10);
        assertThat(y.left()).as("nothing was taken there").isEqualTo(50);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void writeSkewIsExcludedInARetryingBlock(Kind kind) {
        open(kind);
        Future<Void> waiting = heap.atomicallyRetrying(() -> {
            boolean enough = x.left() + y.left() >= 60;
            assertRefused(elsewhere.run(() -> heap.atomically(() -> take(y))));
            Future<Void> begun = beginRetrying(() -> {
                take(y);
                return null;
            });
            assertThat(enough).isTrue();
            add(x, -60);
            return begun;
        });
        Elsewhere.get(waiting);
        assertThat(x.left()).isEqualTo(-10);
        assertThat(y.left()).as("nothing was taken there").isEqualTo(50);
    }

    // ---- part of a commit, seen from outside blocks

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aThreadOutsideBlocksSeesPartOfACommitWhateverBlockMadeIt(Kind kind) {
        open(kind);
        long before = x.left();
        assertThat(elsewhere.run(() -> heap.atomicallyRetrying(this::transfer))).isNull();
        assertThat(before + y.left()).as("not 100").isEqualTo(110);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aThreadOutsideBlocksThatTakesTheLockSeesAllOfACommit(Kind kind) {
        open(kind);
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Future<Void> waiting;
        try {
            long before = x.left();
            waiting = beginUnderLock(lock, () -> heap.atomically(this::transfer));
            assertThat(before + y.left()).isEqualTo(100);
        } finally {
            lock.unlock();
        }
        Elsewhere.get(waiting);
        assertThat(x.left()).isEqualTo(40);
    }
}
