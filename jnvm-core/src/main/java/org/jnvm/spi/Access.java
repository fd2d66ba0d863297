package org.jnvm.spi;

import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jnvm.ClassMismatchException;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.JnvmException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.fa.FaContext;
import org.jnvm.internal.heap.FieldValues;
import org.jnvm.internal.heap.ObjectText;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.object.Tails;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.StackReserve;

/**
 * What generated code and the data types do with persistent objects, other than reading and writing primitive fields,
 * which {@link Region} does.
 *
 * <p>Offsets are object offsets: see {@link Region}.
 */
public final class Access {
    private static final long[] NO_REFS = {};

    private Access() {}

    // ---- allocation ----

    /**
     * Allocates the persistent part of a new object of fixed size; called by the constructor of the topmost persistent
     * class, right after that of its superclass.
     *
     * @param self the new proxy
     */
    public static void allocate(Proxy self) {
        allocate(self, bytesOf(self));
    }

    /**
     * Allocates the persistent part of a new object with a variable part. The fields and the tail are zero, also the
     * tail's length, which the caller sets before anything else.
     *
     * @param self the new proxy
     * @param bytes its object bytes; see {@link #bytesWithTail}
     */
    public static void allocate(Proxy self, long bytes) {
        PersistentHeap.forAllocation().allocate(self, bytes);
    }

    /**
     * Opens a failure-atomic block on the heap of the new object, and allocates it in the block, so that it is taken back
     * if its constructor fails; called instead of {@link #allocate(Proxy)} and {@link #faStart}.
     *
     * @param self the new proxy
     * @return what {@link #faStart} returns
     */
    public static int allocateInBlock(Proxy self) {
        PersistentHeap heap = PersistentHeap.forAllocation();
        FaContext context = FaContext.current();
        int depth = context.start(heap);
        try {
            heap.allocate(self, bytesOf(self));
        } catch (RuntimeException | Error e) {
            context.fail(depth, e);
            throw e;
        }
        return depth;
    }

    /**
     * Allocates the persistent part of an object that Java deserialization made, whose own {@code readObject} is going to
     * fill it: no constructor of its class has run.
     *
     * @param self the proxy
     */
    public static void allocateToRead(Proxy self) {
        if (self.$jnvm$region() == null) {
            allocate(self);
        }
    }

    /**
     * Takes a new object back because one of its constructors threw, unless it is valid by then, as something may lead to
     * it. Called by each constructor that an exception leaves after the allocation. If it cannot be freed, the reason is
     * added to the exception as a suppressed one, and recovery takes it back.
     *
     * @param self the new proxy
     * @param thrown what the constructor threw
     */
    public static void constructorFailed(Proxy self, Throwable thrown) {
        if (self.$jnvm$region() != null) {
            PersistentHeap.of(self).discard(self, thrown);
        }
    }

    /**
     * Allocates the persistent part of a new object in the heap of another one, whatever the current heap is.
     *
     * @param self the new proxy
     * @param owner an object of the heap
     * @param bytes its object bytes
     */
    public static void allocateBeside(Proxy self, Proxy owner, long bytes) {
        PersistentHeap.of(owner).allocate(self, bytes);
    }

    /**
     * Returns the object bytes of an object with a tail.
     *
     * @param tailOffset the offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param count the number of elements
     * @return the first object offset after the last element
     */
    public static long bytesWithTail(int tailOffset, int elementBytes, long count) {
        return BlockLayout.bytesWithTail(tailOffset, elementBytes, count);
    }

    /**
     * Returns the object offset of an element of a tail: for {@link Region}, where the blocks are contiguous.
     *
     * @param tailOffset the offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param index the element
     * @return the object offset, which counts block headers
     */
    public static long elementOffset(int tailOffset, int elementBytes, long index) {
        return BlockLayout.elementOffset(tailOffset, elementBytes, index);
    }

