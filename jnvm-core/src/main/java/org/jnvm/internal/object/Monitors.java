package org.jnvm.internal.object;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.internal.layout.Reference;

/**
 * What is locked for an object that can have several proxies: one monitor for each address and generation.
 *
 * <p>Weak: a monitor is there as long as a thread locks it or waits for it, or holds it in a variable; the collector takes
 * a locked object for reachable. Safe for use by several threads.
 */
public final class Monitors {
    /** A class of its own, so that thread dumps show what is locked. */
    private static final class Monitor {
        private final long ref;

        private Monitor(long ref) {
            this.ref = ref;
        }

        @Override
        public String toString() {
            return "monitor of persistent object " + Reference.describe(ref);
        }
    }

    private static final class Entry extends WeakReference<Monitor> {
        private final long ref;

        private Entry(Monitor monitor, ReferenceQueue<Monitor> queue) {
            super(monitor, queue);
            ref = monitor.ref;
        }
    }

    private final Map<Long, Entry> entries = new ConcurrentHashMap<>();
    private final ReferenceQueue<Monitor> cleared = new ReferenceQueue<>();

    /** Returns the monitor of the object that a reference word leads to, or led to before it was freed. */
    public Object of(long ref) {
        while (true) {
            Entry known = entries.get(ref);
            Monitor monitor = known == null ? null : known.get();
            if (monitor != null) {
                return monitor;
            }
            expunge();
            Monitor made = new Monitor(ref);
            Entry entry = new Entry(made, cleared);
            boolean added =
                    known == null ? entries.putIfAbsent(ref, entry) == null : entries.replace(ref, known, entry);
            if (added) {
                return made;
            }
        }
    }

    /** Returns how many there are, those included that the collector has not cleared yet. */
    public int size() {
        expunge();
        return entries.size();
    }

    private void expunge() {
        for (Entry gone = (Entry) cleared.poll(); gone != null; gone = (Entry) cleared.poll()) {
            entries.remove(gone.ref, gone);
        }
    }
}
