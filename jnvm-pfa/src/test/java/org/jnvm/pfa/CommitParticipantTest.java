package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a participant of a commit finds: it may give to others what the block had, so the block must not have it locked. */
@HeapTest
class CommitParticipantTest {
    private final Heap heap;

    CommitParticipantTest(TestHeap test) {
        heap = test.create(4 << 20, HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2}) // one is a commit without a record
    void whatIsAppliedIsLockedNoMore(int fields) {
        Node node = Node.of(0, 0);
        heap.root().put("node", node);
        List<Throwable> thrown = new ArrayList<>();
        try (Elsewhere other = new Elsewhere()) {
            heap.atomically(() -> {
                node.setLeft(1);
                if (fields > 1) {
                    node.setRight(1);
                }
                ThreadTransactions.current().addParticipant(new CommitParticipant() {
                    @Override
                    public void durable() {
                        assertThat(node.left()).isEqualTo(1);
                    }

                    @Override
                    public void applied() {
                        thrown.add(other.run(() -> heap.atomically(() -> node.setLeft(2))));
                    }
                });
            });
        }
        assertThat(thrown).containsExactly((Throwable) null);
        assertThat(node.left()).isEqualTo(2);
    }
}
