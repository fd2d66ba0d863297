package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.crashtest.internal.schedule.Schedule;
import org.jnvm.crashtest.internal.schedule.Scheduler;
import org.jnvm.crashtest.internal.schedule.Schedules;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Invariants checked: one thread acts at a time, and which one follows from the schedule, also where threads wait for
 * locks, for signals, or in loops; threads that wait for each other, or come to no end, are reported with their stacks.
 */
@Timeout(60)
@Once
class SchedulerTest {
    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final int STEPS = 6;

    /** What threads do; made anew for each run. */
    private interface Program extends Supplier<List<Consumer<Trace>>> {}

    private static void store(Trace trace, int value) {
        trace.stored(8L * value, new byte[] {(byte) value});
    }

    /** Runs until the run is repeatable, as the explorer does; returns who stored what. */
    private static List<String> run(Schedule schedule, Program program) {
        Scheduler scheduler = Scheduler.of(schedule, LIMIT_NANOS);
        while (true) {
            Trace trace = new Trace(scheduler);
            for (Consumer<Trace> body : program.get()) {
                scheduler.add(() -> body.accept(trace));
            }
            scheduler.run();
            if (scheduler.isRepeatable()) {
                return trace.events().stream()
                        .map(event -> event.thread() + ":" + event.offset() / 8)
                        .toList();
            }
            scheduler = scheduler.again(schedule);
        }
    }

