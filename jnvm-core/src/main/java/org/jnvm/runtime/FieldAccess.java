package org.jnvm.runtime;

import java.lang.invoke.VarHandle;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapFormatException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.heap.FieldValues;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.object.Strings;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes references, and values that fields own, for generated code and data types; primitive fields {@link Region}
 * does. Offsets are object offsets: see {@link Region}.
 */
public final class FieldAccess {
    private FieldAccess() {}

    /** Reads a string that {@link Allocation#allocateString} made. */
    public static String readString(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            return Strings.read(heap.space(), heap.refOf(self));
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Returns what to throw because what was read in an object does not fit.
     *
     * @param self the object
     * @param problem what is damaged
     * @param what the values that were found
     * @return the exception
     * @throws StaleObjectException if the object was freed since its proxy was made, by another proxy or thread: then
     *     the file is as it should be
     */
    public static HeapFormatException damaged(Proxy self, String problem, String what) {
        PersistentHeap heap = PersistentHeap.of(self);
        VarHandle.acquireFence(); // the header after what was read: who uses the blocks again has stored it before
        liveRef(heap, self);
        return new HeapFormatException(problem + ": heap=" + heap.file().path() + ", object=" + Identity.describe(self)
                + ", " + what + "; restore the file from a copy");
    }

    /** Refuses a stale proxy: what is there now may have no length, or another one. */
    static long liveRef(PersistentHeap heap, Proxy self) {
        long ref = heap.refOf(self);
        heap.space().header(ref);
        return ref;
    }

    /** Reads a reference field. */
    public static @Nullable Object getRef(Proxy self, int off) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (heap.space().isCollected()) {
            EpochSections.enter(); // from reading the reference to making the proxy
            try {
                return read(heap, self, FieldOffsets.of(self, off));
            } finally {
                EpochSections.exit();
            }
        }
        return read(heap, self, FieldOffsets.of(self, off));
    }

