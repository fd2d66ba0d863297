package org.jnvm.crashtest.internal.model;

import java.util.List;
import java.util.TreeSet;
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
    /** For each unit what each of its contents adds to the hash; filled in when it is asked for. */
    private final long[][] differences;

    CrashPoint(int number, int event, String where, Progress progress, Memory durable, List<Unit> units, boolean cut) {
        this.number = number;
        this.event = event;
        this.where = where;
        this.progress = progress;
        this.durable = durable;
        this.units = units;
        this.cut = cut;
        this.differences = new long[units.size()][];
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

    /**
     * Returns the hash of an image. It is a sum over words, and no two units have a word in common, so each content of
     * each unit adds the same to any image.
     *
     * @param states a number for each unit
     */
    public long hash(int[] states) {
        long hash = durable.hash();
        for (int i = 0; i < states.length; i++) {
            hash += difference(i, states[i]);
        }
        return hash;
    }

    /** Returns a hash of all images that it allows, in whatever order. */
    public long hash() {
        long hash = durable.hash();
        for (int unit = 0; unit < units.size(); unit++) {
            long contents = 0;
            for (int state = 0; state < units.get(unit).count(); state++) {
                contents += Memory.mix(1, difference(unit, state));
            }
            hash += Memory.mix(units.get(unit).number(), contents);
        }
        return hash;
    }

    /** Returns what tells its line of code, and those of the stores that are not durable for sure. */
    public String sites() {
        TreeSet<String> pending = new TreeSet<>();
        for (Unit unit : units) {
            unit.stores(unit.newest()).forEach(store -> pending.add(store.site()));
        }
        return where + pending;
    }

    private long difference(int unit, int state) {
        if (differences[unit] == null) {
            differences[unit] = new long[units.get(unit).count()];
            long before = durable.hash();
            for (int i = 0; i < differences[unit].length; i++) {
                units.get(unit).stores(i).forEach(durable::storeForNow);
                differences[unit][i] = durable.hash() - before;
                durable.back();
            }
        }
        return differences[unit][state];
    }

    void giveBack() {
        durable.back();
    }

    Memory durable() {
        return durable;
    }
}
