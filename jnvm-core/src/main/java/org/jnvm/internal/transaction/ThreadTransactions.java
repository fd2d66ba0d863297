package org.jnvm.internal.transaction;

import java.util.Iterator;
import java.util.ServiceLoader;
import org.jnvm.FailureAtomicException;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;

/** The transaction engine of the JVM, and the transactions of its threads. Safe for use by several threads. */
public final class ThreadTransactions {
    private static final String MISSING = "; add the artifact org.jnvm:jnvm-pfa to the class path or module path";

    /** The engine that was found first; it is the engine of all heaps, as a thread has one transaction. */
    private static volatile TransactionEngine engine;

    private ThreadTransactions() {}

    /** Returns the engine, or null if there is none beside core or where the calling thread looks for classes. */
    public static TransactionEngine engine() {
        TransactionEngine known = engine;
        return known != null ? known : find();
    }

    /** Looks for the engine. As all that opens a heap, without lambdas and streams, which take long the first time. */
    private static synchronized TransactionEngine find() {
        if (engine == null) {
            ClassLoader[] loaders = {
                ThreadTransactions.class.getClassLoader(),
                Thread.currentThread().getContextClassLoader()
            };
            for (int i = 0; i < loaders.length && engine == null; i++) {
                Iterator<TransactionEngine> found =
                        ServiceLoader.load(TransactionEngine.class, loaders[i]).iterator();
                if (found.hasNext()) {
                    engine = found.next();
                }
            }
        }
        return engine;
    }

    /**
     * Replays the redo logs of a heap, if it has any.
     *
     * @param space the heap's objects
     * @param decider decides on records of blocks over several heaps that need another heap
     * @return how many records were applied
     * @throws FailureAtomicException if the heap has redo logs, and nothing to read them is there
     */
    public static int replay(ObjectSpace space, JointDecider decider) {
        boolean logsLeft = space.load(StateLayout.LOGS_OFFSET) != Reference.NULL;
        TransactionEngine known = engine();
        if (known == null && logsLeft) {
            throw new FailureAtomicException("heap has redo logs and nothing to read them: heap="
                    + space.file().path() + MISSING);
        }
        if (!logsLeft) {
            return 0;
        }
        return known.replay(space, decider);
    }

    /** Returns the exception for a block on a heap that was opened without an engine. */
    public static FailureAtomicException missing(TransactionalHeap heap) {
        return new FailureAtomicException("failure-atomic blocks need a redo log: heap="
                + heap.space().file().path() + MISSING);
    }

    /**
     * Returns the transaction of the calling thread; with no block open, maybe.
     *
     * @throws FailureAtomicException if there is no engine, and so no block that is open
     */
    public static Transaction current() {
        ThreadRecord thread = ThreadTable.current();
        Transaction transaction = (Transaction) thread.transaction();
        return transaction != null && transaction.isUsable() ? transaction : make(thread);
    }

    private static Transaction make(ThreadRecord thread) {
        TransactionEngine known = engine();
        if (known == null) {
            throw new FailureAtomicException(
                    "no failure-atomic block is open in this thread; call faStart first, which needs a redo log"
                            + MISSING);
        }
        Transaction transaction = known.newTransaction(thread);
        thread.setTransaction(transaction);
        return transaction;
    }

    /** Tells whether the calling thread may have a block open on some heap; true for a few others, too. */
    public static boolean mayBeOpen() {
        return HeapState.threadMayBeInBlock();
    }

    /** Tells whether the thread of a record has a block open on a heap. */
    public static boolean isOpenOn(ThreadRecord thread, TransactionalHeap heap) {
        Transaction transaction = (Transaction) thread.transaction();
        return transaction != null && transaction.openOn(heap) != null;
    }

    /**
     * Returns a transaction in which the calling thread can start a block over several heaps: an inner one, if such a
     * block is open already.
     *
     * @param heaps the heaps, at least two, none of them twice
     * @throws FailureAtomicException if a block is open that is not on all of these heaps
     */
    public static Transaction joint(TransactionalHeap[] heaps) {
        Transaction current = current();
        if (current.depth() == 0) {
            ThreadRecord thread = ThreadTable.current();
            return engine().newJoint(thread, current, heaps);
        }
        for (TransactionalHeap heap : heaps) {
            if (current.openOn(heap) == null) {
                throw new FailureAtomicException("a failure-atomic block over several heaps cannot begin inside a block"
                        + " that is not on all of them: open on=" + current.heaps() + ", also wanted="
                        + heap.space().file().path()
                        + "; let the outermost block be the one over all heaps");
            }
        }
        return current;
    }

    /** Returns how many outermost blocks are open on a heap, those included that their threads left open. */
    public static int openBlocks(TransactionalHeap heap) {
        TransactionEngine known = engine;
        return known == null ? 0 : known.openBlocks(heap);
    }

    /**
     * Aborts the blocks, on any heap, that threads left open: they have ended, or an error broke off their clean-up. Undo
     * and abort actions run in the calling thread. That the threads have ended, or said that they gave up, orders all
     * they did before.
     *
     * @param noticed what the calling thread does, for the report
     * @return whether there were any
     */
    public static boolean abortAbandoned(String noticed) {
        TransactionEngine known = engine;
        return known != null && known.abortAbandoned(noticed);
    }
}
