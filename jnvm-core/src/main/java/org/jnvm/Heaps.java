package org.jnvm;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.transaction.JointRecord;
import org.jnvm.internal.transaction.Retries;
import org.jnvm.internal.transaction.RetryLoop;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jspecify.annotations.Nullable;

/**
 * Several open heaps, for failure-atomic blocks over all of them: {@code Heaps.of(accounts, journal).atomically(() -> …)}.
 *
 * <p>After a crash at any moment all effects of such a block are there, on all heaps, or none on any. References from one heap
 * to another stay refused. What the block only reads, or does not use, takes no part in the commit; if it has changed one
 * heap it costs what a block on that heap does. If it has changed <em>n</em>, the commit waits for 2<em>n</em> &minus; 2
 * fences more than a block on one heap; in domain {@code DISK} each of its fences waits for the device, also in mode {@code
 * ASYNC}.
 *
 * <p><strong>After a crash in the middle of the commit</strong> the heaps need each other once: the first of them that is opened
 * looks for the files of the others, where they were in relation to it, and then where they were. If one is missing, opening
 * throws {@link MissingHeapException}, which names it, and changes nothing. It must not be open in another program. After
 * that, and after any block that has returned, each heap is opened, copied and restored by itself; what two copies of
 * different moments hold does not match, of course.
 *
 * <p>Immutable, and safe for use by several threads.
 */
public final class Heaps {
    private final List<Heap> heaps;
    private final TransactionalHeap[] cores;

    private Heaps(List<Heap> heaps) {
        this.heaps = heaps;
        this.cores = heaps.stream().map(Heap::core).toArray(TransactionalHeap[]::new);
    }

    /**
     * Names the heaps. In a block over them {@code new} allocates in the first one, where nothing else says in which; see
     * {@link Heap#enter()}.
     *
     * @param first a heap
     * @param more others; one that is there already counts once
     * @return the heaps
     * @throws IllegalArgumentException if there are more than 64
     * @throws FailureAtomicException if they are not of one {@linkplain Heap#domain() durability domain}: the weakest one would
     *     be what is promised for all
     */
    public static Heaps of(Heap first, Heap... more) {
        Set<Heap> distinct = new LinkedHashSet<>(List.of(first));
        distinct.addAll(List.of(more));
        if (distinct.size() > JointRecord.MOST_HEAPS) {
            throw new IllegalArgumentException("a failure-atomic block spans at most " + JointRecord.MOST_HEAPS
                    + " heaps: heaps=" + distinct.size());
        }
        if (distinct.stream().map(Heap::domain).distinct().count() > 1) {
            throw new FailureAtomicException(
                    "a failure-atomic block over several heaps needs heaps of one durability domain: "
                            + distinct.stream()
                                    .map(heap -> heap.core().file().path() + " is " + heap.domain())
                                    .collect(Collectors.joining(", "))
                            + "; open them with the same HeapOptions.domain");
        }
        return new Heaps(List.copyOf(distinct));
    }

    /** Returns the heaps, in the order in which they were named. */
    public List<Heap> heaps() {
        return heaps;
    }

    /**
     * Runs an action as a failure-atomic block over all heaps: after a crash, all of its persistent effects are there or
     * none. Durable on all when it returns. If the action throws, its effects are undone on all heaps and the exception goes
     * on. Inside such a block, blocks on one of the heaps, and on some of them, are inner blocks: undoing one undoes what
     * it did on all heaps.
     *
     * <p>As {@link Heap#atomically(FailureAtomicAction)} it is not isolated, and others see its changes word by word, heap
     * by heap, once they are durable; see {@link #atomicallyRetrying(FailureAtomicAction)}. Actions of {@link Heap#onCommit} and {@link Heap#onAbort} run when all heaps are
     * committed, or undone.
     *
     * @param <X> the checked exception that the action throws; {@link RuntimeException} if it throws none
     * @param action the action; runs in the calling thread
     * @throws X if the action throws it
     * @throws FailureAtomicException if a block is open that is not on all of these heaps, or the action ended more or fewer
     *     blocks than it started
     * @throws HeapFullException if one of the heaps has no room for what the commit needs; the block is undone on all
     * @throws HeapPoisonedException if a heap met an error in the middle of the commit; heaps of which it is not known whether
     *     the block is committed are poisoned, and decide when they are opened again
     */
    public <X extends Exception> void atomically(FailureAtomicAction<X> action) throws X {
        FailureAtomicFunction<Boolean, X> function = () -> {
            action.run();
            return true;
        };
        atomically(function);
    }

