package org.jnvm.internal.alloc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.util.ShortWait;

/**
 * A lock whose holder does little, and waits for nothing. Nobody parks for it. Of several locks that serve as well, a thread
 * takes one that is free: the holder of another one may have been descheduled. Not reentrant.
 */
abstract class SpinLock extends Padded {
    private static final VarHandle LOCK;

    static {
        try {
            LOCK = MethodHandles.lookup().findVarHandle(SpinLock.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by LOCK
    private int lock;

    final void lock() {
        for (int round = 0; !tryLock(); round++) {
            ShortWait.pause(round);
        }
    }

    /** Locks it, unless it stays locked for so many rounds of a {@linkplain ShortWait#pause short wait}. */
    final boolean tryLock(int rounds) {
        for (int round = 0; !tryLock(); round++) {
            if (round == rounds) {
                return false;
            }
            ShortWait.pause(round);
        }
        return true;
    }

    final boolean tryLock() {
        return (int) LOCK.getOpaque(this) == 0 && LOCK.compareAndSet(this, 0, 1);
    }

    final void unlock() {
        LOCK.setRelease(this, 0);
    }
}
