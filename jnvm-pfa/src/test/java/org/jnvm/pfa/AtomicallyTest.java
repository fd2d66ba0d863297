package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jnvm.FailureAtomicAction;
import org.jnvm.FailureAtomicFunction;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** What {@code Heap.atomically} does with each of the interfaces it takes; {@code AtomicLambdaTest} says what javac takes. */
@HeapTest
class AtomicallyTest {
    private final Heap heap;
    private Node node;

    AtomicallyTest(TestHeap test) {
        heap = test.create(1 << 20);
        node = Node.of(1, 2);
        heap.root().put("node", node);
    }

    @Test
    void returnsTheResultAndCommits() {
        long old = heap.atomically(() -> {
            long before = node.left();
            node.move(5);
            return before;
        });
        assertThat(old).isEqualTo(1);
        Callable<Long> callable = node::left;
        assertThat(heap.atomically(node::left)).isEqualTo(6);
        assertThat(catchNothing(callable)).isEqualTo(6);
    }

    private <T> T catchNothing(Callable<T> callable) {
        try {
            return heap.atomically(callable);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theExceptionGoesOnAsItIsAndTheBlockIsUndone() {
        IOException thrown = new FileNotFoundException("for a test");
        FailureAtomicAction<IOException> action = () -> {
            node.move(5);
            throw thrown;
        };
        FailureAtomicFunction<Long, IOException> function = () -> {
            node.move(5);
            throw thrown;
        };
        Callable<Long> callable = function;
        assertThatThrownBy(() -> heap.atomically(action)).isSameAs(thrown);
        assertThatThrownBy(() -> heap.atomically(function)).isSameAs(thrown);
        assertThatThrownBy(() -> heap.atomically(callable)).isSameAs(thrown);
        assertThat(node.left()).isEqualTo(1);
        assertThat(JNVM.inFa()).isFalse();
    }

    @Test
    void severalRunnablesAreOneBlock() {
        Runnable move = () -> node.move(5);
        Runnable fail = () -> {
            throw new IllegalStateException("for a test");
        };
        heap.atomically(move);
        heap.atomically(move, move);
        assertThat(node.left()).isEqualTo(16);
        assertThatThrownBy(() -> heap.atomically(move, fail)).isInstanceOf(IllegalStateException.class);
        assertThat(node.left()).isEqualTo(16);
    }

    @Test
    void nullIsRefusedAndLeavesNoBlockOpen() {
        assertThatThrownBy(() -> heap.atomically((FailureAtomicAction<RuntimeException>) null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> heap.atomically((FailureAtomicFunction<Void, RuntimeException>) null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> heap.atomically((Runnable) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> heap.atomically((Callable<Void>) null)).isInstanceOf(NullPointerException.class);
        assertThat(JNVM.inFa()).isFalse();
        heap.atomically(() -> node.move(1));
        assertThat(node.left()).isEqualTo(2);
    }
}
