package org.jnvm.crashtest.internal.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.crashtest.internal.schedule.Schedule.Place;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.StepListener;

/**
 * Runs threads so that one acts at a time: whose turn it is goes on to its next event or access, and there the turn may
 * pass to another one. A thread that blocks has no turn until it can go on.
 *
 * <p>What it blocks on cannot be foreseen. When it was released, it goes on beside the one that released it, up to its
 * next event: what comes of such a run does not follow from the schedule. So {@link #isRepeatable} says no then, and the
 * run is to be done again with {@link #waits}: now the thread stops before it blocks, until the other one has gone so far
 * that it will not. Runs in which nobody blocks follow from the schedule and the waits alone, and these from the schedule.
 */
public final class Scheduler implements StepListener {
    private static final long POLL_NANOS = 100_000;
    private static final long DEADLOCK_NANOS = 2_000_000_000;
    private static final long MOST_STEPS = 5_000_000;
    /** J-NVM uses memory again when so much time has passed since a fence; here it always has. */
    private static final long GRACE_NANOS = 60_000;

    private final Turns turns;
    private final List<Wait> waits;
    private final long limitNanos;
    private final List<Worker> workers = new ArrayList<>();
    private final Blocking blocking = new Blocking(workers, this);
    /** Loads since each event of the run. */
    private final List<Integer> accesses = new ArrayList<>(List.of(0));

    private volatile Worker holder;
    /** How often the turn was given to a thread. */
    private int turn;

    private volatile boolean givenUp;
    private volatile Thread watcher;
    private Wait learnt;
    private boolean anyStuck;
    private long steps;
    private boolean fenced;

    private Scheduler(Turns turns, List<Wait> waits, long limitNanos) {
        this.turns = turns;
        this.waits = waits;
        this.limitNanos = limitNanos;
    }

    /** Returns one that goes by a schedule. */
    public static Scheduler of(Schedule schedule, long limitNanos) {
        return new Scheduler(new ByPriority(schedule), List.of(), limitNanos);
    }

    /**
     * Returns one that has threads do one operation after the other.
     *
     * @param order the numbers of the threads, of each operation
     * @param limitNanos a thread that comes to no step for so long does not end
     */
    public static Scheduler ofOperations(List<Integer> order, long limitNanos) {
        return new Scheduler(new ByOperation(order), List.of(), limitNanos);
    }

    /** Returns one for the same run again, after one that is not repeatable. */
    public Scheduler again(Schedule schedule) {
        Wait next = learnt;
        while (waits.contains(next)) {
            next = next.earlier(); // where it stopped it held what the other one needs to come so far
        }
        List<Wait> more = new ArrayList<>(waits);
        more.add(next);
        return new Scheduler(new ByPriority(schedule), more, limitNanos);
    }

    /** Adds a thread; they are numbered from 0. */
    public void add(Runnable body) {
        workers.add(new Worker(this, workers.size(), body));
    }

    /** Returns how many threads there are. */
    public int threads() {
        return workers.size();
    }

    /** Returns the number of the calling thread, or -1 if it is none of them. */
    public int self() {
        return isOwn(Thread.currentThread()) ? ((Worker) Thread.currentThread()).number() : -1;
    }

    /** Returns how many accesses there were since each event of the run, before the first one first. */
    public List<Integer> accesses() {
        return accesses;
    }

    /** Tells whether what came of the run follows from the schedule. */
    public boolean isRepeatable() {
        return learnt == null;
    }

    /** Tells whether a thread had to wait for another one during the run. */
    public boolean anyWaited() {
        return anyStuck;
    }

    /**
     * Runs the threads to their ends.
     *
     * @throws AssertionError if one throws, if they wait for each other, or if one comes to no end
     */
    public void run() {
        if (workers.isEmpty()) {
            return;
        }
        watcher = Thread.currentThread();
        workers.forEach(Worker::start);
        synchronized (this) {
            give(choose(null, null));
        }
        watch();
        for (Worker worker : workers) {
            if (worker.error != null) {
                throw new AssertionError("thread " + worker.number() + " failed: " + worker.error, worker.error);
            }
        }
    }

    Worker holder() {
        return holder;
    }

    boolean isGivenUp() {
        return givenUp;
    }

    private boolean isOwn(Thread thread) {
        return thread instanceof Worker worker && worker.isOf(this);
    }

    // ---- what the threads call ----

    @Override
    public void recorded(EventKind kind) {
        if (isOwn(Thread.currentThread())) {
            step((Worker) Thread.currentThread(), kind);
        }
    }

    @Override
    public void accessing() {
        if (isOwn(Thread.currentThread())) {
            step((Worker) Thread.currentThread(), null);
        }
    }

