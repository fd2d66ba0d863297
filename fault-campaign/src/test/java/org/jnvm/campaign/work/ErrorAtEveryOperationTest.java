package org.jnvm.campaign.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.JNVM;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Errors of the JVM at the n-th store, write-back or fence of all kinds of work, for n = 1 and on: once, or from there on
 * for the rest of the operation. (A full stack and lack of memory can strike anywhere; an {@code InternalError} is what
 * the JVM makes of a page that cannot be reached.)
 *
 * <p>Invariants checked: the heap is poisoned, and refuses every change; or it goes on, and shows the operation as a whole
 * or not at all. Either way the next opening finds all that was acknowledged, and the heap is sound. Of a work with two heaps
 * the errors are at the events of both: one of them is poisoned, both are or none, and after the next opening they agree.
 */
@Once
class ErrorAtEveryOperationTest {
    /** Not each n in ordinary builds. */
    private static final int STRIDE = Full.ON ? 1 : 13;

    private static final int BEFORE = 40;
    private static final int OPERATIONS = Full.ON ? 60 : 25;
    private static final int AFTER = 20;
    private static final long SEED = 7;

    @TempDir
    Path folder;

    /** Throws at one of the next events, or from then on. */
    private static final class Bomb extends EachEvent {
        private final Class<? extends Error> kind;
        private final boolean forEver;
        private long left = Long.MAX_VALUE;
        private boolean exploded;

        Bomb(Class<? extends Error> kind, boolean forEver) {
            this.kind = kind;
            this.forEver = forEver;
        }

        void arm(long events) {
            left = events;
        }

        void disarm() {
            left = Long.MAX_VALUE;
        }

        @Override
        void event() {
            left--;
            if (left == 0 || left < 0 && forEver) {
                exploded = true;
                if (kind == OutOfMemoryError.class) {
                    throw new OutOfMemoryError("on purpose");
                }
                if (kind == StackOverflowError.class) {
                    throw new StackOverflowError("on purpose");
                }
                throw new InternalError("on purpose");
            }
        }
    }

    /** What became of the heap. */
    private enum Outcome {
        NO_ERROR,
        WENT_ON,
        POISONED
    }

    @ParameterizedTest
    @EnumSource(WorkName.class)
    void theHeapGoesOnOrRefuses(WorkName name) throws Exception {
        int[] outcomes = new int[Outcome.values().length];
        List<Class<? extends Error>> kinds =
                List.of(OutOfMemoryError.class, StackOverflowError.class, InternalError.class);
        Outcome last = Outcome.WENT_ON;
        int turn = 0;
        for (long event = 1; last != Outcome.NO_ERROR; event += STRIDE, turn++) {
            Bomb bomb = new Bomb(kinds.get(turn % kinds.size()), turn / kinds.size() % 2 == 1);
            try {
                last = run(name, bomb, event);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        name + ", " + bomb.kind.getSimpleName() + " at " + event + (bomb.forEver ? " and on" : ""), e);
            }
            outcomes[last.ordinal()]++;
        }
        System.out.println(name + ": errors after which the heap went on: " + outcomes[Outcome.WENT_ON.ordinal()]
                + ", was poisoned: " + outcomes[Outcome.POISONED.ordinal()]);
        assertThat(outcomes[Outcome.WENT_ON.ordinal()]).isGreaterThan(5);
        assertThat(outcomes[Outcome.POISONED.ordinal()]).isGreaterThan(5);
    }

    private Outcome run(WorkName name, Bomb bomb, long event) throws Exception {
        Path file = folder.resolve("a.heap");
        Path second = folder.resolve("b.heap");
        Files.deleteIfExists(file);
        Files.deleteIfExists(second);
        HeapOptions[] options = {HeapOptions.defaults().recorder(bomb)};
        List<Heap> others = new ArrayList<>(); // empty where the work has one heap
        Work work = Work.of(name, SEED, 1, () -> {
            others.add(Heap.openOrCreate(second, 2 << 20, options[0]));
            return others.get(others.size() - 1);
        });
        long done;
        Outcome outcome;
        try (Heap heap = Heap.create(file, 2 << 20, options[0]);
                Heap.Scope scope = heap.enter()) {
            work.found(heap);
            work.attach(heap);
            audit(work, 0);
            for (done = 0; done < BEFORE; done++) {
                work.operate(0, done + 1);
            }
            bomb.arm(event);
            done = operateUntilError(work, done);
            bomb.disarm();
            if (!bomb.exploded) {
                return Outcome.NO_ERROR;
            }
            assertThat(JNVM.inFa()).as("a failure-atomic block is left open").isFalse();
            boolean poisoned = heap.stats().poisoned()
                    || others.stream().anyMatch(each -> each.stats().poisoned());
            outcome = poisoned ? Outcome.POISONED : Outcome.WENT_ON;
            if (outcome == Outcome.WENT_ON) {
                work.attach(heap);
                done = audit(work, done);
                assertThat(heap.check().isSound()).isTrue();
                for (int i = 0; i < AFTER; i++) {
                    work.operate(0, ++done);
                }
            } else {
                requireRefused(work, done);
            }
        } finally {
            work.close();
        }
        options[0] = HeapOptions.defaults().recovery(Recovery.FULL);
        if (event % 2 == 0) {
            work.open();
        }
        try (Heap heap = Heap.open(file, options[0]);
                Heap.Scope scope = heap.enter()) {
            work.attach(heap);
            long found = audit(work, done);
            if (outcome == Outcome.WENT_ON) {
                assertThat(found).as("nothing was in flight").isEqualTo(done);
            }
            assertThat(heap.check().isSound()).isTrue();
            for (int i = 0; i < AFTER; i++) {
                work.operate(0, ++found);
            }
            assertThat(audit(work, found)).isEqualTo(found);
        } finally {
            work.close();
        }
        return outcome;
    }

    /** Returns the last operation that was acknowledged. */
    private static long operateUntilError(Work work, long last) {
        long done = last;
        try {
            while (done < BEFORE + OPERATIONS) {
                work.operate(0, done + 1);
                done++;
            }
        } catch (OutOfMemoryError | StackOverflowError | InternalError | JnvmException e) {
            // that is what was to happen; a JnvmException where a block cannot go on, since undoing an inner one failed
        }
        return done;
    }

    private static void requireRefused(Work work, long last) {
        for (int i = 1; i <= 3; i++) {
            try {
                work.operate(0, last + i);
            } catch (HeapPoisonedException | HeapClosedException e) {
                return;
            } catch (IllegalStateException e) {
                return; // read what the operation in flight had written
            }
        }
        throw new AssertionError("a poisoned heap acknowledges operations");
    }

    /** Returns the last operation that the heap has. */
    private static long audit(Work work, long acknowledged) {
        List<String> losses = new ArrayList<>();
        long[] last = work.audit(new long[] {acknowledged}, new long[] {acknowledged}, losses);
        assertThat(losses).isEmpty();
        return last[0];
    }
}
