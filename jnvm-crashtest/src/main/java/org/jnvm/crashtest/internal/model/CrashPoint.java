package org.jnvm.crashtest.internal.model;

import java.util.List;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/** A moment at which a crash is considered, and what memory may hold then. Good until the next one is asked for. */
public final class CrashPoint {
    private final int number;
    private final int event;
    private final String where;
    private final Progress progress;
    private final Memory durable;
    private final List<Unit> units;
    private final boolean cut;

    CrashPoint(int number, int event, String where, Progress progress, Memory durable, List<Unit> units, boolean cut) {
        this.number = number;
        this.event = event;
        this.where = where;
        this.progress = progress;
        this.durable = durable;
        this.units = units;
        this.cut = cut;
    }

    /** Returns its number, from 0. */
    public int number() {
        return number;
    }

    /** Returns the index in the trace of the event that would have come next. */
    public int event() {
        return event;
    }

    /** Returns what would have come next, for people. */
    public String where() {
        return where;
    }

    /** Returns how far the workload had come. */
    public Progress progress() {
        return progress;
    }

    /** Returns the units that have more than one possible content, in the order of their offsets. */
    public List<Unit> units() {
        return units;
    }

    /** Tells whether contents were left out because there are too many. */
    public boolean isCut() {
        return cut;
    }

    /** Returns the contents in which each unit is as old as it may be. */
    public int[] oldest() {
        return new int[units.size()];
    }

    /** Returns the contents in which each unit is as new as it may be. */
    public int[] newest() {
        return units.stream().mapToInt(Unit::newest).toArray();
    }

    /** Returns how many images there are; {@link Long#MAX_VALUE} if a long cannot say. */
    public long images() {
        long images = 1;
        for (Unit unit : units) {
            if (Math.multiplyHigh(images, unit.count()) != 0 || images * unit.count() < 0) {
                return Long.MAX_VALUE;
            }
            images *= unit.count();
        }
        return images;
    }

    /**
     * Returns memory with a content for each unit; to be given back before another one is asked for.
     *
     * @param states a number for each unit
     */
    Memory image(int[] states) {
        for (int i = 0; i < states.length; i++) {
            for (TraceEvent store : units.get(i).stores(states[i])) {
                durable.storeForNow(store);
            }
        }
        return durable;
    }

    void giveBack() {
        durable.back();
    }

    Memory durable() {
        return durable;
    }
}
