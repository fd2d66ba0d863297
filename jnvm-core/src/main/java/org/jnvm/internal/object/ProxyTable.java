package org.jnvm.internal.object;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.ClassMismatchException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;

/**
 * Makes proxies, and keeps the one proxy of each object whose class is canonical: at most one is alive at a time, so
 * that its volatile state (a map's index, a transient field) exists once. Weak: the collector takes unused ones.
 *
 * <p>Safe for use by several threads.
 */
public final class ProxyTable implements Resurrections.Published {
    private static final class Entry extends WeakReference<Proxy> {
        private final long ref;

        private Entry(Proxy proxy, ReferenceQueue<Proxy> queue) {
            super(proxy, queue);
            ref = proxy.$jnvm$ref();
        }
    }

    private final ObjectSpace space;
    private final Migration migration;
    private final Map<Long, Entry> canonical = new ConcurrentHashMap<>();
    private final ReferenceQueue<Proxy> cleared = new ReferenceQueue<>();
    private final Resurrections resurrections = new Resurrections(this);

    /**
     * Makes the table of a heap.
     *
     * @param space the heap's objects
     * @param migration converts objects of older layouts
     */
    public ProxyTable(ObjectSpace space, Migration migration) {
        this.space = space;
        this.migration = migration;
    }

    /**
     * Returns a proxy of an object; converts the object first if its layout is an older one.
     *
     * @param ref its reference
     * @param header its header, as the caller has read it: that of an object which another thread frees may be gone
     * @return the canonical proxy, or a new one if the class is not canonical
     * @throws ClassMismatchException if the class is missing, or laid out otherwise
     */
    public Proxy get(long ref, long header) {
        ClassEntry entry = space.classOf(ref, header);
        ClassDescriptor descriptor = entry.descriptor();
        if (descriptor == null) {
            descriptor = space.classes().descriptor(entry);
            ClassEntry current = space.classes().entry(descriptor);
            if (current != entry) {
                migration.convert(ref, current);
                return get(ref, space.header(ref));
            }
        }
        if (!descriptor.layout().canonical()) {
            Proxy made = make(ref, header, descriptor);
            if (descriptor.resurrects()) {
                made.resurrect();
            }
            return made;
        }
        Proxy proxy = known(ref);
        ClassDescriptor type = descriptor;
        return proxy != null ? proxy : resurrections.get(ref, object -> make(object, space.header(object), type));
    }

    /** Returns the proxy of an object of a canonical class that is whole, or null. */
    @Override
    public Proxy known(long ref) {
        Entry entry = canonical.get(ref);
        return entry == null ? null : entry.get();
    }

    /** Adds a resurrected proxy, unless its object was freed meanwhile: its address may belong to another one soon. */
    @Override
    public void publish(Proxy proxy) {
        long header = space.load(Reference.offset(proxy.$jnvm$ref()));
        if (BlockLayout.generation(header) == Reference.generation(proxy.$jnvm$ref())) {
            add(proxy);
        }
    }

    private Proxy make(long ref, long header, ClassDescriptor descriptor) {
        if (descriptor.factory() == null) {
            throw new ClassMismatchException("class of an object is abstract now: heap="
                    + space.file().path() + ", class=" + descriptor.layout().className() + ", object="
                    + Reference.describe(ref) + "; run the program with the class as it was");
        }
        space.requireRoom(ref, header, descriptor.layout());
        boolean large =
                descriptor.layout().tail() != null || descriptor.layout().bytes() > BlockLayout.BLOCK_BYTES;
        long[] blocks =
                large || SlabLayout.isOutgrown(ref, header) ? space.blocksOf(ref, header, descriptor.layout()) : null;
        return descriptor.factory().create(space.regionFor(ref, ObjectReader.startOf(ref, header)), ref, blocks);
    }

    /** Notes the proxy of a new object of a canonical class. */
    public void add(Proxy proxy) {
        expunge();
        canonical.put(proxy.$jnvm$ref(), new Entry(proxy, cleared));
    }

    /** Drops the proxy of an object that is no more. */
    public void remove(Proxy proxy) {
        if (proxy.$jnvm$descriptor().layout().canonical()) {
            canonical.remove(proxy.$jnvm$ref());
        }
    }

    /** Returns how many canonical proxies there are, those included that the collector has not cleared yet. */
    public int size() {
        expunge();
        return canonical.size();
    }

    private void expunge() {
        for (Entry gone = (Entry) cleared.poll(); gone != null; gone = (Entry) cleared.poll()) {
            canonical.remove(gone.ref, gone);
        }
    }
}
