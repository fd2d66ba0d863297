package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.crashtest.internal.engine.Finding.Rule;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/**
 * Looks at a trace: what the program stored and did not make durable before the operation was acknowledged, or before
 * something made the object reachable or valid; and which of its write-backs and fences do nothing. What J-NVM does on
 * behalf of the program has an order of its own and is left out, but where it does what the program need not do again.
 *
 * <p>Only what would survive counts. What a failure-atomic block writes to goes nowhere but to its commit, and what was
 * undone, freed or never linked is nobody's: so memory is recovered as it is when an operation ends, and where something
 * may have become reachable or valid, and a store of the program is reported if recovery leaves its word alive.
 */
public final class Lint {
    private static final long LINE_BYTES = 64;
    private static final int WORD_BYTES = 8;
    private static final long BLOCK_BYTES = 256;
    private static final int CLASS_SHIFT = 49;
    private static final int KIND_SHIFT = 56;
    private static final int KIND_SLOT = 2;
    private static final long VALID = 1L << 48;

    /** A store that is not durable for sure. */
    private static final class Open {
        private final TraceEvent store;
        /** Whether it was made to an object that nothing led to, or that was not valid. */
        private boolean hidden;
        /** The thread whose next fence makes it durable; or null. */
        private Long writtenBackBy;

        private Open(TraceEvent store) {
            this.store = store;
        }
    }

    private final List<TraceEvent> events;
    private final Survivors survivors;
    private final byte[] memory;
    private final List<Open> open = new ArrayList<>();
    /** Threads that wrote back something since their last fence. */
    private final Set<Long> wroteBack = new HashSet<>();

    private final Map<String, Finding> found = new LinkedHashMap<>();
    /** The operations in flight, by thread. */
    private final Map<Long, String> running = new HashMap<>();

    /** What survives; null after a store that may have changed that. */
    private BitSet live;

    private Lint(Trace trace, Survivors survivors) {
        events = trace.events();
        memory = trace.image().clone();
        this.survivors = survivors;
    }

    /** Returns what was found, each place in the code once. */
    public static List<Finding> of(Trace trace, Survivors survivors) {
        Lint lint = new Lint(trace, survivors);
        lint.events.forEach(lint::look);
        return List.copyOf(lint.found.values());
    }

    private void look(TraceEvent event) {
        switch (event.kind()) {
            case START -> {
                forget(event.thread());
                running.put(event.thread(), event.site());
            }
            case STORE -> store(event);
            case PWB -> writeBack(event);
            case FENCE -> fence(event);
            case FORCE -> force(event);
            case ACK -> acknowledge(event.thread());
            default -> throw new AssertionError(event.kind());
        }
    }

    // ---- stores ----

    private void store(TraceEvent event) {
        long word = event.offset() / WORD_BYTES * WORD_BYTES;
        long before = load(word);
        Open now = new Open(event);
        if (event.program()) {
            now.hidden = !live().get((int) word / WORD_BYTES)
                    && survivors.objects(memory).get((int) word / WORD_BYTES);
        }
        System.arraycopy(event.bytes(), 0, memory, (int) event.offset(), event.length());
        long after = load(word);
        open.removeIf(earlier -> covers(event, earlier.store));
        open.add(now);
        if (before == after) {
            return;
        }
        if (word % BLOCK_BYTES == 0 && (before >>> CLASS_SHIFT == 0 || after >>> CLASS_SHIFT == 0)) {
            // the block is handed out or given back: what the former owner stored is nobody's
            open.removeIf(earlier -> earlier != now && earlier.store.offset() / BLOCK_BYTES == word / BLOCK_BYTES);
        }
        live = null;
        if (mayPublish(before, after)) {
            published(event);
        }
    }

    private long load(long offset) {
        long word = 0;
        for (int i = WORD_BYTES - 1; i >= 0; i--) {
            word = word << Byte.SIZE | Byte.toUnsignedInt(memory[(int) offset + i]);
        }
        return word;
    }