    private static List<Schedule> schedules(int events, int count) {
        List<Schedule> plain = Schedules.plain(2);
        List<Integer> accesses = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            accesses.add(0);
        }
        List<Schedule> all = new ArrayList<>(plain);
        all.addAll(Schedules.changed(1, count, plain, List.of(accesses, accesses)));
        return all;
    }

    /** Runs by each schedule thrice; returns the different traces. */
    private static Set<List<String>> traces(List<Schedule> schedules, Program program) {
        Set<List<String>> traces = new HashSet<>();
        for (Schedule schedule : schedules) {
            List<String> once = run(schedule, program);
            assertThat(run(schedule, program)).as("schedule %s", schedule).isEqualTo(once);
            assertThat(run(Schedule.parse(schedule.toString()), program)).isEqualTo(once);
            traces.add(once);
        }
        return traces;
    }

    private static Program free() {
        Consumer<Trace> body = trace -> {
            for (int i = 0; i < STEPS; i++) {
                store(trace, i);
            }
        };
        return () -> List.of(body, body);
    }

    @Test
    void equalSchedulesGiveEqualTracesAndOthersOthers() {
        List<Schedule> schedules = schedules(2 * STEPS, 100);
        assertThat(traces(schedules, free())).hasSizeGreaterThan(40);
        assertThat(Schedules.changed(1, 5, Schedules.plain(2), List.of(List.of(1, 2), List.of(1, 2))))
                .isEqualTo(Schedules.changed(1, 5, Schedules.plain(2), List.of(List.of(1, 2), List.of(1, 2))));
        assertThat(new HashSet<>(schedules)).hasSameSizeAs(schedules);
    }

    @Test
    void withoutAChangeThreadsGoOnToTheirEnds() {
        List<String> trace = run(new Schedule(List.of(1, 0), List.of()), free());
        assertThat(trace.subList(0, STEPS))
                .allMatch(event -> event.startsWith(trace.get(0).split(":")[0] + ":"));
        assertThat(trace.get(STEPS)).isNotEqualTo(trace.get(0));
    }

    private static Program locked(Runnable lock, Runnable unlock) {
        Consumer<Trace> body = trace -> {
            store(trace, 0);
            lock.run();
            for (int i = 1; i < STEPS; i++) {
                store(trace, i);
            }
            unlock.run();
            store(trace, STEPS);
            lock.run();
            store(trace, STEPS + 1);
            unlock.run();
        };
        return () -> List.of(body, body);
    }

    /** Tells whether stores inside the lock are never mixed with those of the other thread inside it. */
    private static void requireExclusion(Set<List<String>> traces) {
        for (List<String> trace : traces) {
            String holder = null;
            for (String event : trace) {
                String thread = event.split(":")[0];
                int value = Integer.parseInt(event.split(":")[1]);
                if (value == 1) {
                    assertThat(holder).as("holder in %s", trace).isNull();
                    holder = thread;
                } else if (value > 1 && value < STEPS) {
                    assertThat(holder).as("holder in %s", trace).isEqualTo(thread);
                    holder = value == STEPS - 1 ? null : holder;
                }
            }
        }
    }

    @Test
    void aLockPassesTheTurn() {
        ReentrantLock lock = new ReentrantLock();
        Set<List<String>> traces = traces(schedules(2 * STEPS, 40), locked(lock::lock, lock::unlock));
        assertThat(traces).hasSizeGreaterThan(5);
        requireExclusion(traces);
    }

    @Test
    void aMonitorPassesTheTurn() {
        Object monitor = new Object();
        Consumer<Trace> body = trace -> {
            store(trace, 0);
            synchronized (monitor) {
                for (int i = 1; i < STEPS; i++) {
                    store(trace, i);
                }
            }
            store(trace, STEPS);
        };
        Set<List<String>> traces = traces(schedules(2 * STEPS, 40), () -> List.of(body, body));
        assertThat(traces).hasSizeGreaterThan(5);
        requireExclusion(traces);
    }

    @Test
    void aSemaphoreThatNobodyOwnsPassesTheTurn() {
        Semaphore semaphore = new Semaphore(1);
        Set<List<String>> traces =
                traces(schedules(2 * STEPS, 6), locked(semaphore::acquireUninterruptibly, semaphore::release));
        assertThat(traces).hasSizeGreaterThan(2);
        requireExclusion(traces);
    }

    @Test
    void aThreadThatWaitsInALoopPassesTheTurn() {
        waitsInALoop(Thread::onSpinWait);
    }

    @Test
    void aThreadThatLooksNowAndThenPassesTheTurn() {
        waitsInALoop(() -> LockSupport.parkNanos(20_000));
    }

    private static void waitsInALoop(Runnable pause) {
        AtomicBoolean taken = new AtomicBoolean();
        Runnable lock = () -> {
            while (!taken.compareAndSet(false, true)) {
                pause.run();
            }
        };
        List<String> trace = run(Schedule.parse("0.1@3"), locked(lock, () -> taken.set(false)));
        requireExclusion(Set.of(trace));
        assertThat(trace).hasSize(2 * (STEPS + 2));
        assertThat(run(Schedule.parse("0.1@3"), locked(lock, () -> taken.set(false))))
                .isEqualTo(trace);
    }

    @Test
    void aSignalIsWaitedFor() {
        Program program = () -> {
            ReentrantLock lock = new ReentrantLock();
            Condition changed = lock.newCondition();
            AtomicBoolean done = new AtomicBoolean();
            Consumer<Trace> waits = trace -> {
                store(trace, 0);
                lock.lock();
                while (!done.get()) {
                    changed.awaitUninterruptibly();
                }
                lock.unlock();
                store(trace, 1);
            };
            Consumer<Trace> signals = trace -> {
                store(trace, 2);
                lock.lock();
                store(trace, 3);
                done.set(true);
                changed.signalAll();
                lock.unlock();
                store(trace, 4);
            };
            return List.of(waits, signals);
        };
        for (List<String> trace : traces(schedules(5, 8), program)) {
            List<String> values =
                    trace.stream().map(event -> event.split(":")[1]).toList();
            assertThat(values.indexOf("3")).isLessThan(values.indexOf("1"));
        }
    }

    @Test
    void threadsThatWaitForEachOtherAreReported() {
        ReentrantLock one = new ReentrantLock();
        ReentrantLock other = new ReentrantLock();
        Consumer<Trace> forth = trace -> {
            one.lock();
            store(trace, 0);
            other.lock();
            store(trace, 1);
            other.unlock();
            one.unlock();
        };
        Consumer<Trace> back = trace -> {
            other.lock();
            store(trace, 2);
            one.lock();
            store(trace, 3);
            one.unlock();
            other.unlock();
        };
        run(Schedule.parse("0.1"), () -> List.of(forth, back));
        assertThatThrownBy(() -> run(Schedule.parse("0.1@1"), () -> List.of(forth, back)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("wait for each other")
                .hasMessageContaining("thread 0: WAITING, waits for java.util.concurrent.locks.ReentrantLock")
                .hasMessageContaining("held by crash test thread 1")
                .hasMessageContaining("SchedulerTest");
    }

    @Test
    void aThreadThatNeverEndsIsReported() {
        AtomicBoolean end = new AtomicBoolean();
        try {
            assertThatThrownBy(() -> run(
                            Schedule.plain(1),
                            () -> List.of(trace -> {
                                store(trace, 0);
                                while (!end.get()) {
                                    Thread.onSpinWait();
                                }
                            })))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("SchedulerTest");
        } finally {
            end.set(true);
        }
        assertThatThrownBy(() -> run(
                        Schedule.plain(2),
                        () -> List.of(
                                trace -> {
                                    while (true) {
                                        trace.loading(0, 8);
                                    }
                                },
                                trace -> store(trace, 1))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("come to no end");
    }

    @Test
    void whatAThreadThrowsIsThrown() {
        assertThatThrownBy(() -> run(
                        Schedule.plain(2),
                        () -> List.of(trace -> store(trace, 0), trace -> {
                            throw new IllegalStateException("on purpose");
                        })))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("thread 1 failed")
                .hasRootCauseMessage("on purpose");
    }
}