    /**
     * Tells whether an object offset can lie in an object: where its blocks are not contiguous, in one of them; else in the
     * chunk of its master block, as all of it does. Behind the end of a chunk there is maybe nothing.
     *
     * @param self the object
     * @param off an object offset, maybe an impossible one
     */
    public static boolean reaches(Proxy self, long off) {
        long[] blocks = self.$jnvm$blocks();
        if (blocks != null) {
            return off >>> BlockLayout.BLOCK_SHIFT < blocks.length;
        }
        long offset = Reference.offset(self.$jnvm$ref());
        boolean inFirstBlock = off < BlockLayout.BLOCK_BYTES - (offset & BlockLayout.BLOCK_MASK);
        return inFirstBlock || PersistentHeap.of(self).chunkOf(offset).holds(offset + off);
    }

    /**
     * Returns where an element of a tail is, for {@link Region#getLongAt} and the like.
     *
     * @param self the object
     * @param tailOffset the offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param index the element; the caller checks it
     * @return the heap offset
     */
    public static long elementOffset(Proxy self, int tailOffset, int elementBytes, long index) {
        Region.bound(self.$jnvm$region()).check(self.$jnvm$ref());
        long off = BlockLayout.elementOffset(tailOffset, elementBytes, index);
        long[] blocks = self.$jnvm$blocks();
        return blocks == null
                ? Reference.offset(self.$jnvm$ref()) + off
                : blocks[(int) (off >>> BlockLayout.BLOCK_SHIFT)] + (off & BlockLayout.BLOCK_MASK);
    }

