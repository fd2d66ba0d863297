package org.jnvm.crashtest.internal.engine;

import java.util.List;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.CrashPoint;
import org.jnvm.crashtest.internal.model.Memory;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;

/** The media engine at one crash point: damage of each of the {@linkplain Selection#prefix two} images. */
final class DamagedImages {
    private final Recovering recovering;
    private final PersistenceMode mode;
    private final long seed;
    private final int count;
    private long images;

    DamagedImages(Recovering recovering, PersistenceMode mode, long seed, int count) {
        this.recovering = recovering;
        this.mode = mode;
        this.seed = seed;
        this.count = count;
    }

    /** Returns how many images were judged. */
    long images() {
        return images;
    }

    /** Returns the first bad image, or null. */
    Failure at(CrashPoint point) {
        Failure[] failure = new Failure[1];
        Selection.prefix().images(point, states -> {
            for (int damage = 0; damage < count && failure[0] == null; damage++) {
                failure[0] = judge(point, states, damage);
            }
            return failure[0] == null;
        });
        return failure[0];
    }

    /** Judges one image. */
    Failure judge(CrashPoint point, int[] states, int damage) {
        images++;
        byte[] image = CrashMemory.decided(point, states).bytes();
        Damage.damage(image, Memory.mix(seed, Memory.mix(point.number(), damage)));
        String wrong = recovering.damaged(image);
        List<Replay.Step> steps = List.of(new Replay.Step(point.number(), states), new Replay.Step(damage, new int[0]));
        return wrong == null
                ? null
                : new Failure(
                        new Replay(Engine.MEDIA, mode, seed, steps), point.where(), point.progress(), states, wrong);
    }
}
