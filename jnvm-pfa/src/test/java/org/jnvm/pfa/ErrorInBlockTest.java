package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupted threads, and errors of the JVM, in failure-atomic blocks. */
@HeapTest
class ErrorInBlockTest {
    private final TestHeap test;
    private Heap heap;
    private Node node;

    ErrorInBlockTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
        node = Node.of(0, 0);
        heap.root().put("n", node);
    }

    @AfterEach
    void close() {
        boolean interrupted = Thread.interrupted();
        assertThat(interrupted).isFalse();
    }

    @Test
    void anInterruptedThreadCommitsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        heap.atomically(() -> {
            node.move(1);
            node.setNext(Node.of(1, 1));
        });
        assertThat(Thread.interrupted()).isTrue();
        heap.atomically(() -> {
            node.move(1);
            Thread.currentThread().interrupt();
            heap.atomically(() -> node.move(1));
            Node next = node.next();
            node.setNext(null);
            heap.free(next);
        });
        assertThat(Thread.interrupted()).isTrue();
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        assertThat(heap.root().get("n", Node.class).values()).isEqualTo("3,3,-3,-3");
    }

    @Test
    void anInterruptedThreadAbortsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    throw new IllegalStateException("out");
                }))
                .hasMessage("out");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(node.values()).isEqualTo("0,0,0,0");
    }

    @Test
    void checkedExceptionsUndoToo() {
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    throw new InterruptedException("checked");
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(node.values()).isEqualTo("0,0,0,0");
    }

    /** The JVM throws it wherever the thread happens to be: in what the program does in the block, for example. */
    @Test
    void aPageThatCannotBeReachedPoisons() {
        InternalError unreachable = new InternalError("a fault occurred in an unsafe memory access operation");
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    throw unreachable;
                }))
                .isSameAs(unreachable);
        assertThat(JNVM.inFa()).isFalse();
        assertThat(heap.stats().poisoned()).isTrue();
        assertThatThrownBy(() -> heap.atomically(() -> node.move(1)))
                .isExactlyInstanceOf(HeapPoisonedException.class)
                .hasMessageContaining("failed=access inside a failure-atomic block")
                .hasRootCause(unreachable);
        heap = test.reopen(HeapOptions.defaults());
        assertThat(heap.root().get("n", Node.class).values()).isEqualTo("0,0,0,0");
    }

    @Test
    void anInternalErrorOfAnotherKindOnlyUndoes() {
        InternalError linkage = new InternalError("no such method", new NoSuchMethodException("m"));
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    throw linkage;
                }))
                .isSameAs(linkage);
        heap.atomically(() -> node.move(5));
        assertThat(node.values()).isEqualTo("5,5,-5,-5");
    }

    private void fillMemory(Object before) {
        Object[] chain = {before, new long[1 << 24]};
        fillMemory(chain);
    }

    private int overflow(int depth) {
        node.move(1);
        return overflow(depth + 1) + 1;
    }

    @Test
    void errorsOfTheJvmAbortTheWholeBlock() {
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    overflow(0);
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    fillMemory(null);
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    throw new ThreadDeathOfSorts();
                }))
                .isInstanceOf(ThreadDeathOfSorts.class);
        assertThat(JNVM.inFa()).isFalse();
        assertThat(node.values()).isEqualTo("0,0,0,0");
        heap.atomically(() -> node.move(1));
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
    }

    private static final class ThreadDeathOfSorts extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void errorsThatAreCaughtOutsideAnInnerBlockUndoJustThat() {
        heap.atomically(() -> {
            node.move(1);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        node.move(10);
                        overflow(0);
                    }))
                    .isInstanceOf(StackOverflowError.class);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        node.move(10);
                        fillMemory(null);
                    }))
                    .isInstanceOf(OutOfMemoryError.class);
            assertThat(node.left()).isEqualTo(1);
            node.move(1);
        });
        assertThat(node.values()).isEqualTo("2,2,-2,-2");
        assertThat(heap.stats().openFaBlocks()).isZero();
    }

    /** Throws at each store while it is set. */
    private static final class AtStore implements Recorder {
        private boolean set;

        @Override
        public boolean wantsImage() {
            return false;
        }

        @Override
        public void started(byte[] image) {
            assertThat(image).isEmpty();
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            if (set) {
                throw new OutOfMemoryError("on purpose");
            }
        }

        @Override
        public void writtenBack(long offset) {
            assertThat(offset).isNotNegative();
        }

        @Override
        public void fenced() {
            assertThat(set).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatAnErrorKeptFromBeingUndoneIsNotCommittedWhateverIsUndoneAfterIt(boolean further) {
        AtStore atStore = new AtStore();
        heap = test.reopen(HeapOptions.defaults().recorder(atStore));
        node = heap.root().get("n", Node.class);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    assertThatThrownBy(() -> heap.atomically(() -> {
                                node.move(5);
                                assertThat(Node.of(1, 1).left()).isEqualTo(1); // to be taken back: a store
                                atStore.set = true;
                                throw new IllegalStateException("first");
                            }))
                            .hasMessage("first");
                    atStore.set = false;
                    if (further) {
                        assertThatThrownBy(() -> heap.atomically(() -> {
                                    node.setRight(7);
                                    throw new IllegalStateException("second");
                                }))
                                .hasMessage("second");
                    }
                }))
                .isInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("undoing a block inside it failed")
                .hasRootCauseMessage("on purpose");
        assertThat(node.values()).isEqualTo("0,0,0,0");
        heap.atomically(() -> node.move(1));
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void whatAnErrorKeptFromBeingUndoneIsUndoneByTheBlockAroundIt() {
        AtStore atStore = new AtStore();
        heap = test.reopen(HeapOptions.defaults().recorder(atStore));
        node = heap.root().get("n", Node.class);
        heap.atomically(() -> {
            node.move(1);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        assertThatThrownBy(() -> heap.atomically(() -> {
                                    node.move(5);
                                    assertThat(Node.of(1, 1).left()).isEqualTo(1);
                                    atStore.set = true;
                                    throw new IllegalStateException("inner");
                                }))
                                .hasMessage("inner");
                        atStore.set = false;
                        throw new IllegalStateException("outer");
                    }))
                    .hasMessage("outer");
            assertThat(node.left()).isEqualTo(1);
        });
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
    }
}
