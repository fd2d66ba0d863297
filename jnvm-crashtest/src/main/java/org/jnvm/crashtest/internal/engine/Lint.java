package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.crashtest.internal.engine.Finding.Rule;
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
    /** The operations in flight, by thread. */
    private final Map<Long, String> running = new HashMap<>();

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
                forget(event.thread()); // what was stored before the first operation, or between two, promises nothing
                running.put(event.thread(), event.site());
            }
            case STORE ->
                dirty.computeIfAbsent(event.offset() / LINE_BYTES, line -> new ArrayList<>())
                        .add(index);
            case PWB -> writeBack(index, event);
            case FENCE -> fence(index, event);
            case FORCE -> force(event);
            case ACK -> acknowledge(event.thread());
            default -> throw new AssertionError(event.kind());
        }
    }

    private void writeBack(int index, TraceEvent event) {
        wroteBack.add(event.thread());
        List<Integer> stores = dirty.remove(event.offset() / LINE_BYTES);
        if (stores != null) {
            pending.computeIfAbsent(event.thread(), thread -> new ArrayList<>()).addAll(stores);
        } else if (event.program() && !running.isEmpty()) {
            add(Rule.SUPERFLUOUS_WRITE_BACK, index);
        }
    }

    private void fence(int index, TraceEvent event) {
        pending.remove(event.thread());
        if (!wroteBack.remove(event.thread()) && event.program() && !running.isEmpty()) {
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

    private void acknowledge(long thread) {
        dirty.values().forEach(stores -> missing(Rule.MISSING_WRITE_BACK, stores, thread));
        pending.values().forEach(stores -> missing(Rule.MISSING_FENCE, stores, thread));
        running.remove(thread);
    }

    private void missing(Rule rule, List<Integer> stores, long thread) {
        for (int store : stores) {
            if (isOf(thread, store) && events.get(store).program()) {
                add(rule, store);
            }
        }
    }

    private void forget(long thread) {
        dirty.values().forEach(stores -> stores.removeIf(store -> isOf(thread, store)));
        pending.values().forEach(stores -> stores.removeIf(store -> isOf(thread, store)));
    }

    /** Tells whether a store belongs to the operation of a thread: also if a thread without one of its own did it. */
    private boolean isOf(long thread, int store) {
        long actor = events.get(store).thread();
        return actor == thread || !running.containsKey(actor);
    }

    private String operation(long thread) {
        return running.getOrDefault(thread, String.join(", ", running.values()));
    }

    private void add(Rule rule, int index) {
        TraceEvent event = events.get(index);
        String key = rule + " " + event.site();
        Finding first = new Finding(rule, index, event.offset(), event.site(), operation(event.thread()), 1);
        found.merge(key, first, (known, again) -> known.again());
    }
}
