package org.jnvm.internal.heap;

import java.util.List;
import java.util.ServiceLoader;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.OwnedValues;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.VolatileConverter;
import org.jspecify.annotations.Nullable;

/**
 * What the references of a heap mean to the program: proxies of its objects, and the values that references own, which the program
 * sees as objects of Java. Safe for use by several threads.
 */
public final class ObjectReferences {
    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final PersistentClasses loader;
    /** Null until the first value is asked for, so that opening loads none of its classes. */
    private volatile @Nullable OwnedValues values;

    ObjectReferences(PersistentHeap heap, PersistentClasses loader) {
        this.heap = heap;
        this.space = heap.space();
        this.loader = loader;
    }

    private OwnedValues values() {
        OwnedValues known = values;
        return known != null ? known : firstValues();
    }

    private synchronized OwnedValues firstValues() {
        OwnedValues known = values;
        if (known == null) {
            known = new OwnedValues(space, loader);
            values = known;
        }
        return known;
    }

    // ---- from references to objects ----

    /** Returns the value that a reference owns, else a proxy of the object that it leads to; null for the null reference. */
    public @Nullable Object object(long ref) {
        return Reference.isOwner(ref) ? value(ref) : heap.proxy(ref);
    }

    private @Nullable Object value(long ref) {
        if (space.isLeftByCrash(ref)) {
            return null;
        }
        try {
            return values().read(ref);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Returns a key of a collection, to compare with: also one that the calling thread's open block has freed, as others still
     * see it.
     */
    public Object key(long ref) {
        if (!Reference.isOwner(ref)) {
            return heap.keyProxy(ref);
        }
        try {
            return values().read(ref);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Tells whether a key of a collection is a value that is equal to what is looked for, in an epoch-protected section. Without making
     * an object of it, so this is asked first.
     *
     * @param ref the key
     * @param wanted what is looked for
     * @return whether it is; also no where only {@link #key} tells
     */
    public boolean isEqual(long ref, Object wanted) {
        try {
            return Reference.isOwner(ref) && !(wanted instanceof Proxy) && values().isEqual(ref, wanted);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /** Returns the hash code by which a key of a collection is found; of values the same in each JVM. */
    public int hashCode(Object key) {
        return key instanceof String || key instanceof Proxy ? key.hashCode() : values().hashCode(key);
    }

    // ---- from objects to references ----

    /** Tells whether an object of Java is kept by value. */
    public boolean isValue(@Nullable Object object) {
        return object instanceof String || object != null && !(object instanceof Proxy) && values().isValue(object);
    }

    /** Returns what makes a persistent object of one that is neither persistent nor a value; null if it is, or cannot become one. */
    public @Nullable VolatileConverter converterOf(@Nullable Object object) {
        if (object == null || object instanceof Proxy || isValue(object)) {
            return null;
        }
        for (VolatileConverter each : Converters.ALL) {
            if (each.converts(object)) {
                return each;
            }
        }
        return null;
    }

    /** Looked for when an object is assigned for the first time that may have to be converted. */
    private static final class Converters {
        private static final List<VolatileConverter> ALL =
                ServiceLoader.load(VolatileConverter.class, VolatileConverter.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /**
     * Returns the reference of what is stored into this heap: of a persistent object its own; of a value one that owns a new copy
     * of it, invalid and not written back. One that is not stored in the end is {@linkplain #giveBack given back}.
     *
     * @param object a persistent object, a value, or null
     * @return its reference word
     * @throws org.jnvm.NotTransformedException if it is neither
     * @throws org.jnvm.HeapFullException if there is no room for a value
     */
    public long toStore(@Nullable Object object) {
        if (!isValue(object)) {
            return heap.refOf(object);
        }
        heap.requireOpen();
        ObjectView made = values().create(object);
        Transaction transaction = heap.fa();
        if (transaction != null) {
            transaction.allocated(made, null);
        }
        return Reference.owner(made.ref());
    }

    /**
     * Frees the values of references {@linkplain #toStore to store} that were not stored, as what was to store them has failed; those of an
     * open block, and of a heap that was poisoned, stay until recovery finds that nothing leads to them.
     */
    public void giveBack(long... refs) {
        if (heap.fa() != null || heap.state().is(HeapState.POISONED)) {
            return;
        }
        for (long ref : refs) {
            if (Reference.isOwner(ref)) {
                space.free(Reference.plain(ref));
            }
        }
    }

    /**
     * Frees a value whose owner is gone durably; in an open block at its commit.
     *
     * @param ref the reference that owned it; nothing is done with one that owns none
     */
    // persist-order: [the word that had the reference] < psync or commit, by the caller < [freed header of the value]
    //   crash before: the word leads to the value, which is whole; after: nothing leads to it, freed or not
    public void release(long ref) {
        if (!Reference.isOwner(ref)) {
            return;
        }
        Transaction transaction = heap.fa();
        if (transaction != null) {
            transaction.free(Reference.plain(ref));
        } else {
            space.free(Reference.plain(ref));
        }
    }
}
