package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** Failure-atomic blocks in a heap that is full. */
@HeapTest
class FullHeapTest {
    private final TestHeap test;
    private Heap heap;
    private final List<Node> chain = new ArrayList<>();

    FullHeapTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
    }

    private void reopen() {
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
    }

    /** Fills the heap with a list of nodes, no block being left; the first is a root. */
    private void fill() {
        Node last = Node.of(0, 0);
        heap.root().put("chain", last);
        chain.add(last);
        try {
            while (true) {
                Node next = Node.of(chain.size(), 0);
                last.setNext(next);
                chain.add(next);
                last = next;
            }
        } catch (HeapFullException e) {
            assertThat(e).hasMessageContaining("blocks kept for commits=").hasMessageContaining("blocks free=0");
            assertThat(chain.size()).isGreaterThan(3500);
        }
        assertThatThrownBy(() -> Node.of(1, 1)).isInstanceOf(HeapFullException.class);
    }

    private void assertChain(int length, long right) {
        int seen = 0;
        for (Node node = heap.root().get("chain", Node.class); node != null; node = node.next()) {
            assertThat(node.left()).isEqualTo(seen == 0 ? right : seen);
            seen++;
        }
        assertThat(seen).isEqualTo(length);
    }

    @Test
    void theFirstBlockEverFreesAndUnlinks() {
        fill();
        Node first = chain.get(0);
        heap.atomically(() -> {
            Node second = first.next();
            first.setNext(second.next());
            heap.free(second);
        });
        assertThat(first.next()).isEqualTo(chain.get(2));
    }

    @Test
    void manyObjectsAreFreedInPieces() {
        fill();
        int length = chain.size();
        while (length > 1) {
            int from = Math.max(1, length - 100);
            int to = length;
            heap.atomically(() -> {
                chain.get(from - 1).setNext(null);
                for (int i = from; i < to; i++) {
                    heap.free(chain.get(i));
                }
            });
            length = from;
        }
        assertChain(1, 0);
        for (int i = 0; i < 3000; i++) {
            Node node = Node.of(i, i);
            node.setNext(chain.get(0).next());
            chain.get(0).setNext(node);
        }
        reopen();
        assertThat(heap.root().get("chain", Node.class).next().left()).isEqualTo(2999);
    }

    @Test
    void existingObjectsAreWrittenOverAndOver() {
        fill();
        Node first = chain.get(0);
        for (int i = 1; i <= 1000; i++) {
            heap.atomically(() -> first.move(1));
            assertThat(first.left()).isEqualTo(i);
        }
        int length = chain.size();
        reopen();
        assertChain(length, 1000);
    }

    @Test
    void aBlockThatNeedsMoreThanTheReserveIsUndoneAsAWhole() {
        fill();
        heap.atomically(() -> chain.get(0).move(1));
        for (int round = 0; round < 20; round++) {
            assertThatThrownBy(() -> heap.atomically(() -> {
                        for (Node node : chain) {
                            node.move(1);
                        }
                    }))
                    .isInstanceOf(HeapFullException.class);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        chain.get(0).move(5);
                        chain.get(1).setNext(Node.of(1, 1));
                    }))
                    .isInstanceOf(HeapFullException.class);
            assertThat(JNVM.inFa()).isFalse();
            assertThat(chain.get(0).left()).isEqualTo(1);
            assertThat(chain.get(1).left()).isEqualTo(1);
            heap.atomically(() -> chain.get(0).setRight(7));
        }
        int length = chain.size();
        reopen();
        assertChain(length, 1);
    }

    @Test
    void anInnerBlockThatFindsItFullIsUndoneAndTheEnclosingOneCommits() {
        fill();
        heap.atomically(() -> {
            chain.get(0).move(1);
            assertThatThrownBy(() -> heap.atomically(() -> {
                        for (Node node : chain) {
                            node.move(1);
                        }
                    }))
                    .isInstanceOf(HeapFullException.class);
            chain.get(0).move(1);
            try {
                for (Node node : chain) {
                    node.setRight(3); // gets as far as the reserve reaches
                }
            } catch (HeapFullException e) {
                chain.get(0).setRight(8);
            }
        });
        assertThat(chain.get(0).left()).isEqualTo(2);
        assertThat(chain.get(0).right()).isEqualTo(8);
        assertThat(chain.get(1).right()).isEqualTo(3);
    }

    /** The block needs no memory but for its log, whose growth finds the heap full. */
    @Test
    void aHeapThatIsFullForTheLogAbortsTheCommit() {
        fill();
        heap.atomically(() -> chain.get(0).move(1));
        assertThatThrownBy(() -> heap.atomically(() -> {
                    chain.get(0).setNext(null);
                    for (int i = 1; i < chain.size(); i++) {
                        heap.free(chain.get(i));
                    }
                }))
                .isInstanceOf(HeapFullException.class)
                .hasMessageContaining("redo log cannot grow");
        assertThat(JNVM.inFa()).isFalse();
        assertThat(chain.get(100).left()).isEqualTo(100);
        heap.atomically(() -> {
            heap.root().put("chain", chain.get(101));
            for (int i = 0; i <= 100; i++) { // more than the log has taken from the reserve, which comes first
                heap.free(chain.get(i));
            }
        });
        assertThat(Node.of(1, 1).left()).isEqualTo(1);
        reopen();
        assertThat(heap.root().get("chain", Node.class).left()).isEqualTo(101);
    }
}
