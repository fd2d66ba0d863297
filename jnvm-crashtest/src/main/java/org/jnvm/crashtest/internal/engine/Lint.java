package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.crashtest.internal.engine.Finding.Rule;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/**
 * Looks at a trace, without recovering from anything: what the program stored and did not make durable before the
 * operation was acknowledged, and which of its write-backs and fences do nothing. What J-NVM does on behalf of the program
 * has an order of its own and is left out, but where it does what the program need not do again.
 */
public final class Lint {
    private static final long LINE_BYTES = 64;

    private final List<TraceEvent> events;
    /** Stores that wait for a write-back, by line: indexes of events. */
    private final Map<Long, List<Integer>> dirty = new HashMap<>();
    /** Stores that wait for a fence, by the thread that wrote them back. */
    private final Map<Long, List<Integer>> pending = new HashMap<>();
    /** Threads that wrote back something since their last fence. */
    private final Set<Long> wroteBack = new HashSet<>();

    private final Map<String, Finding> found = new LinkedHashMap<>();
    private String operation = "";

    private Lint(Trace trace) {
        events = trace.events();
    }

    /** Returns what was found, each place in the code once. */
    public static List<Finding> of(Trace trace) {
        Lint lint = new Lint(trace);
        for (int i = 0; i < lint.events.size(); i++) {
            lint.look(i, lint.events.get(i));
        }
        return List.copyOf(lint.found.values());
    }

    private void look(int index, TraceEvent event) {
        switch (event.kind()) {
            case START -> {
                operation = event.site();
                dirty.clear(); // what was stored before the first operation, or between two, promises nothing
                pending.clear();
            }
            case STORE ->
                dirty.computeIfAbsent(event.offset() / LINE_BYTES, line -> new ArrayList<>())
                        .add(index);
            case PWB -> writeBack(index, event);
            case FENCE -> fence(index, event);
            case FORCE -> force(event);
            case ACK -> acknowledge();
            default -> throw new AssertionError(event.kind());
        }
    }

    private void writeBack(int index, TraceEvent event) {
        wroteBack.add(event.thread());
        List<Integer> stores = dirty.remove(event.offset() / LINE_BYTES);
        if (stores != null) {
            pending.computeIfAbsent(event.thread(), thread -> new ArrayList<>()).addAll(stores);
        } else if (event.program() && !operation.isEmpty()) {
            add(Rule.SUPERFLUOUS_WRITE_BACK, index);
        }
    }

    private void fence(int index, TraceEvent event) {
        pending.remove(event.thread());
        if (!wroteBack.remove(event.thread()) && event.program() && !operation.isEmpty()) {
            add(Rule.SUPERFLUOUS_FENCE, index);
        }
    }

    private void force(TraceEvent event) {
        long end = event.offset() + event.length();
        dirty.keySet().removeIf(line -> line * LINE_BYTES >= event.offset() && line * LINE_BYTES < end);
        pending.values()
                .forEach(stores -> stores.removeIf(store -> events.get(store).offset() >= event.offset()
                        && events.get(store).offset() < end));
    }

    private void acknowledge() {
        dirty.values().forEach(stores -> missing(Rule.MISSING_WRITE_BACK, stores));
        pending.values().forEach(stores -> missing(Rule.MISSING_FENCE, stores));
        operation = "";
    }

    private void missing(Rule rule, List<Integer> stores) {
        for (int store : stores) {
            if (events.get(store).kind() == EventKind.STORE && events.get(store).program()) {
                add(rule, store);
            }
        }
    }

    private void add(Rule rule, int index) {
        TraceEvent event = events.get(index);
        String key = rule + " " + event.site();
        Finding first = new Finding(rule, index, event.offset(), event.site(), operation, 1);
        found.merge(key, first, (known, again) -> known.again());
    }
}
