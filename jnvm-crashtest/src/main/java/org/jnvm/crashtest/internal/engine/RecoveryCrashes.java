package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.CrashPoint;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;

/**
 * The recursive engine at one crash point: a second crash in each recovery of the {@linkplain Selection#prefix two} images,
 * and further ones in the recoveries from that.
 */
final class RecoveryCrashes {
    private final Recovering recovering;
    private final PersistenceMode mode;
    private final long seed;
    private final long bound;
    private final int depth;
    private final Set<Long> recovered = new HashSet<>();
    private long images;

    /**
     * Prepares.
     *
     * @param depth how many crashes of recoveries follow each other, at least 1
     */
    RecoveryCrashes(Recovering recovering, PersistenceMode mode, long seed, long bound, int depth) {
        this.recovering = recovering;
        this.mode = mode;
        this.seed = seed;
        this.bound = bound;
        this.depth = depth;
    }

    /** Returns how many images of second crashes were judged. */
    long images() {
        return images;
    }

    /** Returns the first bad image, or null. */
    Failure at(CrashPoint point) {
        Failure[] failure = new Failure[1];
        Selection.prefix().images(point, states -> {
            CrashMemory memory = CrashMemory.decided(point, states);
            if (recovered.add(memory.hash())) {
                Explorer inner = inner(memory, point.progress());
                Failure second = inner.explore(Engine.DEVIATION, Set.of(), 0).failure();
                if (second == null && depth > 1) {
                    second = inner.explore(Engine.RECURSIVE, Set.of(), 0).failure();
                }
                images += inner.images();
                failure[0] = second == null ? null : failure(point, states, second);
            }
            return failure[0] == null;
        });
        return failure[0];
    }

    /** Judges one image again, of the crashes that follow the first one. */
    Failure replay(CrashPoint point, int[] states, List<Replay.Step> further) {
        Explorer inner = inner(CrashMemory.decided(point, states), point.progress());
        Engine engine = further.size() == 1 ? Engine.DEVIATION : Engine.RECURSIVE;
        Failure failure = inner.replay(new Replay(engine, mode, seed, further), Set.of());
        return failure == null ? null : failure(point, states, failure);
    }

    private Explorer inner(CrashMemory memory, Progress progress) {
        Trace recovery = recovering.recovery(memory);
        return new Explorer(recovery, mode, new After(recovering, progress), Pruning.EQUAL, seed, bound)
                .recoveryCrashes(depth - 1);
    }

    /** Judges by the progress of the workload: recoveries make none. */
    private record After(Recovering recovering, Progress progress) implements Recovering {
        @Override
        public String judge(CrashMemory memory, Progress none) {
            return recovering.judge(memory, progress);
        }

        @Override
        public Trace recovery(CrashMemory memory) {
            return recovering.recovery(memory);
        }

        @Override
        public String damaged(byte[] image) {
            return recovering.damaged(image);
        }
    }

    private Failure failure(CrashPoint point, int[] states, Failure second) {
        List<Replay.Step> steps = new ArrayList<>();
        steps.add(new Replay.Step(point.number(), states));
        steps.addAll(second.replay().steps());
        return new Failure(
                new Replay(Engine.RECURSIVE, mode, seed, steps),
                point.where() + ", then a crash of the recovery before " + second.where(),
                point.progress(),
                states,
                second.wrong());
    }
}