    /** Reads a reference; in a heap that is collected in an epoch-protected section. */
    static @Nullable Object read(PersistentHeap heap, Proxy self, long offset) {
        try {
            long ref = self.$jnvm$region().getLongAt(offset);
            return Reference.isOwner(ref)
                    ? heap.values().getReference(self, offset)
                    : heap.references().object(ref);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Reads a reference field whose type is known; for generated getters, and for data types whose parts have one class.
     * Nothing in a heap file keeps a damaged reference from leading to an object of another class.
     *
     * @param self the object
     * @param off the offset of the field
     * @param type the type of the field
     * @return the object, an instance of {@code type}, or null
     * @throws ClassMismatchException if the reference leads to an object of another class
     */
    public static @Nullable Object getRef(Proxy self, int off, Class<?> type) {
        Object target = getRef(self, off);
        if (target != null && !type.isInstance(target)) {
            liveRef(PersistentHeap.of(self), self);
            throw new ClassMismatchException("reference leads to an object of another class: heap="
                    + PersistentHeap.of(self).file().path() + ", object=" + Identity.describe(self) + ", offset=" + off
                    + ", leads to="
                    + (target instanceof Proxy object
                            ? Identity.describe(object)
                            : target.getClass().getName())
                    + ", expected=" + type.getName()
                    + "; the file is damaged: restore it from a copy");
        }
        return target;
    }

    /**
     * Writes a reference field. Outside a failure-atomic block a value that is not valid yet is written back, validated
     * and fenced first, with all that it leads to, unless {@code self} is itself invalid.
     *
     * @param value a persistent object, a value of Java, of which the field gets a copy of its own, or null
     * @throws org.jnvm.NotTransformedException if it is neither
     */
    public static void setRef(Proxy self, int off, @Nullable Object value) {
        store(self, FieldOffsets.of(self, off), value);
    }

    static void store(Proxy self, long offset, @Nullable Object value) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (value != null && !(value instanceof Proxy) || ownsValue(self, offset)) {
            heap.values().setReference(self, offset, value);
            return;
        }
        heap.enterOperation();
        try {
            long ref = heap.refOf(value);
            heap.slots().prepareStore(self, ref);
            heap.space().overwritingAt(offset);
            self.$jnvm$region().putLongAt(offset, ref);
            heap.space().stored(offset);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /** Tells whether the reference at a heap offset owns a value. */
    static boolean ownsValue(Proxy self, long offset) {
        try {
            return Reference.isOwner(self.$jnvm$region().getLongAt(offset));
        } catch (InternalError e) {
            throw PersistentHeap.of(self).poison(e);
        }
    }

    /** Frees the value that a field owns, if it does, as its object is about to be freed in the open block. */
    public static void releaseOwned(Proxy self, int off) {
        PersistentHeap.of(self).references().release(self.$jnvm$region().getLongAt(FieldOffsets.of(self, off)));
    }

    /** Atomically updates a reference field: validates and fences the value, then stores and writes back. */
    public static void updateRef(Proxy self, int off, @Nullable Object value) {
        setRef(self, off, value);
        Durability.pwb(self, off);
    }

    /**
     * Like {@link #updateRef}, then makes the store durable and frees the object that was referenced before. Durable when it
     * returns, or at the commit.
     */
    // persist-order: [value] < pfence < [field] < psync < [freed header]
    //   crash before psync: the old object or the new one; whichever it is, it is whole, as none was freed
    public static void replaceRef(Proxy self, int off, @Nullable Object value) {
        if (ownsValue(self, FieldOffsets.of(self, off))) {
            updateRef(self, off, value);
            Durability.psync(self);
            return;
        }
        Object old = getRef(self, off);
        updateRef(self, off, value);
        Durability.psync(self);
        if (old != null && !Identity.equal((Proxy) old, value)) {
            PersistentHeap.of(self).objects().free((Proxy) old);
        }
    }

    /** Reads a {@code String} field. */
    public static @Nullable String getString(Proxy self, int off) {
        return PersistentHeap.of(self).values().getString(self, FieldOffsets.of(self, off));
    }

    /**
     * Writes a {@code String} field. A string of its own is made for it; the one before is freed. After a crash the
     * field has the one or the other. Outside a failure-atomic block one fence; the store of the field is durable once
     * it is written back and fenced.
     *
     * @param self the object
     * @param off the offset of the field
     * @param value a string, or null
     * @throws org.jnvm.HeapFullException if there is no room; the field is as it was
     */
    public static void setString(Proxy self, int off, @Nullable String value) {
        PersistentHeap.of(self).values().setString(self, FieldOffsets.of(self, off), value);
    }

    /** Writes a {@code String} field, see {@link #setString}, and writes it back. */
    public static void updateString(Proxy self, int off, @Nullable String value) {
        setString(self, off, value);
        Durability.pwb(self, off);
    }

    /** Writes a {@code String} field, see {@link #setString}; durable when it returns, or at the commit. */
    // persist-order: [new string] < pfence (in setString) < [field] < psync; the old string is freed after that
    public static void replaceString(Proxy self, int off, @Nullable String value) {
        updateString(self, off, value);
        Durability.psync(self);
    }

    /** Reads a {@code Long} field. */
    public static @Nullable Long getLong(Proxy self, int off) {
        return PersistentHeap.of(self).values().getBox(self, FieldOffsets.of(self, off), ReservedClass.LONG_BOX, bits ->
                (Long) bits);
    }

    /** Writes a {@code Long} field; a field that is not null keeps its box, whose word is stored. */
    public static void setLong(Proxy self, int off, @Nullable Long value) {
        FieldValues values = PersistentHeap.of(self).values();
        if (value == null) {
            values.clearBox(self, FieldOffsets.of(self, off));
        } else {
            values.setBox(self, FieldOffsets.of(self, off), ReservedClass.LONG_BOX, value);
        }
    }

    /** Reads a {@code Double} field. */
    public static @Nullable Double getDouble(Proxy self, int off) {
        return PersistentHeap.of(self)
                .values()
                .getBox(self, FieldOffsets.of(self, off), ReservedClass.DOUBLE_BOX, Double::longBitsToDouble);
    }

    /** Writes a {@code Double} field; see {@link #setLong}. */
    public static void setDouble(Proxy self, int off, @Nullable Double value) {
        FieldValues values = PersistentHeap.of(self).values();
        if (value == null) {
            values.clearBox(self, FieldOffsets.of(self, off));
        } else {
            values.setBox(
                    self, FieldOffsets.of(self, off), ReservedClass.DOUBLE_BOX, Double.doubleToRawLongBits(value));
        }
    }

    /**
     * Returns the enum constant that a field holds.
     *
     * @param <E> the enum
     * @param self the object
     * @param word what the field holds
     * @param type the field's type
     * @return the constant, or null
     * @throws org.jnvm.ClassMismatchException if the enum has no constant of the name any more
     */
    public static <E extends Enum<E>> @Nullable E enumConstant(Proxy self, int word, Class<E> type) {
        return PersistentHeap.of(self).space().enums().constant(word, type);
    }

    /**
     * Returns what to throw when the enum of a field that is read is missing.
     *
     * @param error what the JVM said
     * @param self the object
     * @param type the binary name of the enum
     * @return the exception
     */
    public static ClassMismatchException enumMissing(NoClassDefFoundError error, Proxy self, String type) {
        return new ClassMismatchException(
                "enum of a field is missing: heap="
                        + PersistentHeap.of(self).file().path() + ", enum=" + type
                        + ", class=" + self.$jnvm$descriptor().layout().className() + ", error=" + error
                        + "; put the enum on the class path",
                error);
    }

    /**
     * Returns what a field holds for an enum constant, which is added to the heap the first time.
     *
     * @param self the object
     * @param value a constant, or null
     * @return the word
     * @throws org.jnvm.HeapFullException if there is no room for another constant
     */
    public static int enumWord(Proxy self, @Nullable Enum<?> value) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self); // refuses a freed object, and a closed heap
        try {
            return heap.space().enums().id(value);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }
}