    private void step(Worker self, EventKind kind) {
        if (givenUp) {
            throw new Worker.GivenUp();
        }
        if (!arrives(self, kind)) {
            self.await();
            return;
        }
        graceTime(kind);
        settle(self, kind == null ? self.events + 1 : self.events);
        synchronized (this) {
            give(choose(self, kind));
        }
        if (holder != self) {
            self.await();
        }
    }

    /** Counts a step; returns false if it is another thread's turn, which released this one. */
    private synchronized boolean arrives(Worker self, EventKind kind) {
        self.steps++;
        steps++;
        if (kind == null) {
            accesses.set(accesses.size() - 1, accesses.get(accesses.size() - 1) + 1);
        } else {
            self.events++;
            accesses.add(0);
        }
        if (holder == self) {
            return true;
        }
        self.arrived = true;
        if (holder == null) {
            give(self);
        }
        return false;
    }

    private void graceTime(EventKind kind) {
        if (fenced) {
            long end = System.nanoTime() + GRACE_NANOS;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
        fenced = kind == EventKind.FENCE;
    }

    void end(Worker self) {
        settle(self, Integer.MAX_VALUE);
        synchronized (this) {
            self.ended = true;
            if (holder == self) {
                give(choose(null, null));
            }
        }
        LockSupport.unpark(watcher);
    }

    /** Waits until each thread that was stuck still is for sure, or has come to its next step. */
    private void settle(Worker self, int events) {
        for (Worker worker : workers) {
            if (!worker.stuck || worker.ended || worker == self) {
                continue;
            }
            blocking.lookAnew(worker);
            self.waiting = true; // not for what another one does
            while (!worker.arrived && !worker.ended && !blocking.isBlocked(worker) && !givenUp) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            self.waiting = false;
            if (worker.arrived || worker.ended) {
                synchronized (this) {
                    if (learnt == null) {
                        learnt = new Wait(worker.number(), worker.stuckAt, self.number(), events);
                    }
                    worker.stuck = false;
                }
            }
        }
    }

    // ---- whose turn it is; with the monitor ----

    private Worker choose(Worker self, EventKind kind) {
        List<Worker> able = workers.stream()
                .filter(worker -> !worker.ended && (!worker.stuck || worker.arrived))
                .toList();
        List<Worker> ready = able.stream().filter(this::mayGoOn).toList();
        if (able.isEmpty()) {
            return null;
        }
        Place place = new Place(accesses.size() - 1, accesses.get(accesses.size() - 1));
        return turns.next(self, kind, place, ready.isEmpty() ? able : ready);
    }

    private boolean mayGoOn(Worker worker) {
        return waits.stream()
                .noneMatch(wait -> wait.thread() == worker.number()
                        && wait.event() == worker.events
                        && !workers.get(wait.other()).ended
                        && workers.get(wait.other()).events < wait.until());
    }

    private void give(Worker next) {
        if (next != null) {
            next.stuck = false;
            next.arrived = false;
        }
        turn++;
        holder = next;
        LockSupport.unpark(next);
    }

    // ---- what the caller of run does meanwhile ----

    private void watch() {
        long seenSteps = -1;
        long since = System.nanoTime();
        while (workers.stream().anyMatch(worker -> !worker.ended)) {
            LockSupport.parkNanos(POLL_NANOS);
            passIfBlocked();
            long now = System.nanoTime();
            long seen;
            synchronized (this) {
                seen = steps;
            }
            if (seen != seenSteps) {
                seenSteps = seen;
                since = now;
            } else if (holder == null && now - since > Math.min(limitNanos, DEADLOCK_NANOS)) {
                throw giveUp("the threads wait for each other, or for what nobody does any more");
            } else if (now - since > limitNanos) {
                throw giveUp("a thread has not come to a use of persistent memory, nor to its end, for "
                        + limitNanos / 1_000_000 + " ms");
            }
            if (seen > MOST_STEPS) {
                throw giveUp("the threads come to no end: steps=" + seen);
            }
        }
    }

    private void passIfBlocked() {
        int seen;
        Worker at;
        synchronized (this) {
            seen = turn; // it must be the same all the time: at its end the thread waits, too, for its next one
            at = holder;
        }
        if (at == null || at.ended || !blocking.isBlocked(at)) {
            return;
        }
        synchronized (this) {
            if (turn != seen) {
                return;
            }
            at.stuck = true;
            at.stuckAt = at.events;
            anyStuck = true;
            give(choose(null, null));
        }
    }

    private AssertionError giveUp(String why) {
        StringBuilder text = new StringBuilder(why);
        for (Worker worker : workers) {
            text.append("\n  thread ").append(worker.number()).append(blocking.describe(worker));
            for (StackTraceElement frame : worker.getStackTrace()) {
                text.append("\n      at ").append(frame);
            }
        }
        givenUp = true;
        workers.forEach(LockSupport::unpark);
        return new AssertionError(text.toString());
    }
}
