package org.jnvm.crashtest.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jnvm.crashtest.internal.engine.Explorer;
import org.jnvm.crashtest.internal.engine.Result;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.schedule.Schedule;
import org.jnvm.crashtest.internal.schedule.Scheduler;
import org.jnvm.crashtest.internal.schedule.Schedules;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariant checked: the explorer finds the known traps of the protocol of failure-atomic blocks and of freeing, planted
 * in a model of it: one block, one redo log with a commit mark, two roots, two threads. And the model without a trap
 * passes, so that it is the trap that is found.
 */
class PlantedTrapsTest {
    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final int SCHEDULES = 60;
    /** More than a run has. */
    private static final int EVENTS = 40;

    private static final long BOUND = 100_000;

    // what is where; each in a line of its own
    private static final int OLD_ROOT = 0;
    private static final int NEW_ROOT = 64;
    private static final int HEADER = 128;
    private static final int FIELD = 192;
    private static final int MARK = 256;
    private static final int ENTRIES = 320;
    private static final int X = 384;
    private static final int Y = 448;
    private static final int BYTES = 512;

    private static final long OLD_CLASS = 5;
    private static final long NEW_CLASS = 7;
    /** What a field holds of an object of the class. */
    private static final int FIELD_OF_CLASS = 10;

    /** A wrong way of doing things, or none. */
    enum Trap {
        NONE(),
        /** A freed header is not written back before the block is used again. */
        FREED_WITHOUT_WRITE_BACK(Protocol.FREE_AND_USE_AGAIN, Protocol.FREE_AND_USE_AGAIN_ELSEWHERE),
        /** It is written back but not fenced; a fence of another thread that uses the block does not cover it. */
        FREED_WITHOUT_FENCE(Protocol.FREE_AND_USE_AGAIN, Protocol.FREE_AND_USE_AGAIN_ELSEWHERE),
        /** A block that a commit frees may be used again before the record is erased, which a replay frees again. */
        RELEASED_BEFORE_THE_ERASURE(Protocol.FREE_IN_A_COMMIT),
        /** The record is not erased durably when the block is acknowledged. */
        ERASED_WITHOUT_WRITE_BACK(
                Protocol.FREE_IN_A_COMMIT, Protocol.WRITE_AFTER_A_COMMIT, Protocol.WRITE_AFTER_A_COMMIT_ELSEWHERE),
        /** The erasure is written back, but another thread's fence does not cover it. */
        ERASED_WITHOUT_FENCE(Protocol.FREE_IN_A_COMMIT, Protocol.WRITE_AFTER_A_COMMIT_ELSEWHERE),
        /** The commit mark is not written back before the changes are applied. */
        MARKED_WITHOUT_WRITE_BACK(
                Protocol.FREE_IN_A_COMMIT, Protocol.WRITE_AFTER_A_COMMIT, Protocol.WRITE_AFTER_A_COMMIT_ELSEWHERE);

        private final Set<Protocol> meets;

        Trap(Protocol... meets) {
            this.meets = Set.of(meets);
        }
    }

    /** What the threads do. */
    private enum Protocol {
        FREE_AND_USE_AGAIN((model, run) -> run.thread(() -> {
            model.free();
            model.use();
        })),
        FREE_AND_USE_AGAIN_ELSEWHERE((model, run) -> {
            run.thread(model::free);
            run.thread(model::use);
        }),
        FREE_IN_A_COMMIT((model, run) -> {
            run.thread(model::freeInACommit);
            run.thread(model::use);
        }),
        WRITE_AFTER_A_COMMIT((model, run) -> run.thread(() -> {
            model.writeInACommit();
            model.write();
        })),
        WRITE_AFTER_A_COMMIT_ELSEWHERE((model, run) -> {
            run.thread(model::writeInACommit);
            run.thread(model::write);
        });

        private final BiConsumer<Model, Threads> threads;

        Protocol(BiConsumer<Model, Threads> threads) {
            this.threads = threads;
        }
    }

    /** Adds threads. */
    private interface Threads {
        void thread(Runnable body);
    }

    /** The protocol, with a trap or not. */
    private record Model(Trace trace, Trap trap, Queue<Integer> freed, Queue<Boolean> committed) {
        private void store(int offset, long value) {
            trace.storedRelease(offset, word(value));
        }

        private void pwb(int... offsets) {
            for (int offset : offsets) {
                trace.writtenBack(offset & -64);
            }
        }

        private void operation(String name, Runnable action) {
            trace.start(name);
            action.run();
            trace.ack(name);
        }

        /** Frees the block while a root still leads to it. */
        void free() {
            operation("free", () -> {
                store(HEADER, 0);
                if (trap != Trap.FREED_WITHOUT_WRITE_BACK) {
                    pwb(HEADER);
                }
                if (trap != Trap.FREED_WITHOUT_FENCE) {
                    trace.fenced();
                }
                freed.add(HEADER);
            });
        }

        /** Makes another object of the block, if it is free, and has the other root lead to it. */
        void use() {
            if (freed.poll() == null) {
                return;
            }
            operation("use", () -> {
                store(FIELD, NEW_CLASS * FIELD_OF_CLASS);
                pwb(FIELD);
                trace.fenced();
                store(HEADER, NEW_CLASS);
                pwb(HEADER);
                trace.fenced();
                store(NEW_ROOT, HEADER);
                pwb(NEW_ROOT);
                trace.fenced();
            });
        }

