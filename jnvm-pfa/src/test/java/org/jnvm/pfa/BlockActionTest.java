package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.runtime.Transactions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** What programs register to run when a block is committed or undone. */
@HeapTest
class BlockActionTest {
    private final TestHeap test;
    private final Heap heap;
    private Node node;
    private final List<String> log = new ArrayList<>();

    BlockActionTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
        node = Node.of(0, 0);
        heap.root().put("n", node);
    }

    private void register(String name) {
        heap.onCommit(() -> log.add("+" + name + node.left()));
        heap.onAbort(() -> log.add("-" + name + node.left()));
    }

    private static void fail(String message) {
        throw new IllegalStateException(message);
    }

    @Test
    void runInTheirOrderAfterTheCommitWithAccessToObjects() {
        heap.atomically(() -> {
            register("a");
            node.move(1);
            heap.atomically(() -> {
                register("b");
                heap.onCommit(() -> heap.atomically(() -> node.move(10)));
            });
            register("c");
            assertThat(log).isEmpty();
        });
        assertThat(log).containsExactly("+a1", "+b1", "+c11");
        assertThat(node.left()).isEqualTo(11);
    }

    @Test
    void runTheLastFirstOnceEverythingIsUndone() {
        assertThatThrownBy(() -> heap.atomically(() -> {
                    register("a");
                    node.move(1);
                    heap.atomically(() -> register("b"));
                    register("c");
                    heap.onAbort(() -> heap.atomically(() -> node.move(10)));
                    fail("out");
                }))
                .hasMessage("out");
        assertThat(log).containsExactly("-c10", "-b10", "-a10");
        log.clear();
        Transactions.faStart(node);
        register("a");
        node.move(1);
        JNVM.faAbort();
        assertThat(log).isEmpty(); // the method that started the block has not left it
        assertThatThrownBy(() -> Transactions.faEnd(node)).isInstanceOf(FailureAtomicException.class);
        assertThat(log).containsExactly("-a10");
    }

    @Test
    void anInnerBlockThatIsUndoneRunsItsOwn() {
        heap.atomically(() -> {
            register("a");
            node.move(1);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        node.move(1);
                        register("b");
                        heap.onAbort(() -> node.move(5)); // part of the enclosing block
                        fail("in");
                    }))
                    .hasMessage("in");
            assertThat(log).containsExactly("-b6");
            register("c");
        });
        assertThat(log).containsExactly("-b6", "+a6", "+c6");
    }

    @Test
    void outsideABlockOnlyCommitActionsRunAndAtOnce() {
        register("a");
        assertThat(log).containsExactly("+a0");
        try (Heap other = Heap.create(test.folder().resolve("other.heap"), 1 << 20)) {
            other.atomically(() -> register("b")); // not a block of this heap
            assertThat(log).containsExactly("+a0", "+b0");
            other.close();
            assertThatThrownBy(() -> other.onCommit(() -> {})).isInstanceOf(HeapClosedException.class);
            assertThatThrownBy(() -> other.onAbort(() -> {})).isInstanceOf(HeapClosedException.class);
        }
        assertThatThrownBy(() -> heap.onCommit(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> heap.onAbort(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void allRunAlsoIfSomeThrowAndTheBlockStaysCommitted() {
        Throwable thrown = catchThrowable(() -> heap.atomically(() -> {
            node.move(1);
            heap.onCommit(() -> fail("first"));
            register("a");
            heap.onCommit(() -> fail("second"));
            register("b");
        }));
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessage("first");
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(thrown.getSuppressed()[0]).hasMessage("second");
        assertThat(log).containsExactly("+a1", "+b1");
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
        assertThat(JNVM.inFa()).isFalse();
    }

    @Test
    void allRunAlsoIfSomeThrowAndTheBlockStaysUndone() {
        Throwable thrown = catchThrowable(() -> heap.atomically(() -> {
            node.move(1);
            heap.onAbort(() -> fail("first"));
            register("a");
            heap.onAbort(() -> fail("second"));
            fail("out");
        }));
        assertThat(thrown).hasMessage("out");
        assertThat(thrown.getSuppressed()).extracting(Throwable::getMessage).containsExactly("second", "first");
        Transactions.faStart(node);
        node.move(1);
        heap.onAbort(() -> fail("first"));
        heap.onAbort(() -> fail("second"));
        JNVM.faAbort();
        Throwable left = catchThrowable(() -> Transactions.faEnd(node));
        assertThat(left).isInstanceOf(FailureAtomicException.class);
        assertThat(left.getSuppressed()).extracting(Throwable::getMessage).containsExactly("second", "first");
        assertThat(log).containsExactly("-a0");
        assertThat(node.values()).isEqualTo("0,0,0,0");
        assertThat(JNVM.inFa()).isFalse();
    }

    @Test
    void anInnerActionThatThrowsDoesNotKeepTheEnclosingBlockFromItsCommit() {
        heap.atomically(() -> {
            node.move(1);
            Throwable thrown = catchThrowable(() -> heap.atomically(() -> {
                node.move(1);
                heap.onAbort(() -> fail("action"));
                fail("in");
            }));
            assertThat(thrown).hasMessage("in");
            assertThat(thrown.getSuppressed()).hasSize(1);
        });
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
    }

    @Test
    void theDefaultHeapHasThemToo() {
        JNVM.init(test.folder().resolve("default.heap"), HeapOptions.defaults().maxBytes(1 << 20));
        try {
            JNVM.faStart();
            JNVM.onCommit(() -> log.add("+"));
            JNVM.onAbort(() -> log.add("-"));
            JNVM.faEnd();
            JNVM.faStart();
            JNVM.onCommit(() -> log.add("+"));
            JNVM.onAbort(() -> log.add("-"));
            JNVM.faAbort();
            assertThat(log).containsExactly("+", "-");
            JNVM.faStart();
            JNVM.onAbort(() -> fail("first"));
            JNVM.onAbort(() -> fail("second"));
            Throwable aborted = catchThrowable(JNVM::faAbort);
            assertThat(aborted).hasMessage("second");
            assertThat(aborted.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("first");
            assertThat(JNVM.inFa()).isFalse();
        } finally {
            JNVM.close();
        }
    }
}
