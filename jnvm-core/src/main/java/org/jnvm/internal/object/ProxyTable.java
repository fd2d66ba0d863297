package org.jnvm.internal.object;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.ClassMismatchException;
import org.jnvm.internal.layout.Reference;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;

/**
 * Makes proxies, and keeps the one proxy of each object whose class is canonical: at most one is alive at a time, so
 * that its volatile state (a map's mirror, a transient field) exists once. Weak: the collector takes unused ones.
 *
 * <p>Safe for use by several threads.
 */
public final class ProxyTable {
    private static final class Entry extends WeakReference<Proxy> {
        private final long ref;

        private Entry(Proxy proxy, ReferenceQueue<Proxy> queue) {
            super(proxy, queue);
            ref = proxy.$jnvm$ref();
        }
    }

    private final ObjectSpace space;
    private final Map<Long, Entry> canonical = new ConcurrentHashMap<>();
    private final ReferenceQueue<Proxy> cleared = new ReferenceQueue<>();
    /** Proxies whose resurrect() runs: seen by that thread only. */
    private final Map<Long, Proxy> resurrecting = new HashMap<>();

    /**
     * Makes the table of a heap.
     *
     * @param space the heap's objects
     */
    public ProxyTable(ObjectSpace space) {
        this.space = space;
    }

    /**
     * Returns a proxy of an object.
     *
     * @param ref its reference
     * @param entry its class
     * @return the canonical proxy, or a new one if the class is not canonical
     */
    public Proxy get(long ref, ClassEntry entry) {
        if (entry == null) {
            throw new ClassMismatchException("class of an object is not in the class table: heap="
                    + space.file().path() + ", object=" + Reference.describe(ref) + "; restore the file from a copy");
        }
        ClassDescriptor descriptor = space.classes().descriptor(entry);
        if (!descriptor.layout().canonical()) {
            Proxy made = make(ref, descriptor);
            made.resurrect();
            return made;
        }
        Entry known = canonical.get(ref);
        Proxy proxy = known == null ? null : known.get();
        return proxy != null ? proxy : resurrect(ref, descriptor);
    }

    private synchronized Proxy resurrect(long ref, ClassDescriptor descriptor) {
        Proxy inProgress = resurrecting.get(ref);
        if (inProgress != null) {
            return inProgress;
        }
        Entry known = canonical.get(ref);
        Proxy proxy = known == null ? null : known.get();
        if (proxy != null) {
            return proxy;
        }
        Proxy made = make(ref, descriptor);
        resurrecting.put(ref, made);
        try {
            made.resurrect();
            add(made);
            return made;
        } finally {
            resurrecting.remove(ref);
        }
    }

    private Proxy make(long ref, ClassDescriptor descriptor) {
        if (descriptor.factory() == null) {
            throw new ClassMismatchException("class of an object is abstract now: heap="
                    + space.file().path() + ", class=" + descriptor.layout().className()
                    + "; run the program with the class as it was");
        }
        long[] blocks =
                descriptor.layout().tail() != null || descriptor.layout().bytes() > 256
                        ? space.blocksOf(ref, descriptor.layout())
                        : null;
        return descriptor.factory().create(space.chunk(Reference.offset(ref)).fields(), ref, blocks);
    }

    /** Notes the proxy of a new object of a canonical class. */
    public void add(Proxy proxy) {
        for (Entry gone = (Entry) cleared.poll(); gone != null; gone = (Entry) cleared.poll()) {
            canonical.remove(gone.ref, gone);
        }
        canonical.put(proxy.$jnvm$ref(), new Entry(proxy, cleared));
    }

    /** Drops the proxy of an object that is no more. */
    public void remove(Proxy proxy) {
        if (proxy.$jnvm$descriptor().layout().canonical()) {
            canonical.remove(proxy.$jnvm$ref());
        }
    }
}
