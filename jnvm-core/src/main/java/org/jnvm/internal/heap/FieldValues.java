package org.jnvm.internal.heap;

import java.util.function.LongFunction;
import org.jnvm.HeapFullException;
import org.jnvm.JnvmException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.VolatileConverter;

/**
 * Values that fields own: strings, and boxes of longs and doubles. A field refers to its value; no other reference
 * does. It is freed when the field is given another one, and with the field's object.
 *
 * <p>A string is never changed. The word in a box is, by an atomic store, as long as the field is not set to null.
 *
 * <p>As safe for use by several threads as the fields are: a reader sees the old value or the new one.
 */
public final class FieldValues {
    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final OwnedSlots slots;

    FieldValues(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
        this.slots = new OwnedSlots(heap);
    }

    // ---- strings ----

    /**
     * Reads a string field.
     *
     * @param owner the object
     * @param at the heap offset of the field
     * @return the string, or null
     */
    public String getString(Proxy owner, long at) {
        return read(owner, at, ref -> Strings.read(space, ref));
    }

    /**
     * Reads the value that a field refers to, in an epoch-protected section: if another thread overwrites the field meanwhile, the
     * old value can be found freed, but its bytes stay until the section ends.
     */
    private <T> T read(Proxy owner, long at, LongFunction<T> reader) {
        EpochSections.enter();
        try {
            while (true) {
                long ref = load(owner, at);
                if (ref == Reference.NULL) {
                    return null;
                }
                try {
                    return reader.apply(ref);
                } catch (RuntimeException e) {
                    if (owner.$jnvm$region().getLongAt(at) == ref) {
                        space.header(owner.$jnvm$ref()); // refuses a stale owner, in whose at anything may be
                        throw e;
                    }
                }
            }
        } catch (InternalError e) {
            throw PersistentHeap.of(owner).poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /** Returns the reference in a field; null for one that a crash has left there and recovery takes away. */
    private long load(Proxy owner, long at) {
        long ref = owner.$jnvm$region().getLongAt(at);
        return ref == Reference.NULL || space.isLeftByCrash(ref) ? Reference.NULL : ref;
    }

    /**
     * Gives a string field another value, and frees the one before.
     *
     * @param owner the object
     * @param at the heap offset of the field
     * @param value a string, or null
     * @throws org.jnvm.HeapFullException if there is no room; the field is as it was
     */
    public void setString(Proxy owner, long at, String value) {
        try {
            setStringOnce(owner, at, value);
        } catch (HeapFullException e) {
            heap.collection().makeRoom(e);
            setStringOnce(owner, at, value);
        }
    }

    private void setStringOnce(Proxy owner, long at, String value) {
        heap.enterOperation();
        try {
            setStringOpen(owner, at, value);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    private void setStringOpen(Proxy owner, long at, String value) {
        long old = load(owner, at); // first: refuses what must be refused
        replace(owner, at, old, value == null ? null : Strings.create(space, value));
    }

    // ---- references that may own a value ----

    /**
     * Reads a reference that owned a value when it was looked at: its value, or what another thread has stored there since.
     *
     * @param owner the object
     * @param at the heap offset of the reference
     * @return the value, a proxy, or null
     */
    public Object getReference(Proxy owner, long at) {
        return read(owner, at, heap.references()::object);
    }

    /**
     * Gives a reference another target: a persistent object, or a copy of a value of its own. Frees the value that it owned.
     *
     * @param owner the object
     * @param at the heap offset of the reference
     * @param value a persistent object, a value, or null
     * @throws org.jnvm.HeapFullException if there is no room; the reference is as it was
     */
    public void setReference(Proxy owner, long at, Object value) {
        VolatileConverter converter = heap.references().converterOf(value);
        if (converter != null) {
            converter.convert(owner, value, made -> setReference(owner, at, made));
            return;
        }
        Runnable store = () -> setReferenceOpen(owner, at, value);
        try {
            heap.operate(store);
        } catch (HeapFullException e) {
            heap.collection().makeRoom(e);
            heap.operate(store);
        }
    }

    // persist-order: [value, or what the object leads to] < pfence (in prepareStore) < [reference]
    //   < pfence (in UnlinkedValues) < [freed header of the value before]
    //   as of other values that fields own, see replace
    private void setReferenceOpen(Proxy owner, long at, Object value) {
        long old = load(owner, at); // first: refuses what must be refused
        long ref = heap.references().toStore(value);
        try {
            heap.slots().prepareStore(owner, ref);
        } catch (JnvmException e) {
            heap.references().giveBack(ref);
            throw e;
        }
        space.overwritingAt(at);
        owner.$jnvm$region().putLongAt(at, ref);
        space.stored(at);
        if (!Reference.isOwner(old)) {
            return;
        }
        Transaction transaction = heap.fa();
        if (transaction != null) {
            transaction.free(Reference.plain(old));
        } else {
            space.unlinked().add(at, Reference.plain(old));
        }
    }

    // ---- boxes ----

    /**
     * Reads a field that refers to a box.
     *
     * @param owner the object
     * @param at the heap offset of the field
     * @param classId the class of the box
     * @param <T> the type of the value
     * @param read makes the value of its bits
     * @return the value, or null
     */
    public <T> T getBox(Proxy owner, long at, int classId, LongFunction<T> read) {
        return read(owner, at, ref -> {
            Strings.requireClass(space, ref, classId);
            long word = Reference.offset(ref) + ValueLayout.BOX_VALUE_OFFSET;
            Transaction transaction = heap.fa();
            return read.apply(transaction != null ? transaction.memory().readWordOf(ref, word) : space.load(word));
        });
    }

    /**
     * Sets a field that refers to a box: the word in its box, which is made if the field was null.
     *
     * @param owner the object
     * @param at the heap offset of the field
     * @param classId the class of the box
     * @param bits the value
     * @throws org.jnvm.HeapFullException if there is no room for a box; the field is as it was
     */
    public void setBox(Proxy owner, long at, int classId, long bits) {
        try {
            setBoxOnce(owner, at, classId, bits);
        } catch (HeapFullException e) {
            heap.collection().makeRoom(e);
            setBoxOnce(owner, at, classId, bits);
        }
    }

    private void setBoxOnce(Proxy owner, long at, int classId, long bits) {
        heap.enterOperation();
        try {
            setBoxOpen(owner, at, classId, bits);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    private void setBoxOpen(Proxy owner, long at, int classId, long bits) {
        long ref = load(owner, at);
        if (ref == Reference.NULL) {
            ObjectView box = space.createPacked(classId, ValueLayout.BOX_BYTES);
            box.store(ValueLayout.BOX_VALUE_OFFSET, bits);
            replace(owner, at, Reference.NULL, box);
            return;
        }
        Strings.requireClass(space, ref, classId);
        long word = Reference.offset(ref) + ValueLayout.BOX_VALUE_OFFSET;
        Transaction transaction = heap.fa();
        if (transaction != null) {
            transaction.memory().writeWordOf(ref, word, bits);
        } else {
            heap.beforeChange(Reference.offset(ref));
            space.chunk(word).storeLong(word, bits);
        }
    }

    /** Sets a field that refers to a box to null, and frees the box. */
    public void clearBox(Proxy owner, long at) {
        heap.enterOperation();
        try {
            clearBoxOpen(owner, at);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    private void clearBoxOpen(Proxy owner, long at) {
        replace(owner, at, load(owner, at), null);
    }

    // ---- ownership ----

    // persist-order: [value] < pfence < [field] < pfence < [freed header of the old value]
    //   crash before [field] is durable: the field has its old value; the new one is reachable from nothing
    //   crash after: it has the new one, which is whole, and the old one is reachable from nothing
    //   the second fence is one for many values, see UnlinkedValues
    //   an owner that is itself invalid needs no fence: whatever makes it reachable validates the value with it
    //   in a failure-atomic block both are entries of its log
    private void replace(Proxy owner, long at, long old, ObjectView fresh) {
        long ref = fresh == null ? Reference.NULL : fresh.ref();
        Transaction transaction = heap.fa();
        if (transaction != null) {
            if (fresh != null) {
                transaction.allocated(fresh, null);
            }
            owner.$jnvm$region().putLongAt(at, ref);
            if (old != Reference.NULL) {
                transaction.free(old);
            }
            return;
        }
        if (fresh != null && BlockLayout.isValid(space.header(owner.$jnvm$ref()))) {
            fresh.setValid();
            fresh.pwb();
            space.pfence();
        }
        owner.$jnvm$region().putLongAt(at, ref);
        if (old != Reference.NULL) {
            space.unlinked().add(at, old);
        }
    }

    /** What {@link #forEachOwned} reports. */
    private interface Visitor {
        void visit(long at, long ref);
    }

    private void forEachOwned(ObjectView owner, Visitor visitor) {
        ClassLayout layout = space.layout(owner);
        for (int off : layout.ownedOffsets()) {
            visitOwned(owner, off, false, visitor);
        }
        for (int off : layout.ownerOffsets()) {
            visitOwned(owner, off, true, visitor);
        }
    }

    private void visitOwned(ObjectView owner, int off, boolean onlyIfOwner, Visitor visitor) {
        long at = owner.heapOffset(off);
        Transaction transaction = heap.fa();
        long ref = space.load(transaction == null ? at : transaction.memory().offsetToRead(at));
        if (ref != Reference.NULL && (!onlyIfOwner || Reference.isOwner(ref)) && !space.isLeftByCrash(ref)) {
            visitor.visit(at, Reference.plain(ref));
        }
    }

    private boolean ownsValues(int classId) {
        ClassLayout layout = space.classes().entry(classId).layout();
        return layout.ownedOffsets().length + layout.ownerOffsets().length > 0;
    }

    /**
     * Returns the values, slots and entries that an object owns which the calling thread has invalidated, and not yet
     * retired.
     *
     * @param ref the object
     * @param header its header before
     * @return references to them, or null
     */
    LongStack ownedBy(long ref, long header) {
        int classId = BlockLayout.classId(header);
        if (!ownsValues(classId) && !slots.areOf(classId)) {
            return null;
        }
        LongStack owned = new LongStack();
        forEachOwned(space.view(ref, header), (at, value) -> owned.push(value));
        slots.addTo(owned, ref, header);
        return owned;
    }

    /**
     * Frees the values of an object that was freed, as soon as it is free durably.
     *
     * @param ref the object
     * @param owned what {@link #ownedBy} returned
     */
    // persist-order: [freed header of the object] < pfence (in UnlinkedValues) < [freed headers of its values]
    //   so that an object which a crash revives has all it had
    void freeOwned(long ref, LongStack owned) {
        while (owned != null && !owned.isEmpty()) {
            space.unlinked().add(Reference.offset(ref), owned.pop());
        }
    }

    /** Returns the slot arrays and entries that an object consists of: none if it is no map or set. */
    LongStack slotsOf(ObjectView object) {
        LongStack parts = new LongStack();
        slots.addTo(parts, object.ref(), object.header());
        return parts;
    }

    /**
     * Refuses to free an object while another thread's open block changes it, or slots or entries that it owns.
     *
     * @param ref the object
     * @param header its header, as the caller has read it: another thread may free the object meanwhile
     */
    void beforeFree(long ref, long header) {
        ObjectView object = space.view(ref, header);
        heap.transactions().beforeFree(object);
        int classId = BlockLayout.classId(header);
        if (slots.areOf(classId)) {
            slots.beforeFree(heap.transactions(), object);
        }
    }

    /** Frees an object and the values that it owns, at the commit of the calling thread's failure-atomic block. */
    void freeInBlock(Transaction transaction, long ref) {
        long header = transaction.lockToFree(ref);
        int classId = BlockLayout.classId(header);
        if (ownsValues(classId)) {
            forEachOwned(space.view(ref, header), (at, value) -> transaction.free(value));
        }
        if (slots.areOf(classId)) {
            slots.freeInBlock(transaction, ref, header);
        }
        transaction.freeLocked(ref, header);
    }

    /** Writes back the values that an object owns. */
    public void pwbOwned(Proxy owner, ObjectView object) {
        forEachOwned(object, (at, ref) -> pwbValue(owner, at));
    }

    /** Writes back the value that a field owns, if it has one. */
    public void pwbValue(Proxy owner, long at) {
        read(owner, at, ref -> {
            space.viewLive(ref).pwb();
            return null;
        });
    }

    /**
     * Validates the values that an object owns, which the program is about to validate by itself.
     *
     * @param owner the object
     */
    // persist-order: [values] < pfence < [valid bit of the owner]: only the owner leads to them
    public void validateOwned(ObjectView owner) {
        boolean[] any = new boolean[1];
        forEachOwned(owner, (at, value) -> {
            ObjectView view = space.viewLive(value);
            if (!BlockLayout.isValid(view.header())) {
                view.setValid();
                view.pwb();
                any[0] = true;
            }
        });
        if (any[0]) {
            space.pfence();
        }
    }
}
