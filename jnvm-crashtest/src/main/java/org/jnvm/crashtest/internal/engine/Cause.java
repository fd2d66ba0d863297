package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jnvm.crashtest.internal.model.CrashPoint;
import org.jnvm.crashtest.internal.model.Unit;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/**
 * Why an image is bad: as few stores as possible that did not persist, and, of those that need not have, as few as
 * possible that did.
 *
 * @param lost of each unit that is older than it could be, the first store that is missing
 * @param early of each unit that is newer than it must be, and has to be for the image to be bad, the last store that is
 *     there
 */
public record Cause(List<Lost> lost, List<TraceEvent> early) {
    /**
     * A store that did not persist.
     *
     * @param store the store
     * @param remedy what would have made it durable
     */
    public record Lost(TraceEvent store, String remedy) {}

    private static final long LINE_BYTES = 64;

    /**
     * Finds the cause of a failure.
     *
     * @param explorer the exploration that found it
     * @param trace what was explored
     * @param failure the failure
     */
    public static Cause of(Explorer explorer, Trace trace, Failure failure) {
        CrashPoint point = explorer.point(failure.replay().steps().get(0).point(), Set.of());
        int[] states = failure.states().clone();
        int[] newest = point.newest();
        toward(explorer, point, states, newest);
        List<Integer> old = new ArrayList<>();
        List<Integer> fresh = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            (states[i] == newest[i] ? fresh : old).add(i);
        }
        int[] oldest = states.clone();
        fresh.forEach(unit -> oldest[unit] = 0);
        toward(explorer, point, states, oldest);
        List<Lost> lost = new ArrayList<>();
        old.forEach(unit -> lost.add(lost(trace, point, point.units().get(unit), states[unit])));
        List<TraceEvent> early = new ArrayList<>();
        for (int unit : fresh) {
            if (states[unit] != 0) {
                List<TraceEvent> stores = point.units().get(unit).stores(states[unit]);
                early.add(stores.get(stores.size() - 1));
            }
        }
        return new Cause(List.copyOf(lost), List.copyOf(early));
    }

    /** Changes one unit after the other to what it is in {@code goal}, where the image stays bad. */
    private static void toward(Explorer explorer, CrashPoint point, int[] states, int[] goal) {
        for (int i = 0; i < states.length; i++) {
            int before = states[i];
            states[i] = goal[i];
            if (before != goal[i] && explorer.verdict(point, states) == null) {
                states[i] = before;
            }
        }
    }

    private static Lost lost(Trace trace, CrashPoint point, Unit unit, int state) {
        Set<TraceEvent> there = new HashSet<>(unit.stores(state));
        TraceEvent store = unit.stores(unit.newest()).stream()
                .filter(each -> !there.contains(each))
                .findFirst()
                .orElseThrow();
        return new Lost(store, remedy(trace, point, store));
    }

    private static String remedy(Trace trace, CrashPoint point, TraceEvent store) {
        List<TraceEvent> events = trace.events();
        int at = 0;
        while (events.get(at) != store) {
            at++;
        }
        for (int i = at; i < point.event(); i++) {
            TraceEvent event = events.get(i);
            if (event.kind() == EventKind.PWB && event.offset() / LINE_BYTES == store.offset() / LINE_BYTES) {
                return "missing fence: written back at " + event.site() + ", no fence of its thread since";
            }
        }
        return "missing pwb: not written back since";
    }
}