    /** Fills the byte tail of an object that was just allocated; not for objects that others can see. */
    public static void initialiseTail(Proxy self, int tailOffset, byte[] bytes) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.enterOperation();
        try {
            initialiseTail(self, tailOffset, 0, bytes, 0, bytes.length);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /** Reads the first bytes of the byte tail of an immutable object. */
    public static void readTail(Proxy self, int tailOffset, byte[] target) {
        PersistentHeap heap = PersistentHeap.of(self);
        EpochSections.enter(); // what is there now keeps its bytes until the section ends, whoever frees it
        try {
            long ref = liveRef(heap, self);
            Tails.load(heap.space(), ref, self.$jnvm$blocks(), tailOffset, 0, target, 0, target.length, null);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /**
     * Fills elements of the tail of an object that was just allocated; not for objects that others can see.
     *
     * @param self the object
     * @param tailOffset the offset of element 0
     * @param index the first element to fill; not checked
     * @param array an array of the elements' type: any primitives but {@code boolean}
     * @param from where the elements begin in the array
     * @param count how many
     */
    public static void initialiseTail(Proxy self, int tailOffset, long index, Object array, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            long ref = liveRef(heap, self);
            Tails.store(heap.space(), ref, self.$jnvm$blocks(), tailOffset, index, array, from, count, null);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Reads elements of a tail, as the open failure-atomic block sees them; see {@link #initialiseTail}.
     *
     * @throws IndexOutOfBoundsException if the tail has no such elements
     */
    public static void readTail(Proxy self, int tailOffset, long index, Object array, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        EpochSections.enter(); // as above
        try {
            long ref = liveRef(heap, self);
            checkRange(self, index, array, count);
            FaContext fa = heap.fa();
            Tails.Redirect redirect = fa == null ? null : fa.writes()::offsetToRead;
            Tails.load(heap.space(), ref, self.$jnvm$blocks(), tailOffset, index, array, from, count, redirect);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /**
     * Writes elements of a tail, each by one store, in no particular order; not written back. In a failure-atomic block
     * they are part of it. See {@link #initialiseTail}.
     *
     * @throws IndexOutOfBoundsException if the tail has no such elements
     */
    public static void writeTail(Proxy self, int tailOffset, long index, Object array, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            long ref = liveRef(heap, self);
            checkRange(self, index, array, count);
            Tails.Redirect redirect = heap.redirectStores();
            Tails.store(heap.space(), ref, self.$jnvm$blocks(), tailOffset, index, array, from, count, redirect);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Allocates a persistent string, which never changes, in the current heap; packed with others if it is short.
     *
     * @param self the new proxy
     * @param text its content
     */
    public static void allocateString(Proxy self, String text) {
        PersistentHeap.forAllocation().allocateString(self, text);
    }

    /** Reads a string that {@link #allocateString} made. */
    public static String readString(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            return Strings.read(heap.space(), heap.refOf(self));
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Allocates a small object that consists of references, packed with others, in the heap of another object.
     *
     * @param self the new proxy
     * @param owner an object of the heap
     * @param values what the references lead to, in order of offset; later changed by {@link #setWord} only
     */
    public static void allocatePackedBeside(Proxy self, Proxy owner, Object... values) {
        PersistentHeap heap = PersistentHeap.of(owner);
        heap.allocateImmutable(self, bytesOf(self), refs(heap, values));
    }

    /**
     * Allocates a small object that consists of words without references and never changes, packed with others, in the
     * current heap.
     *
     * @param self the new proxy
     * @param words its fields, 8 bytes each, in order of offset
     */
    public static void allocatePacked(Proxy self, long... words) {
        PersistentHeap.forAllocation().allocateImmutable(self, bytesOf(self), NO_REFS, words);
    }

    /**
     * Allocates an object that never changes, in the current heap; packed with others if it is small. Its tail, if it has
     * one, is to be filled by {@link #initialiseTail} before anyone sees the object.
     *
     * @param self the new proxy
     * @param bytes its object bytes; see {@link #bytesWithTail}
     * @param values what its first fields lead to, each null or a persistent object of the heap, in order of offset
     * @param words the fields behind them, 8 bytes each, in order of offset
     */
    public static void allocateImmutable(Proxy self, long bytes, Object[] values, long... words) {
        PersistentHeap heap = PersistentHeap.forAllocation();
        heap.allocateImmutable(self, bytes, refs(heap, values), words);
    }

    private static long bytesOf(Proxy self) {
        return self.$jnvm$descriptor().layout().bytes();
    }

    private static long[] refs(PersistentHeap heap, Object[] values) {
        long[] refs = new long[values.length];
        for (int i = 0; i < refs.length; i++) {
            refs[i] = heap.refOf(values[i]);
        }
        return refs;
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
        return new HeapFormatException(problem + ": heap=" + heap.file().path() + ", object=" + describe(self) + ", "
                + what + "; restore the file from a copy");
    }

    /** Refuses a stale proxy: what is there now may have no length, or another one. */
    private static long liveRef(PersistentHeap heap, Proxy self) {
        long ref = heap.refOf(self);
        heap.space().header(ref);
        return ref;
    }

    // ---- references ----

    /** Reads a reference field. */
    public static Object getRef(Proxy self, int off) {
        try {
            return resolve(self, self.$jnvm$region().getLongAt(fieldOffset(self, off)));
        } catch (InternalError e) {
            throw PersistentHeap.of(self).poison(e);
        }
    }

    /**
     * Reads a reference field, if what it leads to is a string or an array of primitives: no code of the program runs
     * while its proxy is made, hashed or compared.
     *
     * @return the object; null if it is another one, or there is none
     */
    public static Object getPlainRef(Proxy self, int off) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            return heap.plainProxy(self.$jnvm$region().getLongAt(fieldOffset(self, off)));
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
    public static Object getRef(Proxy self, int off, Class<?> type) {
        Object target = getRef(self, off);
        if (target != null && !type.isInstance(target)) {
            liveRef(PersistentHeap.of(self), self);
            throw new ClassMismatchException("reference leads to an object of another class: heap="
                    + PersistentHeap.of(self).file().path() + ", object=" + describe(self) + ", offset=" + off
                    + ", leads to=" + describe((Proxy) target) + ", expected=" + type.getName()
                    + "; the file is damaged: restore it from a copy");
        }
        return target;
    }

    /**
     * Reads a reference that is an element of a tail.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public static Object getElement(Proxy self, int tailOffset, long index) {
        try {
            checkIndex(self, index);
            return resolve(self, self.$jnvm$region().getLongAt(elementOffset(self, tailOffset, 8, index)));
        } catch (InternalError e) {
            throw PersistentHeap.of(self).poison(e);
        }
    }

    /** Refuses an index that is not below the length of the tail, as the heap has it. */
    private static void checkIndex(Proxy self, long index) {
        int lengthOffset = self.$jnvm$descriptor().layout().tail().lengthOffset();
        long length = self.$jnvm$region().getLongAt(fieldOffset(self, lengthOffset));
        if (index < 0 || index >= length) {
            liveRef(PersistentHeap.of(self), self);
            throw new IndexOutOfBoundsException(
                    "no such element: class=" + self.getClass().getName() + ", object="
                            + Reference.describe(self.$jnvm$ref()) + ", index=" + index + ", length=" + length);
        }
    }

    /** Refuses elements that are not all below the length of the tail; by bytes, as an array may have wider elements. */
    private static void checkRange(Proxy self, long index, Object array, long count) {
        ClassLayout.Tail tail = self.$jnvm$descriptor().layout().tail();
        long length = self.$jnvm$region().getLongAt(fieldOffset(self, tail.lengthOffset())) * tail.elementBytes();
        int shift = Tails.elementShift(array);
        if (index < 0 || count < 0 || index > (length >>> shift) - count) {
            liveRef(PersistentHeap.of(self), self);
            throw new IndexOutOfBoundsException("no such elements: class="
                    + self.getClass().getName() + ", object="
                    + Reference.describe(self.$jnvm$ref()) + ", index=" + index + ", count=" + count + ", length="
                    + (length >>> shift));
        }
    }

    /** Returns the heap offset of a field. */
    private static long fieldOffset(Proxy self, int off) {
        Region region = Region.bound(self.$jnvm$region());
        long ref = self.$jnvm$ref();
        region.check(ref);
        long block = off < BlockLayout.BLOCK_BYTES ? ref : region.far(ref, self.$jnvm$blocks(), off);
        return Reference.offset(block) + (off & BlockLayout.BLOCK_MASK);
    }

    private static Object resolve(Proxy self, long ref) {
        return ref == Reference.NULL ? null : PersistentHeap.of(self).proxy(ref);
    }

    /**
     * Writes a reference field. Outside a failure-atomic block a value that is not valid yet is written back, validated
     * and fenced first, with all that it leads to, unless {@code self} is itself invalid.
     */
    public static void setRef(Proxy self, int off, Object value) {
        store(self, fieldOffset(self, off), value);
    }

    /**
     * Writes a reference that is an element of a tail; see {@link #setRef}.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public static void setElement(Proxy self, int tailOffset, long index, Object value) {
        checkIndex(self, index);
        store(self, elementOffset(self, tailOffset, 8, index), value);
    }

    private static void store(Proxy self, long offset, Object value) {
        PersistentHeap heap = PersistentHeap.of(self);
        long ref = heap.refOf(value);
        heap.enterOperation();
        try {
            heap.prepareStore(self, ref);
            self.$jnvm$region().putLongAt(offset, ref);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /** Atomically updates a reference field: validates and fences the value, then stores and writes back (T§4.4.7). */
    public static void updateRef(Proxy self, int off, Object value) {
        setRef(self, off, value);
        pwb(self, off);
    }

    /** Like {@link #updateRef}, then makes the store durable and frees the object that was referenced before. */
    // persist-order: [value] < pfence < [field] < pfence < [freed header]
    public static void replaceRef(Proxy self, int off, Object value) {
        Object old = getRef(self, off);
        updateRef(self, off, value);
        if (old != null && !equal((Proxy) old, value)) {
            PersistentHeap heap = PersistentHeap.of(self);
            if (heap.fa() == null) {
                heap.pfence();
            }
            heap.free((Proxy) old);
        }
    }

    /**
     * Deals with an error that kept volatile state from following what is changed already. Inside a failure-atomic block
     * that is undone, whatever the program does. Outside it is in memory, and the heap is poisoned.
     *
     * @param self the object
     * @param what what was cut short, for the message
     * @param error the error
     * @return the exception to throw, if the error itself is not thrown
     */
    public static JnvmException cutShort(Proxy self, String what, Error error) {
        PersistentHeap heap = PersistentHeap.of(self);
        FaContext fa = heap.fa();
        if (fa != null) {
            fa.refuseCommit(error);
            throw error;
        }
        return heap.poison(what, error);
    }

    /**
     * Reads a reference of a packed object that {@link #setWord} changes.
     *
     * @throws StaleObjectException if it leads to an object that was freed; not if that was replaced before it was freed
     */
    public static Object getWord(Proxy self, int off) {
        PersistentHeap heap = PersistentHeap.of(self);
        long place = Reference.offset(heap.refOf(self)) + off;
        while (true) {
            long ref = heap.readCell(place);
            try {
                return heap.proxy(ref);
            } catch (StaleObjectException e) {
                if (heap.readCell(place) == ref) {
                    throw e;
                }
            }
        }
    }

    /**
     * Changes a reference of a packed object, like a cell of a {@link CellTable}: what the value leads to is validated
     * and fenced first; durable when this returns, or at the commit of the open block, whose log has the word and not
     * the block, in which other objects lie.
     */
    public static void setWord(Proxy self, int off, Object value) {
        PersistentHeap heap = PersistentHeap.of(self);
        long object = Reference.offset(heap.refOf(self));
        heap.writeCell(object, object + off, heap.refOf(value));
    }

    // ---- values that fields own ----

    /** Reads a {@code String} field. */
    public static String getString(Proxy self, int off) {
        return PersistentHeap.of(self).values().getString(self, fieldOffset(self, off));
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
    public static void setString(Proxy self, int off, String value) {
        PersistentHeap.of(self).values().setString(self, fieldOffset(self, off), value);
    }

    /** Writes a {@code String} field, see {@link #setString}, and writes it back. */
    public static void updateString(Proxy self, int off, String value) {
        setString(self, off, value);
        pwb(self, off);
    }

    /** Writes a {@code String} field, see {@link #setString}; durable when it returns, or at the commit. */
    // persist-order: [new string] < pfence (in setString) < [field] < psync; the old string is freed after that
    public static void replaceString(Proxy self, int off, String value) {
        updateString(self, off, value);
        psync(self);
    }

    /** Reads a {@code Long} field. */
    public static Long getLong(Proxy self, int off) {
        return PersistentHeap.of(self).values().getBox(self, fieldOffset(self, off), ReservedClass.LONG_BOX, bits ->
                (Long) bits);
    }

    /** Writes a {@code Long} field; a field that is not null keeps its box, whose word is stored. */
    public static void setLong(Proxy self, int off, Long value) {
        FieldValues values = PersistentHeap.of(self).values();
        if (value == null) {
            values.clearBox(self, fieldOffset(self, off));
        } else {
            values.setBox(self, fieldOffset(self, off), ReservedClass.LONG_BOX, value);
        }
    }

    /** Reads a {@code Double} field. */
    public static Double getDouble(Proxy self, int off) {
        return PersistentHeap.of(self)
                .values()
                .getBox(self, fieldOffset(self, off), ReservedClass.DOUBLE_BOX, Double::longBitsToDouble);
    }

    /** Writes a {@code Double} field; see {@link #setLong}. */
    public static void setDouble(Proxy self, int off, Double value) {
        FieldValues values = PersistentHeap.of(self).values();
        if (value == null) {
            values.clearBox(self, fieldOffset(self, off));
        } else {
            values.setBox(self, fieldOffset(self, off), ReservedClass.DOUBLE_BOX, Double.doubleToRawLongBits(value));
        }
    }

    /** Writes back the cache line of a field, and the value that it owns. */
    public static void pwbValue(Proxy self, int off) {
        pwb(self, off);
        PersistentHeap heap = PersistentHeap.of(self);
        if (heap.fa() == null) {
            heap.values().pwbValue(self, fieldOffset(self, off));
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
    public static <E extends Enum<E>> E enumConstant(Proxy self, int word, Class<E> type) {
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
    public static int enumWord(Proxy self, Enum<?> value) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self); // refuses a freed object, and a closed heap
        try {
            return heap.space().enums().id(value);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    // ---- durability and validity ----

    /** Writes back the cache line of a field. Inside a failure-atomic block the commit does it. */
    public static void pwb(Proxy self, int off) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self); // refuses what was freed or closed
        if (heap.fa() == null) {
            long offset = fieldOffset(self, off);
            heap.chunkOf(offset).pwb(offset);
        }
    }

    /** Writes back the cache line of an element of a tail; see {@link #pwb(Proxy, int)}. */
    public static void pwbElement(Proxy self, int tailOffset, int elementBytes, long index) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self); // refuses what was freed or closed
        if (heap.fa() == null) {
            long offset = elementOffset(self, tailOffset, elementBytes, index);
            heap.chunkOf(offset).pwb(offset);
        }
    }

    /** Writes back the whole object, and the values that its fields own. */
    public static void pwb(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        long ref = heap.refOf(self); // refuses what was freed or closed
        if (heap.fa() != null) {
            return;
        }
        ClassLayout layout = self.$jnvm$descriptor().layout();
        if (layout.isOneBlock() && !heap.isChecked()) { // like a store: the header is not read, which may be a miss
            long offset = Reference.offset(ref);
            heap.chunkOf(offset).pwb(offset, layout.bytes());
            return;
        }
        EpochSections.enter(); // another thread may free the object, or replace a value that it owns
        try {
            ObjectView object = heap.space().viewLive(ref); // refuses a stale proxy
            object.pwb();
            heap.values().pwbOwned(self, object);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /** Orders write-backs and stores of the object's heap. */
    public static void pfence(Proxy self) {
        PersistentHeap.of(self).pfence();
    }

    /** Like {@link #pfence}, and waits until what was written back is durable; inside a failure-atomic block neither. */
    public static void psync(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (heap.fa() == null) {
            heap.psync();
        }
    }

    /** See {@link org.jnvm.PObject#validate()}. */
    public static void validate(Proxy self) {
        setValid(self, true);
    }

    /** See {@link org.jnvm.PObject#invalidate()}. */
    public static void invalidate(Proxy self) {
        setValid(self, false);
    }

    private static void setValid(Proxy self, boolean valid) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.operate(() -> setValid(heap, self, valid));
    }

    private static void setValid(PersistentHeap heap, Proxy self, boolean valid) {
        long ref = heap.refOf(self);
        ObjectView object = heap.space().viewLive(ref);
        FaContext fa = heap.fa();
        if (fa != null) {
            if (valid) {
                fa.validateAtCommit(ref);
                return;
            }
            throw new org.jnvm.FailureAtomicException(
                    "object cannot be invalidated inside a failure-atomic block: object="
                            + ObjectText.identity(self)
                            + "; free it instead");
        }
        heap.validator().noteWeakUse();
        if (valid) {
            heap.values().validateOwned(object);
        }
        long header = object.header();
        long offset = Reference.offset(ref);
        heap.beforeChange(offset);
        MappedChunk chunk = heap.chunkOf(offset);
        chunk.storeLongRelease(offset, valid ? BlockLayout.validated(header) : BlockLayout.invalidated(header));
        chunk.pwb(offset);
    }

    /** See {@link org.jnvm.PObject#valid()}. */
    public static boolean isValid(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            return BlockLayout.isValid(heap.space().header(heap.refOf(self)));
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    // ---- failure-atomic blocks ----

    /**
     * Opens a failure-atomic block on the heap of an object, or one inside the block that is open.
     *
     * @return its depth, 1 for the outermost block, for {@link #faFail}
     */
    public static int faStart(Proxy self) {
        return FaContext.current().start(PersistentHeap.of(self));
    }

    /** Ends the innermost failure-atomic block; the outermost one commits. */
    public static void faEnd(Proxy self) {
        FaContext.current().end();
    }

    /**
     * Ends a failure-atomic block, and those inside it that are still open, because an exception leaves it: undoes what
     * they did. The enclosing block goes on, if there is one.
     *
     * @param self an object of the heap
     * @param cause the exception
     * @param depth what {@link #faStart} returned for the block
     */
    public static void faFail(Proxy self, Throwable cause, int depth) {
        FaContext.current().fail(depth, cause);
    }

    /**
     * Ends a failure-atomic block whose effects are kept although an exception leaves it. If the commit fails, throws
     * what that throws, with the exception suppressed.
     *
     * @param self an object of the heap
     * @param leaving the exception
     * @param depth what {@link #faStart} returned for the block
     */
    public static void faEnd(Proxy self, Throwable leaving, int depth) {
        FaContext.current().endKeeping(depth, leaving);
    }

    /**
     * Undoes the failure-atomic blocks, on any heap, that threads left open which have ended; for data types that meet
     * what such a block changed.
     */
    public static void abortAbandoned() {
        FaContext.abortAbandoned("conflict with a failure-atomic block");
    }

    /** Tells whether the calling thread has a failure-atomic block open on the heap of an object. */
    public static boolean inFa(Proxy self) {
        return PersistentHeap.of(self).fa() != null;
    }

    /** Has volatile state of a data type merged when the open block commits; there must be one. */
    public static void overlay(Proxy self, Overlay overlay) {
        PersistentHeap.of(self).fa().overlay(overlay);
    }

    /**
     * Chooses whether the calling thread may read what its open failure-atomic block has freed, which others still do; to
     * be put back in a {@code finally} clause.
     *
     * @param allowed the choice
     * @return what was chosen before
     */
    public static boolean readFreed(boolean allowed) {
        return FaContext.current().writes().readFreed(allowed);
    }

    /** Runs an action after the commit of the open block, or at once if none is open. */
    public static void onCommit(Proxy self, Runnable action) {
        FaContext fa = PersistentHeap.of(self).fa();
        if (fa == null) {
            action.run();
        } else {
            fa.onCommit(action);
        }
    }

    /**
     * Runs an action when the innermost open block is undone, before objects are; does nothing if none is open. It
     * restores volatile state, and must not use persistent objects. For data types; programs have {@link Heap#onAbort}.
     */
    public static void onAbort(Proxy self, Runnable action) {
        FaContext fa = PersistentHeap.of(self).fa();
        if (fa != null) {
            fa.onUndo(action);
        }
    }

    /**
     * Runs an action once the innermost open block was undone, and nothing of it is claimed any more; does nothing if none
     * is open. For data types; it gives back what another block may then take.
     */
    public static void afterAbort(Proxy self, Runnable action) {
        FaContext fa = PersistentHeap.of(self).fa();
        if (fa != null) {
            fa.onAbort(action);
        }
    }

    /**
     * Makes sure that the stack has room for a change that consists of several operations, so that none of them is cut
     * short, and what the caller takes until it returns (a lock) is given back. For data types; called first of all.
     *
     * @throws StackOverflowError if it has not
     */
    public static void reserveStack() {
        StackReserve.forCompound();
    }

    // ---- read sections ----

    /**
     * Enters a read section, or one inside it: until the thread leaves it, no block is handed out again whose object the
     * thread may have reached since, whoever frees it. For look-ups that other threads' frees may overtake; to be left
     * soon, in the same thread, by {@link #exitRead} in a {@code finally} clause. Costs about a nanosecond.
     *
     * <p>The object may still be freed: then reading it gives its last values, and its reference leads to no object.
     */
    public static void enterRead() {
        EpochSections.enter();
    }

    /**
     * Leaves the innermost read section.
     *
     * @throws IllegalStateException if the thread is in none
     */
    public static void exitRead() {
        EpochSections.exit();
    }

    // ---- objects ----

    /** Frees an object; see {@link Heap#free}. */
    public static void free(Proxy self) {
        PersistentHeap.of(self).free(self);
    }

    /**
     * Frees objects and all that they lead to, iteratively. Inside a failure-atomic block it is done, outside it, after the
     * commit. The program sees to it that nothing else leads there; references to what was freed are skipped. If it is
     * broken off, by a crash or an exception, the recovery pass takes back what nothing leads to.
     *
     * @param owner an object of the heap, which is not freed, nor followed
     * @param roots what to begin with
     */
    public static void freeGraph(Proxy owner, Collection<? extends Proxy> roots) {
        PersistentHeap heap = PersistentHeap.of(owner);
        long kept = heap.refOf(owner);
        LongStack refs = refsOf(heap, roots);
        onCommit(owner, () -> heap.freeGraph(refs, ref -> ref != kept));
    }

    /**
     * Frees new objects, to which nothing valid leads, with all new ones that they lead to, outside failure-atomic blocks.
     *
     * @param owner an object of the heap
     * @param made what to free; what is found through these is freed if it is invalid
     * @param kept invalid objects that are kept
     */
    public static void takeBack(Proxy owner, Collection<? extends Proxy> made, Collection<? extends Proxy> kept) {
        PersistentHeap heap = PersistentHeap.of(owner);
        Set<Long> keptRefs = new HashSet<>();
        for (Proxy object : kept) {
            keptRefs.add(heap.refOf(object));
        }
        LongStack roots = refsOf(heap, made);
        heap.freeGraph(roots, ref -> !BlockLayout.isValid(heap.space().header(ref)) && !keptRefs.contains(ref));
    }

    private static LongStack refsOf(PersistentHeap heap, Collection<? extends Proxy> objects) {
        LongStack refs = new LongStack();
        for (Proxy object : objects) {
            refs.push(heap.refOf(object));
        }
        return refs;
    }

    /** Returns the heap of an object. */
    public static Heap heap(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self);
        return heap.facade();
    }

    /** Returns the heap-relative offset of an object in bytes, 0 once it was freed. */
    public static long addr(Proxy self) {
        FieldRegion region = (FieldRegion) self.$jnvm$region();
        return region == null || region.isFreed() ? 0 : Reference.offset(self.$jnvm$ref());
    }

    /** Tells whether two proxies stand for one object: same heap, address and generation. */
    public static boolean equal(Proxy self, Object other) {
        return self == other
                || other instanceof Proxy that
                        && self.$jnvm$ref() == that.$jnvm$ref()
                        && self.$jnvm$region() != null
                        && that.$jnvm$region() != null
                        && PersistentHeap.of(self) == PersistentHeap.of(that);
    }

    /** Returns a hash code of heap-relative address and generation; the same after {@code free}. */
    public static int hash(Proxy self) {
        return Long.hashCode(self.$jnvm$ref() * 0x9E37_79B9_7F4A_7C15L);
    }

    /**
     * Returns class, address and generation, and the persistent fields by name, for people: the {@code toString} of
     * proxies. Strings are quoted, other references named and not followed. Says so if the object was freed or the heap
     * closed, and does not throw.
     */
    public static String describe(Proxy self) {
        return ObjectText.of(self);
    }
}
