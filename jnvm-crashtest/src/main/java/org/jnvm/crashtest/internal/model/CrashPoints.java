package org.jnvm.crashtest.internal.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;
import org.jnvm.crashtest.option.PersistenceMode;

/**
 * The moments of a trace at which a crash matters, in order.
 *
 * <p>Between two of them floors stay and stores are only added, so what an earlier crash can leave a later one can, too,
 * and the judgement is at least as strict. So they are: before each fence that makes something durable; before an
 * operation begins, as what it does may be mistaken for the lack of the one before; and the end. In mode {@link
 * PersistenceMode#EADR} every store is durable at once: there they are the begin and end of each operation, and an image
 * is any moment since the one before.
 */
public final class CrashPoints {
    private static final long LINE_BYTES = 64;
    private static final long SECTOR_BYTES = 512;
    private static final long PAGE_BYTES = 4096;

    private final PersistenceMode mode;
    private final Set<Integer> dropped;
    private final List<TraceEvent> events;
    private final Map<Long, UnitHistory> histories = new TreeMap<>();
    /** What each thread wrote back since its last fence: how many stores of which unit. */
    private final Map<Long, Map<Long, Integer>> pending = new HashMap<>();

    private final Map<Long, Integer> epochs = new HashMap<>();
    /** What is there for sure. */
    private final Memory durable;
    /** What the program sees; stores that change nothing of it are left out. */
    private final Memory visible;

    /** The event that comes next, and whether the point before it was returned. */
    private int at;

    private boolean looked;
    private boolean ended;
    private int number;
    private int acknowledged;
    private int started;
    /** Whether there was a store or an acknowledgement since the last point. */
    private boolean news = true;

    /**
     * Goes back to the beginning of a trace.
     *
     * @param trace what happened
     * @param mode what memory may hold after a crash
     * @param dropped indexes of write-backs and fences that do not happen
     */
    public CrashPoints(Trace trace, PersistenceMode mode, Set<Integer> dropped) {
        this.mode = mode;
        this.dropped = dropped;
        this.events = trace.events();
        this.durable = new Memory(trace.image());
        this.visible = new Memory(trace.image());
    }

    /** Returns the next moment, or null after the last one. */
    public CrashPoint next() {
        while (at < events.size()) {
            TraceEvent event = events.get(at);
            if (!looked && isPoint(event)) {
                looked = true;
                return point(event.kind() + " " + event.site());
            }
            apply(event);
            looked = false;
            at++;
        }
        if (ended) {
            return null;
        }
        ended = true;
        return point("the end");
    }

    private boolean isPoint(TraceEvent event) {
        return switch (event.kind()) {
            case FENCE -> mode != PersistenceMode.EADR && !dropped.contains(at) && raises(event.thread());
            case FORCE ->
                mode != PersistenceMode.EADR
                        && !dropped.contains(at)
                        && histories.values().stream().anyMatch(history -> isIn(history, event) && history.isOpen());
            case START -> news;
            case ACK -> mode == PersistenceMode.EADR && news;
            default -> false;
        };
    }

    private boolean raises(long thread) {
        return pending.getOrDefault(thread, Map.of()).entrySet().stream()
                .anyMatch(entry -> histories.get(entry.getKey()).raises(entry.getValue()));
    }

    private CrashPoint point(String where) {
        news = false;
        List<Unit> units = new ArrayList<>();
        boolean cut = false;
        for (UnitHistory history : histories.values()) {
            if (history.isOpen()) {
                Unit unit = mode == PersistenceMode.EADR
                        ? history.moments()
                        : history.contents(durable, mode == PersistenceMode.NVMM_JMM);
                cut |= history.isCut();
                if (unit.count() > 1) {
                    units.add(unit);
                }
            }
        }
        return new CrashPoint(number++, at, where, new Progress(acknowledged, started), durable, units, cut);
    }

    private void apply(TraceEvent event) {
        if (looked && mode == PersistenceMode.EADR) {
            histories.values().forEach(history -> history.raise(history.size(), durable));
        }
        switch (event.kind()) {
            case STORE -> store(event);
            case PWB -> writeBack(event);
            case FENCE -> fence(event);
            case FORCE -> force(event);
            case START -> started++;
            case ACK -> {
                acknowledged++;
                news = true;
            }
            default -> throw new AssertionError(event.kind());
        }
    }

    private void store(TraceEvent store) {
        if (!visible.holds(store)) {
            visible.store(store);
            news = true;
            histories
                    .computeIfAbsent(unitOf(store.offset()), UnitHistory::new)
                    .add(store, epochs.getOrDefault(store.thread(), 0));
        }
    }

    private void writeBack(TraceEvent event) {
        if (dropped.contains(at) || mode == PersistenceMode.EADR) {
            return;
        }
        Map<Long, Integer> own = pending.computeIfAbsent(event.thread(), key -> new HashMap<>());
        long bytes = mode == PersistenceMode.FILE ? PAGE_BYTES : LINE_BYTES;
        long start = event.offset() / bytes * bytes;
        for (long unit = unitOf(start); unit <= unitOf(start + bytes - 1); unit++) {
            UnitHistory history = histories.get(unit);
            if (history != null) {
                own.put(unit, history.size());
            }
        }
    }

    private void fence(TraceEvent event) {
        if (dropped.contains(at)) {
            return;
        }
        epochs.merge(event.thread(), 1, Integer::sum);
        Map<Long, Integer> own = pending.remove(event.thread());
        if (own != null) {
            own.forEach((unit, count) -> histories.get(unit).raise(count, durable));
        }
    }

    private void force(TraceEvent event) {
        if (dropped.contains(at) || mode == PersistenceMode.EADR) {
            return;
        }
        for (UnitHistory history : histories.values()) {
            if (isIn(history, event)) {
                history.raise(history.size(), durable);
            }
        }
    }

    private boolean isIn(UnitHistory history, TraceEvent force) {
        return history.number() >= unitOf(force.offset())
                && history.number() <= unitOf(force.offset() + force.length() - 1);
    }

    private long unitOf(long offset) {
        return switch (mode) {
            case EADR -> 0;
            case FILE -> offset / SECTOR_BYTES;
            default -> offset / LINE_BYTES;
        };
    }
}
