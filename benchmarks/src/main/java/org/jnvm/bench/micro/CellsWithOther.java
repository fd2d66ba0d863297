package org.jnvm.bench.micro;

import java.util.concurrent.CountDownLatch;
import org.jnvm.runtime.Transactions;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link Cells}, while another thread sits in a failure-atomic block on the heap and does nothing. */
@State(Scope.Thread)
public class CellsWithOther extends Cells {
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private Thread other;
    private volatile boolean wasInside;

    @Override
    void afterOpen() {
        other = new Thread(this::sit, "in a failure-atomic block");
        other.start();
        await(inside);
    }

    private void sit() {
        Transactions.faStart(one);
        try {
            wasInside = Transactions.inFa(one);
            inside.countDown();
            await(leave);
        } finally {
            Transactions.faEnd(one);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Tells whether the other thread is in its block. */
    boolean otherIsInside() {
        return wasInside && leave.getCount() > 0;
    }

    @Override
    void beforeClose() {
        leave.countDown();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }
}
