package org.jnvm.crashtest.internal.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.CrashPoint;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;

/** The recursive engine at one crash point: a second crash in each recovery of the {@linkplain Selection#prefix two} images. */
final class RecoveryCrashes {
    private final Recovering recovering;
    private final PersistenceMode mode;
    private final long seed;
    private final long bound;
    private final Set<Long> recovered = new HashSet<>();
    private long images;

    RecoveryCrashes(Recovering recovering, PersistenceMode mode, long seed, long bound) {
        this.recovering = recovering;
        this.mode = mode;
        this.seed = seed;
        this.bound = bound;
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
                images += inner.images();
                failure[0] = second == null ? null : failure(point, states, second);
            }
            return failure[0] == null;
        });
        return failure[0];
    }

    /** Judges one image again. */
    Failure replay(CrashPoint point, int[] states, Replay.Step second) {
        Explorer inner = inner(CrashMemory.decided(point, states), point.progress());
        Failure failure = inner.replay(new Replay(Engine.DEVIATION, mode, seed, List.of(second)), Set.of());
        return failure == null ? null : failure(point, states, failure);
    }

    private Explorer inner(CrashMemory memory, Progress progress) {
        Trace recovery = recovering.recovery(memory);
        return new Explorer(recovery, mode, (left, none) -> recovering.judge(left, progress), seed, bound);
    }

    private Failure failure(CrashPoint point, int[] states, Failure second) {
        List<Replay.Step> steps = List.of(
                new Replay.Step(point.number(), states), second.replay().steps().get(0));
        return new Failure(
                new Replay(Engine.RECURSIVE, mode, seed, steps),
                point.where() + ", then a crash of the recovery before " + second.where(),
                point.progress(),
                states,
                second.wrong());
    }
}
