package org.jnvm.crashtest;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.internal.engine.Explorer;
import org.jnvm.crashtest.internal.engine.Failure;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;
import org.jnvm.crashtest.option.Engine;

/** Explores a trace once for each step that is left out or moved. Places that were found to be needed are not tried again. */
final class Mutation {
    private static final long BLOCK_BYTES = 256;
    private static final long LINE_BYTES = 64;

    private final Explorer explorer;
    private final Engine engine;
    private final Trace trace;
    private final List<TraceEvent> events;
    /** Whether steps before the first operation are tried, too. */
    private final boolean fromOpening;

    /** Stores that leave memory as it is. */
    private final BitSet idle;

    private final Map<String, String> places = new TreeMap<>();

    Mutation(Explorer explorer, Engine engine, Trace trace, boolean fromOpening) {
        this.explorer = explorer;
        this.engine = engine;
        this.trace = trace;
        this.fromOpening = fromOpening;
        this.events = trace.events();
        this.idle = idle(trace.image().clone(), events);
    }

    /** Tries the mutants of some kinds, at the places that a predicate chooses. */
    CrashMutants run(Set<Kind> kinds, Predicate<String> chosen) {
        return run(kinds, operation -> true, chosen);
    }

    /** Tries the mutants of some kinds, in some operations, counted from 1, at the places that a predicate chooses. */
    CrashMutants run(Set<Kind> kinds, IntPredicate operations, Predicate<String> chosen) {
        Failure failure = explorer.explore(engine, Set.of(), 0).failure();
        if (failure != null) {
            throw new AssertionError("fails without any mutation: " + failure);
        }
        int started = 0;
        int acknowledged = 0;
        for (int i = 0; i < events.size(); i++) {
            EventKind event = events.get(i).kind();
            started += event == EventKind.START ? 1 : 0;
            acknowledged += event == EventKind.ACK ? 1 : 0;
            if (started > acknowledged && operations.test(started) || fromOpening && started == 0) {
                for (Kind kind : kinds) {
                    mutate(kind, i, chosen);
                }
            }
        }
        return new CrashMutants(places);
    }

    private void mutate(Kind kind, int at, Predicate<String> chosen) {
        TraceEvent event = events.get(at);
        boolean fits = switch (kind) {
            case PWB -> event.kind() == EventKind.PWB;
            case FORCE -> event.kind() == EventKind.FORCE;
            case FENCE, HASTY -> event.kind() == EventKind.FENCE;
            case LATE -> event.kind() == EventKind.STORE && !continues(at);
        };
        if (!fits) {
            return;
        }
        String place =
                kind + " " + (kind == Kind.PWB ? event.offset() % BLOCK_BYTES / LINE_BYTES + " " : "") + event.site();
        boolean needed = !places.getOrDefault(place, CrashMutants.NOTHING).equals(CrashMutants.NOTHING);
        if (needed || !chosen.test(place)) {
            return;
        }
        Failure failure;
        if (kind == Kind.PWB || kind == Kind.FENCE || kind == Kind.FORCE) {
            failure = explorer.explore(engine, withTwins(at), 0).failure();
        } else {
            int other = next(at, kind == Kind.HASTY ? EventKind.STORE : EventKind.FENCE);
            if (other < 0) {
                return;
            }
            int store = kind == Kind.HASTY ? other : at;
            int to = kind == Kind.HASTY ? at : other;
            int count = 1;
            while (continues(store + count)) {
                count++;
            }
            if (changesNothing(store, count, to)) {
                return;
            }
            failure = explorer.explore(engine, trace.moved(store, count, to)).failure();
        }
        places.put(place, failure == null ? CrashMutants.NOTHING : failure.wrong());
    }

    /**
     * Returns a step and those that would hide its lack. Write-backs and a fence make something durable in memory, and the
     * force that follows makes it so in a file; and where nothing is left to be written back, one fence after another does
     * nothing.
     */
    private Set<Integer> withTwins(int at) {
        Set<Integer> steps = new TreeSet<>(Set.of(at));
        for (int direction : new int[] {-1, 1}) {
            boolean adjacent = true;
            for (int i = at + direction; i >= 0 && i < events.size(); i += direction) {
                if (events.get(i).thread() != events.get(at).thread()) {
                    continue;
                }
                EventKind kind = events.get(i).kind();
                if (kind != EventKind.PWB && kind != EventKind.FENCE && kind != EventKind.FORCE) {
                    break;
                }
                adjacent &= kind != EventKind.PWB;
                if (isTwin(events.get(at).kind(), kind, direction > 0, adjacent)) {
                    steps.add(i);
                }
            }
        }
        return steps;
    }

    private static boolean isTwin(EventKind step, EventKind other, boolean behind, boolean adjacent) {
        return switch (step) {
            case PWB -> behind && other == EventKind.FORCE;
            case FENCE -> adjacent && other == EventKind.FENCE || behind && other == EventKind.FORCE;
            default -> !behind && other == EventKind.FENCE;
        };
    }

    /** Tells whether an event is one with the store before it: by the same line of code, to what follows in memory. */
    private boolean continues(int at) {
        if (at == 0 || at >= events.size()) {
            return false;
        }
        TraceEvent store = events.get(at);
        TraceEvent before = events.get(at - 1);
        return store.kind() == EventKind.STORE
                && before.kind() == EventKind.STORE
                && store.thread() == before.thread()
                && store.offset() == before.offset() + before.bytes().length
                && store.site().equals(before.site());
    }

    /** Tells whether stores leave memory as it is wherever they are done from their place to another: zeros over zeros. */
    private boolean changesNothing(int from, int count, int to) {
        if (idle.nextClearBit(from) < from + count) {
            return false;
        }
        TraceEvent last = events.get(from + count - 1);
        long start = events.get(from).offset();
        long end = last.offset() + last.bytes().length;
        return IntStream.rangeClosed(Math.min(from, to), Math.max(from + count - 1, to))
                .filter(i -> i < from || i >= from + count)
                .mapToObj(events::get)
                .noneMatch(event -> event.kind() == EventKind.STORE
                        && event.offset() < end
                        && event.offset() + event.bytes().length > start);
    }

    /** Returns the stores that leave memory as it is. */
    private static BitSet idle(byte[] memory, List<TraceEvent> events) {
        BitSet idle = new BitSet();
        for (TraceEvent event : events) {
            if (event.kind() == EventKind.STORE) {
                int from = (int) event.offset();
                int length = event.bytes().length;
                idle.set(event.number(), Arrays.equals(event.bytes(), 0, length, memory, from, from + length));
                System.arraycopy(event.bytes(), 0, memory, from, length);
            }
        }
        return idle;
    }

    /** Returns the next event of a kind of the same thread and operation; -1 if there is none. */
    private int next(int at, EventKind kind) {
        long thread = events.get(at).thread();
        for (int i = at + 1; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            if (event.kind() == EventKind.ACK || event.kind() == EventKind.START) {
                return -1;
            }
            if (event.kind() == kind && event.thread() == thread) {
                return i;
            }
        }
        return -1;
    }
}