    /**
     * Runs a function as a failure-atomic block over all heaps; see {@link #atomically(FailureAtomicAction)}.
     *
     * @param <T> the type of the result
     * @param <X> the checked exception that the function throws; {@link RuntimeException} if it throws none
     * @param function the function
     * @return its result
     * @throws X if the function throws it
     */
    public <T extends @Nullable Object, X extends Exception> T atomically(FailureAtomicFunction<T, X> function)
            throws X {
        if (cores.length == 1) {
            return heaps.get(0).atomically(function);
        }
        requireEngine();
        // as in Heap.atomically, and not in a method that both call: the JIT compiler would see transactions on one
        // heap and on several there, and blocks on one heap would be slower once a program has one over several
        Transaction transaction = ThreadTransactions.joint(cores);
        int depth = transaction.start(cores[0]);
        T result;
        try {
            result = function.call();
        } catch (Throwable e) {
            transaction.fail(depth, e);
            throw e;
        }
        transaction.end(depth);
        return result;
    }

    /**
     * Runs an action as an isolated failure-atomic block over all heaps, several times maybe. It is to {@link
     * #atomically(FailureAtomicAction)} what {@link Heap#atomicallyRetrying(FailureAtomicAction)} is to a block on one
     * heap: it locks what it reads, too, waits for what other blocks have locked, and runs again from the start where
     * waiting does not help. What is said there holds on all of these heaps, also among blocks on one of them and blocks
     * over several.
     *
     * <p>It tries for the shortest {@link HeapOptions#conflictTimeout(java.time.Duration)} of the heaps. Each time that it
     * runs again counts on all of them.
     *
     * @param <X> the checked exception that the action throws; {@link RuntimeException} if it throws none
     * @param action the action; runs in the calling thread
     * @throws X if the action throws it; the block is undone on all heaps then, and not run again
     * @throws ConflictException if the time is over, or the thread is interrupted while it waits, and it stays so; the block is
     *     undone
     * @throws FailureAtomicException if a block is open that is not on all of these heaps, or the action ended more or fewer
     *     blocks than it started
     * @throws HeapFullException if one of the heaps has no room for what the commit needs; the block is undone on all
     * @throws HeapPoisonedException as of {@link #atomically(FailureAtomicAction)}
     */
    public <X extends Exception> void atomicallyRetrying(FailureAtomicAction<X> action) throws X {
        FailureAtomicFunction<Boolean, X> function = () -> {
            action.run();
            return true;
        };
        atomicallyRetrying(function);
    }

    /**
     * Runs a function as an isolated failure-atomic block over all heaps, several times maybe; see {@link
     * #atomicallyRetrying(FailureAtomicAction)}.
     *
     * @param <T> the type of the result
     * @param <X> the checked exception that the function throws; {@link RuntimeException} if it throws none
     * @param function the function
     * @return its result, of the attempt that committed
     * @throws X if the function throws it
     */
    public <T extends @Nullable Object, X extends Exception> T atomicallyRetrying(FailureAtomicFunction<T, X> function)
            throws X {
        if (cores.length == 1) {
            return heaps.get(0).atomicallyRetrying(function);
        }
        requireEngine();
        if (ThreadTransactions.current().depth() > 0) {
            return atomically(function);
        }
        Retries[] retries = heaps.stream().map(heap -> heap.core().retries()).toArray(Retries[]::new);
        return new RetryLoop<>(function, retries).run();
    }

    private void requireEngine() {
        for (Heap heap : heaps) {
            PersistentHeap core = heap.core();
            core.transaction(); // refuses a heap without an engine
        }
    }
}
