package org.jnvm.crashtest;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
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
    /** Whether steps before the first operation are tried, too. */
    private final boolean fromOpening;

    private final Map<String, String> places = new TreeMap<>();

    Mutation(Explorer explorer, Engine engine, Trace trace, boolean fromOpening) {
        this.explorer = explorer;
        this.engine = engine;
        this.trace = trace;
        this.fromOpening = fromOpening;
    }

    /** Tries the mutants of some kinds, at the places that a predicate chooses. */
    CrashMutants run(Set<Kind> kinds, Predicate<String> chosen) {
        Failure failure = explorer.explore(engine, Set.of(), 0).failure();
        if (failure != null) {
            throw new AssertionError("fails without any mutation: " + failure);
        }
        int started = 0;
        int acknowledged = 0;
        for (int i = 0; i < trace.events().size(); i++) {
            EventKind event = trace.events().get(i).kind();
            started += event == EventKind.START ? 1 : 0;
            acknowledged += event == EventKind.ACK ? 1 : 0;
            if (started > acknowledged || fromOpening && started == 0) {
                for (Kind kind : kinds) {
                    mutate(kind, i, chosen);
                }
            }
        }
        return new CrashMutants(places);
    }

    private void mutate(Kind kind, int at, Predicate<String> chosen) {
        TraceEvent event = trace.events().get(at);
        boolean fits = switch (kind) {
            case PWB -> event.kind() == EventKind.PWB;
            case FORCE -> event.kind() == EventKind.FORCE;
            case FENCE, HASTY -> event.kind() == EventKind.FENCE;
            case LATE -> event.kind() == EventKind.STORE;
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
            Trace mutant = kind == Kind.HASTY ? trace.moved(other, at) : trace.moved(at, other);
            failure = explorer.explore(engine, mutant).failure();
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
            for (int i = at + direction; i >= 0 && i < trace.events().size(); i += direction) {
                if (trace.events().get(i).thread() != trace.events().get(at).thread()) {
                    continue;
                }
                EventKind kind = trace.events().get(i).kind();
                if (kind != EventKind.PWB && kind != EventKind.FENCE && kind != EventKind.FORCE) {
                    break;
                }
                adjacent &= kind != EventKind.PWB;
                if (isTwin(trace.events().get(at).kind(), kind, direction > 0, adjacent)) {
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

    /** Returns the next event of a kind of the same thread and operation; -1 if there is none. */
    private int next(int at, EventKind kind) {
        long thread = trace.events().get(at).thread();
        for (int i = at + 1; i < trace.events().size(); i++) {
            TraceEvent event = trace.events().get(i);
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
