package org.jnvm.crashtest.internal.schedule;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Tells whether a thread waits for another one. Not safe for use by several threads on one worker. */
final class Blocking {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** The id of the owner of what nobody owns. */
    private static final long NOBODY = -1;

    /** A thread that has taken so much processor time without a step waits for another one in a loop. */
    private static final long SPUN_NANOS = 150_000_000;
    /** The same, if it was found to do that before. */
    private static final long SPINS_NANOS = 20_000_000;

    /** A thread in {@code Object.wait} is stuck if it still is there after so long, */
    private static final long QUIET_NANOS = 30_000_000;
    /** and after so many looks with pauses: on a busy machine threads take time to wake up. */
    private static final int QUIET_LOOKS = 100;

    /** A thread that has waited so often for some time, without a step, looks for what another one does. */
    private static final int WAITS = 3;

    private final List<Worker> workers;
    /** The identity of what workers wait for that is not their own. */
    private final int scheduler;

    Blocking(List<Worker> workers, Object scheduler) {
        this.workers = workers;
        this.scheduler = System.identityHashCode(scheduler);
    }

    /** Forgets what was seen of a thread: something may have released it since. */
    void lookAnew(Worker worker) {
        worker.quietLooks = 0;
        worker.waitsSeen = -1;
        worker.cpuSteps = -1;
    }

    /**
     * Tells whether a thread cannot go on before another one does. A thread that waits for a lock that another one holds
     * cannot; one that is parked is woken up, so that it looks again: if it parks again it cannot. Otherwise by the clock
     * if it waits for a signal, and by the processor time it takes if it runs in a loop; and if it waits in a loop, each time for
     * a moment, when it has done so a few times.
     */
    boolean isBlocked(Worker worker) {
        int steps = worker.steps;
        if (worker.waiting) {
            return false;
        }
        if (worker.quietSteps != steps) {
            worker.quietSteps = steps;
            worker.quietLooks = 0;
            worker.waitsSeen = -1;
        }
        Thread.State state = worker.getState();
        if (state == Thread.State.RUNNABLE) {
            worker.quietLooks = 0;
            return spins(worker);
        }
        if (state == Thread.State.TIMED_WAITING) {
            return waitsAgainAndAgain(worker);
        }
        if (state != Thread.State.BLOCKED && state != Thread.State.WAITING) {
            return false;
        }
        ThreadInfo info = THREADS.getThreadInfo(worker.realId());
        if (info == null || info.getThreadState() != state || isTheSchedulers(info)) {
            return false;
        }
        long owner = info.getLockOwnerId();
        if (owner == worker.realId()) {
            return false; // it has just got the lock; since JDK 24 it may look blocked for a moment longer
        }
        if (workers.stream().anyMatch(other -> other.realId() == owner)) {
            return true;
        }
        if (state == Thread.State.BLOCKED) {
            return owner != NOBODY && isQuiet(worker);
        }
        return info.getLockInfo() != null && LockSupport.getBlocker(worker) == null
                ? isQuiet(worker)
                : parksAgain(worker, info);
    }

    private boolean isTheSchedulers(ThreadInfo info) {
        return info.getLockInfo() != null && info.getLockInfo().getIdentityHashCode() == scheduler;
    }

    private static boolean parksAgain(Worker worker, ThreadInfo info) {
        if (worker.quietLooks++ == 0) {
            worker.waits = info.getWaitedCount();
            LockSupport.unpark(worker);
        }
        return info.getWaitedCount() > worker.waits;
    }

    /** Tells whether a thread that goes on by itself does so again and again without a step: it looks for something in a loop. */
    private static boolean waitsAgainAndAgain(Worker worker) {
        ThreadInfo info = THREADS.getThreadInfo(worker.realId());
        if (info == null) {
            return false;
        }
        if (worker.waitsSeen < 0) {
            worker.waitsSeen = info.getWaitedCount();
        }
        return info.getWaitedCount() > worker.waitsSeen + WAITS;
    }

    private static boolean isQuiet(Worker worker) {
        long now = System.nanoTime();
        if (worker.quietLooks++ == 0) {
            worker.quietSince = now;
        }
        return now - worker.quietSince > QUIET_NANOS && worker.quietLooks > QUIET_LOOKS;
    }

    private static boolean spins(Worker worker) {
        int steps = worker.steps;
        long cpu = THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(worker.realId()) : -1;
        if (worker.cpuSteps != steps) {
            worker.cpuSteps = steps;
            worker.cpuSeen = cpu;
            return false;
        }
        return cpu - worker.cpuSeen > (worker.stuck ? SPINS_NANOS : SPUN_NANOS);
    }

    /** Returns how a thread is, for people. */
    String describe(Worker worker) {
        ThreadInfo info = worker.ended ? null : THREADS.getThreadInfo(worker.realId());
        if (info == null) {
            return ": ended";
        }
        return ": " + info.getThreadState()
                + (info.getLockName() == null ? "" : ", waits for " + info.getLockName())
                + (info.getLockOwnerName() == null ? "" : ", held by " + info.getLockOwnerName());
    }
}
