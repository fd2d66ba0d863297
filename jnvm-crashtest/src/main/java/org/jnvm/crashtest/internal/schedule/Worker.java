package org.jnvm.crashtest.internal.schedule;

import java.util.concurrent.locks.LockSupport;

/** A thread that acts when it is its turn. */
final class Worker extends Thread {
    /** J-NVM spreads threads by their ids, so these must be the same in each run. */
    private static final long FIRST_ID = 1L << 40;

    /** What makes a thread end whose run was given up. */
    static final class GivenUp extends Error {
        private static final long serialVersionUID = 1L;

        GivenUp() {
            super("the run was given up", null, false, false);
        }
    }

    private final Scheduler scheduler;
    private final int number;
    private final Runnable body;

    /** Its events so far. */
    volatile int events;
    /** Its events and accesses so far. */
    volatile int steps;
    /** Whether it waits until it is its turn. */
    volatile boolean waiting;
    /** Whether it was found to wait for another thread while it was its turn. */
    volatile boolean stuck;
    /** Its events then. */
    volatile int stuckAt;
    /** Whether it went on since; the turn is another's. */
    volatile boolean arrived;

    volatile boolean ended;
    volatile Throwable error;

    /**
     * How often it was seen to wait for something that nobody owns, at which step, since when, and how often it had waited
     * then.
     */
    int quietLooks;

    int quietSteps;

    long waits;

    long quietSince;
    /** How often it had waited when it was first seen to wait for some time at this step; negative if it was not. */
    long waitsSeen = -1;
    /** The processor time it had taken when it was first seen at this step. */
    long cpuSeen;

    int cpuSteps = -1;

    Worker(Scheduler scheduler, int number, Runnable body) {
        super("crash test thread " + number);
        this.scheduler = scheduler;
        this.number = number;
        this.body = body;
        setDaemon(true);
    }

    int number() {
        return number;
    }

    boolean isOf(Scheduler asking) {
        return scheduler == asking;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"}) // the id by which J-NVM goes; threadId is not there on JDK 17
    public long getId() {
        return FIRST_ID + number;
    }

    /** Returns the id by which the JVM knows it. */
    @SuppressWarnings({"deprecation", "removal"})
    long realId() {
        return super.getId();
    }

    @Override
    public void run() {
        try {
            await();
            body.run();
        } catch (GivenUp e) {
            // the reason is reported by whoever gave up
        } catch (Throwable e) {
            error = e;
        } finally {
            scheduler.end(this);
        }
    }

    /** Waits until it is the thread's turn. */
    void await() {
        waiting = true;
        while (scheduler.holder() != this) {
            if (scheduler.isGivenUp()) {
                waiting = false;
                throw new GivenUp();
            }
            LockSupport.park(scheduler);
        }
        waiting = false;
    }
}