    private static boolean covers(TraceEvent later, TraceEvent earlier) {
        return later.offset() <= earlier.offset()
                && later.offset() + later.length() >= earlier.offset() + earlier.length();
    }

    private BitSet live() {
        if (live == null) {
            live = survivors.live(memory);
        }
        return live;
    }

    /** Tells whether a store may make an object reachable or valid: it leaves a reference, or sets the bit of a header. */
    private static boolean mayPublish(long before, long after) {
        long kind = after >>> KIND_SHIFT;
        return kind > 0 && kind <= KIND_SLOT || (before & VALID) < (after & VALID);
    }

    /** Reports what is alive because of a store, and may be lost where the store is not. */
    private void published(TraceEvent event) {
        if (open.stream().noneMatch(each -> each.hidden)) {
            return;
        }
        for (Open each : open) {
            if (each.hidden && isAlive(each)) {
                each.hidden = false;
                // stores to one line persist in their order
                if (each.store.offset() / LINE_BYTES != event.offset() / LINE_BYTES) {
                    add(
                            Rule.PUBLISHED_TOO_EARLY,
                            each.store,
                            each.store.site() + "\n    reachable and valid since " + event.site());
                }
            }
        }
    }

    private boolean isAlive(Open each) {
        return live().get((int) (each.store.offset() / WORD_BYTES));
    }

    // ---- write-backs and fences ----

    private void writeBack(TraceEvent event) {
        wroteBack.add(event.thread());
        boolean useful = false;
        for (Open each : open) {
            if (each.writtenBackBy == null && each.store.offset() / LINE_BYTES == event.offset() / LINE_BYTES) {
                each.writtenBackBy = event.thread();
                useful = true;
            }
        }
        if (!useful && event.program() && !running.isEmpty()) {
            add(Rule.SUPERFLUOUS_WRITE_BACK, event, event.site());
        }
    }

    private void fence(TraceEvent event) {
        open.removeIf(each -> each.writtenBackBy != null && each.writtenBackBy == event.thread());
        if (!wroteBack.remove(event.thread()) && event.program() && !running.isEmpty()) {
            add(Rule.SUPERFLUOUS_FENCE, event, event.site());
        }
    }

    private void force(TraceEvent event) {
        long end = event.offset() + event.length();
        open.removeIf(each -> each.store.offset() >= event.offset() && each.store.offset() < end);
    }

    // ---- operations ----

    private void acknowledge(long thread) {
        for (Open each : open) {
            if (each.store.program() && isOf(thread, each) && isAlive(each)) {
                add(
                        each.writtenBackBy == null ? Rule.MISSING_WRITE_BACK : Rule.MISSING_FENCE,
                        each.store,
                        each.store.site());
            }
        }
        running.remove(thread);
    }

    /**
     * What was stored before the first operation, or between two, promises nothing. But what nothing led to is kept, as
     * this operation may link it; unless it is no object any more.
     */
    private void forget(long thread) {
        BitSet objects = survivors.objects(memory);
        for (Iterator<Open> all = open.iterator(); all.hasNext(); ) {
            Open each = all.next();
            if (isOf(thread, each) && (isAlive(each) || !objects.get((int) (each.store.offset() / WORD_BYTES)))) {
                all.remove();
            }
        }
    }

    /** Tells whether a store belongs to the operation of a thread: also if a thread without one of its own did it. */
    private boolean isOf(long thread, Open each) {
        long actor = each.store.thread();
        return actor == thread || !running.containsKey(actor);
    }

    private String operation(long thread) {
        return running.getOrDefault(thread, String.join(", ", running.values()));
    }

    private void add(Rule rule, TraceEvent event, String site) {
        Finding first = new Finding(rule, event.number(), event.offset(), site, operation(event.thread()), 1);
        found.merge(rule + " " + site, first, (known, again) -> known.again());
    }
}
