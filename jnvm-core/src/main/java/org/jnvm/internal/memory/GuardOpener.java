package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens the {@link FastPathGuard} again when no failure-atomic block has begun for a millisecond, or some, and none is open: field
 * accesses are as fast as they can be from then on. A daemon thread that is there while the guard is shut, and for a second
 * afterwards. Where there is no memory for it the guard stays shut, which costs time and nothing else.
 */
public final class GuardOpener {
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(16);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final VarHandle THREAD;

    static {
        try {
            THREAD = MethodHandles.lookup().findStaticVarHandle(GuardOpener.class, "thread", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The thread that is running, or about to be; null if there is none. */
    @SuppressWarnings("unused") // by THREAD
    private static Thread thread;

    private GuardOpener() {}

    /** Opens the guard at once, unless a block is open; for tests. */
    public static boolean openNow() {
        return FastPathGuard.open();
    }

    /** Sees to it that the guard, which is shut, is going to be opened. */
    static void wake() {
        Thread running = (Thread) THREAD.getVolatile();
        if (running != null) {
            LockSupport.unpark(running);
        } else {
            start();
        }
    }

    /** Tries again what failed when the guard was shut. */
    static void wakeIfMissing() {
        if (FastPathGuard.mayHaveBlocks() && THREAD.getOpaque() == null) {
            start();
        }
    }

    private static void start() {
        Thread made = null;
        try {
            made = new Thread(null, GuardOpener::run, "jnvm-guard", 0, false);
            made.setDaemon(true);
            made.setContextClassLoader(null); // not that of whoever happened to be first
            if (THREAD.compareAndSet(null, made)) {
                made.start();
            }
        } catch (OutOfMemoryError e) { // or there are too many threads; a later block tries again
            if (made != null) {
                THREAD.compareAndSet(made, null);
            }
        }
    }

    private static void run() {
        Thread self = Thread.currentThread();
        do {
            try {
                openAndWait();
            } finally {
                THREAD.setVolatile(null);
            }
        } while (FastPathGuard.mayHaveBlocks() && THREAD.compareAndSet(null, self)); // shut since, and nobody was woken
    }

    /** Returns when the guard has been open for a second. */
    private static void openAndWait() {
        long pause = FIRST_PAUSE_NANOS;
        int begun = OpenBlocks.begun();
        long opened = System.nanoTime();
        while (System.nanoTime() - opened < IDLE_NANOS) {
            boolean shut = FastPathGuard.mayHaveBlocks();
            LockSupport.parkNanos(GuardOpener.class, shut ? pause : IDLE_NANOS);
            if (!shut) {
                pause = FIRST_PAUSE_NANOS;
                continue;
            }
            int now = OpenBlocks.begun();
            if (now == begun && FastPathGuard.open()) {
                FastPathGuard.forgetCollected();
            } else {
                pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            }
            begun = now;
            opened = System.nanoTime();
        }
    }
}
