package org.jnvm.pfa.internal;

import java.util.List;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.transaction.HeapTransactions;
import org.jnvm.internal.transaction.JointDecider;
import org.jnvm.internal.transaction.JointRecord;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.transaction.TransactionEngine;
import org.jnvm.internal.transaction.TransactionalHeap;

/** J-PFA: the engine of failure-atomic blocks; found by {@link java.util.ServiceLoader}. */
public final class RedoEngine extends TransactionEngine {
    /** For {@link java.util.ServiceLoader}. */
    public RedoEngine() {}

    @Override
    public HeapTransactions attach(TransactionalHeap heap) {
        return new Lanes(heap);
    }

    @Override
    public int replay(ObjectSpace space, JointDecider decider) {
        return RedoLogs.replay(space, decider);
    }

    @Override
    public List<JointRecord> joint(ObjectSpace space) {
        return RedoLogs.joint(space);
    }

    @Override
    public void settle(ObjectSpace space, JointRecord record) {
        RedoLog.settle(space, record.log());
    }

    @Override
    protected Transaction newJoint(ThreadRecord thread, Transaction before, TransactionalHeap[] heaps) {
        return new JointTransaction(thread, before, heaps, ((RedoTransaction) before).parts(thread, heaps.length));
    }

    @Override
    protected Transaction newTransaction(ThreadRecord thread) {
        RedoTransaction transaction = new RedoTransaction(thread, new BlockCount());
        TransactionRegistry.add(transaction);
        return transaction;
    }

    @Override
    protected int openBlocks(TransactionalHeap heap) {
        return TransactionRegistry.openOn(heap);
    }

    @Override
    protected boolean abortAbandoned(String noticed) {
        return TransactionRegistry.abortAbandoned(noticed);
    }
}