        void freeInACommit() {
            operation("free", () -> {
                commit(OLD_ROOT, 0, HEADER, 0, trap == Trap.RELEASED_BEFORE_THE_ERASURE);
                if (trap != Trap.RELEASED_BEFORE_THE_ERASURE) {
                    freed.add(HEADER);
                }
            });
        }

        void writeInACommit() {
            operation("commit", () -> commit(X, 1, Y, 1, false));
            committed.add(true);
        }

        /** Changes one of the two words outside a commit, when there was one. */
        void write() {
            if (committed.poll() == null) {
                return;
            }
            operation("write", () -> {
                store(X, 2);
                pwb(X);
                trace.fenced();
            });
        }

        private void commit(int first, long firstValue, int second, long secondValue, boolean releases) {
            store(ENTRIES, first);
            store(ENTRIES + 8, firstValue);
            store(ENTRIES + 16, second);
            store(ENTRIES + 24, secondValue);
            pwb(ENTRIES);
            trace.fenced();
            store(MARK, 1);
            if (trap != Trap.MARKED_WITHOUT_WRITE_BACK) {
                pwb(MARK);
            }
            trace.fenced();
            store(first, firstValue);
            store(second, secondValue);
            pwb(first, second);
            if (releases) {
                freed.add(HEADER);
            }
            trace.fenced();
            store(MARK, 0);
            if (trap != Trap.ERASED_WITHOUT_WRITE_BACK) {
                pwb(MARK);
            }
            if (trap != Trap.ERASED_WITHOUT_FENCE) {
                trace.fenced();
            }
        }
    }

    private static byte[] word(long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    private static void store(CrashMemory memory, long offset, long value) {
        memory.stored(offset, word(value));
    }

    private static byte[] image() {
        ByteBuffer image = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        image.putLong(OLD_ROOT, HEADER);
        image.putLong(HEADER, OLD_CLASS);
        image.putLong(FIELD, OLD_CLASS * FIELD_OF_CLASS);
        return image.array();
    }

    /** Replays the record if it counts, and tells what is wrong then. */
    private static String recover(CrashMemory memory, Set<String> acknowledged) {
        if (memory.load(MARK) == 1) {
            store(memory, memory.load(ENTRIES), memory.load(ENTRIES + 8));
            store(memory, memory.load(ENTRIES + 16), memory.load(ENTRIES + 24));
        }
        long header = memory.load(HEADER);
        if (header == OLD_CLASS && memory.load(OLD_ROOT) != 0 && memory.load(FIELD) != OLD_CLASS * FIELD_OF_CLASS) {
            return "the old object has a field of the new one";
        }
        if (acknowledged.contains("use")
                && (memory.load(NEW_ROOT) != HEADER
                        || header != NEW_CLASS
                        || memory.load(FIELD) != NEW_CLASS * FIELD_OF_CLASS)) {
            return "the new object is lost: header=" + header;
        }
        if (acknowledged.contains("free") && header == OLD_CLASS && memory.load(OLD_ROOT) == 0) {
            return "one root was changed, and the block not freed";
        }
        long x = memory.load(X);
        if (acknowledged.contains("write") && x != 2) {
            return "the write is lost: x=" + x;
        }
        if (acknowledged.contains("commit") && x == 0) {
            return "the commit is lost";
        }
        boolean torn = memory.load(OLD_ROOT) == 0 && header == OLD_CLASS || (x != 0) != (memory.load(Y) != 0);
        return torn ? "the commit is torn" : null;
    }

    private static Set<String> acknowledged(Trace trace, Progress progress) {
        List<TraceEvent> operations = trace.events().stream()
                .filter(event -> event.kind() == EventKind.START || event.kind() == EventKind.ACK)
                .limit((long) progress.started() + progress.acknowledged())
                .filter(event -> event.kind() == EventKind.ACK)
                .toList();
        Set<String> names = new HashSet<>();
        operations.forEach(event -> names.add(event.site()));
        return names;
    }

    /** Runs by a schedule, and goes through all crash images; returns what is wrong, or null. */
    private static String explore(Protocol protocol, Trap trap, Schedule schedule) {
        Scheduler scheduler = Scheduler.of(schedule, LIMIT_NANOS);
        Trace trace = new Trace(scheduler);
        trace.started(image());
        protocol.threads.accept(
                new Model(trace, trap, new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>()), scheduler::add);
        scheduler.run();
        Result result = new Explorer(
                        trace,
                        PersistenceMode.NVMM,
                        (memory, progress) -> recover(memory, acknowledged(trace, progress)),
                        Pruning.NONE,
                        1,
                        BOUND)
                .explore(Engine.LAZY, Set.of(), 0);
        return result.failure() == null ? null : result.failure().wrong() + ", schedule=" + schedule;
    }

    /** Explores by schedules up to the first failure, which is returned, or null. */
    private static String failure(Protocol protocol, Trap trap) {
        List<Schedule> plain = Schedules.plain(2);
        List<Integer> accesses = Collections.nCopies(EVENTS, 0);
        return Stream.concat(
                        plain.stream(), Schedules.changed(1, SCHEDULES, plain, List.of(accesses, accesses)).stream())
                .map(schedule -> explore(protocol, trap, schedule))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @ParameterizedTest
    @EnumSource(Trap.class)
    void trapsAreFoundWhereTheyAre(Trap trap) {
        Set<Protocol> found = EnumSet.noneOf(Protocol.class);
        for (Protocol protocol : Protocol.values()) {
            String failure = failure(protocol, trap);
            if (failure != null) {
                System.out.println(trap + " in " + protocol + ": " + failure);
                found.add(protocol);
            }
        }
        assertThat(found).isEqualTo(trap.meets);
    }
}
