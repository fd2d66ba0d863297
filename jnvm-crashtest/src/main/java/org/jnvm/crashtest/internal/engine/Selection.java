package org.jnvm.crashtest.internal.engine;

import java.util.Random;
import org.jnvm.crashtest.internal.model.CrashPoint;

/** Which images of a crash point are judged, by the engines that decide all of memory at once. */
interface Selection {
    /** Judges an image; tells whether to go on. */
    interface Taker {
        boolean take(int[] states);
    }

    /**
     * Goes through the images.
     *
     * @return whether nothing was left out that the selection stands for
     */
    boolean images(CrashPoint point, Taker taker);

    /** All as old, and all as new, as may be. */
    static Selection prefix() {
        return (point, taker) -> {
            if (taker.take(point.oldest())) {
                taker.take(point.newest());
            }
            return true;
        };
    }

    /** {@link #prefix}, and each single unit with every other content within either of the two. */
    static Selection deviation() {
        return (point, taker) -> {
            for (int[] base : new int[][] {point.oldest(), point.newest()}) {
                if (!taker.take(base) || !deviations(point, base, taker)) {
                    return true;
                }
            }
            return true;
        };
    }

    private static boolean deviations(CrashPoint point, int[] base, Taker taker) {
        for (int unit = 0; unit < base.length; unit++) {
            for (int state = 0; state < point.units().get(unit).count(); state++) {
                int[] states = base.clone();
                states[unit] = state;
                if (state != base[unit] && !taker.take(states)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Some at random; which, follows from the seed and the point. */
    static Selection random(long seed, int count) {
        return (point, taker) -> {
            Random random = new Random(seed * 31 + point.number());
            boolean goOn = true;
            for (int i = 0; i < count && goOn; i++) {
                goOn = taker.take(point.units().stream()
                        .mapToInt(unit -> random.nextInt(unit.count()))
                        .toArray());
            }
            return true;
        };
    }

    /** All; of points that have more than a bound, none. */
    static Selection all(long bound) {
        return (point, taker) -> {
            if (point.images() > bound) {
                return false;
            }
            int[] states = point.oldest();
            do {
                if (!taker.take(states.clone())) {
                    return true;
                }
            } while (advance(states, point));
            return true;
        };
    }

    private static boolean advance(int[] states, CrashPoint point) {
        for (int unit = 0; unit < states.length; unit++) {
            if (++states[unit] < point.units().get(unit).count()) {
                return true;
            }
            states[unit] = 0;
        }
        return false;
    }

    /** One after the other. */
    default Selection then(Selection next) {
        return (point, taker) -> {
            boolean[] goOn = {true};
            boolean all = images(point, states -> goOn[0] = taker.take(states));
            return goOn[0] ? all & next.images(point, taker) : all;
        };
    }
}
