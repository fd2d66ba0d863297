package org.jnvm.pdt.internal.array;

import java.util.Objects;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.value.Binding;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Proxy;

/**
 * What a persistent list consists of: a field of it refers to an object that holds the elements. Setting an element, and
 * adding or removing at the end, change that object in place; whatever would move elements makes a new one and swaps the
 * reference. Each change is failure-atomic, and durable when it returns, or with the open failure-atomic block.
 *
 * <p>Not safe for use by several threads, but for reads beside a change.
 */
public final class GrowableArray extends Binding {
    /** The offset of the field that refers to the elements. */
    private static final int ELEMENTS = 8;

    /** The last elements object that was used; current iff the persistent reference says so. */
    private volatile ListElements lastUsed;

    /** Makes an array that is bound next. */
    public GrowableArray() {}

    /**
     * Makes the persistent part of a new list, in the current heap.
     *
     * @param list the proxy, which this allocates
     * @param capacity room for so many elements; 0 for as many as take the least memory
     */
    public static void allocate(Proxy list, int capacity) {
        Allocation.allocate(list);
        try {
            FieldAccess.setRef(list, ELEMENTS, new ListElements(list, ListElements.roundUp(capacity)));
        } catch (RuntimeException | Error e) {
            Allocation.free(list);
            throw e;
        }
    }

    /** Returns the elements as the calling thread sees them. */
    private ListElements elements() {
        long current = region.getLong(pointer, ELEMENTS);
        ListElements known = lastUsed;
        if (known != null && known.$jnvm$ref() == current) {
            return known;
        }
        known = (ListElements) FieldAccess.getRef(owner, ELEMENTS, ListElements.class);
        if (known == null) {
            throw new StaleObjectException(
                    "list has lost its elements: heap=" + owner.heap().path() + ", list=" + Identity.describe(owner)
                            + "; it was made valid by hand or stored weakly, before they were durable");
        }
        known.check(owner);
        lastUsed = known;
        return known;
    }

    /**
     * Adds elements to a new list, to which nothing leads yet, and which has room for them.
     *
     * @param added the elements
     * @return false if something has made the list valid, and nothing was added
     */
    // persist-order: none: whatever makes the list reachable writes back and validates its elements object with it
    public boolean initialise(Object[] added) {
        ListElements all = elements();
        if (Durability.isValid(all)) {
            return false;
        }
        for (int i = 0; i < added.length; i++) {
            all.initialise(i, added[i]);
        }
        all.initialiseSize(added.length);
        return true;
    }

    // ---- look-up ----

    /** Returns the number of elements. */
    public int size() {
        return elements().size();
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return the element, or null
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public Object get(int index) {
        Epochs.enterRead(); // another thread's change may free the elements object meanwhile
        try {
            ListElements all = elements();
            return all.get(Objects.checkIndex(index, all.size()));
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns the index of the first element that is found by an object; -1 if there is none. */
    public int indexOf(Object wanted) {
        ListElements all = elements();
        int size = all.size();
        for (int i = 0; i < size; i++) {
            if (Values.matches(wanted, all.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the index of the last element that is found by an object; -1 if there is none. */
    public int lastIndexOf(Object wanted) {
        ListElements all = elements();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (Values.matches(wanted, all.get(i))) {
                return i;
            }
        }
        return -1;
    }

    // ---- change in place ----

    /**
     * Stores an element.
     *
     * @param index that of an element that there is
     * @param element a persistent object of the list's heap, or null
     */
    // persist-order: [element and what it leads to] < pfence (both in setElement, if it was invalid) < [slot] < psync
    //   crash before psync: the old element or the new one, as the store is one aligned word
    public void set(int index, Object element) {
        elements().store(index, element);
        Durability.psync(owner);
    }

    /**
     * Adds an element at the end.
     *
     * @param element a persistent object of the list's heap, or null
     */
    public void add(Object element) {
        ListElements all = elements();
        append(all, all.size(), new Object[] {element});
    }

    // persist-order: [elements and what they lead to] < pfence < [slots from size on] < pfence < [size] < psync
    //   crash before the second fence: slots that do not count may refer to the new elements; the next append
    //   overwrites them, until then recovery takes these few objects for live, so they must be whole: first fence
    //   crash after it, before psync: the list is as before or has all of them, as size is one word
    private void append(ListElements all, int size, Object[] added) {
        if (added.length > all.capacity() - size) {
            splice(all, size, size, added);
            return;
        }
        for (int i = 0; i < added.length; i++) {
            all.store(size + i, added[i]);
        }
        if (!Transactions.inFa(owner)) {
            Durability.pfence(owner);
        }
        all.storeSize(size + added.length);
        Durability.psync(owner);
    }

    // persist-order: [size] < psync < [slot = null]
    //   the slot second: were it cleared first, a crash could leave a null that nobody put there
    //   crash after psync: the slot that does not count may still refer to the element; the next append overwrites it,
    //   and if the element is freed meanwhile, recovery sets the reference to null
    private void removeLast(ListElements all, int last) {
        all.storeSize(last);
        Durability.psync(owner);
        all.store(last, null);
    }

    // ---- change by a new elements object ----

    /**
     * Replaces the elements {@code from} to {@code to - 1} by others.
     *
     * @param old the elements
     * @param from index
     * @param to index
     * @param added what takes their place
     */
    // persist-order: [fresh elements object and what it leads to] < pfence (both in setRef) < [list.elements] < psync
    //       < [freed header of the old object]
    //   crash before psync: the list refers to the old object, which nothing has changed, or to the new one, whole;
    //   recovery takes the other back. The old object is freed only when no crash can bring it back.
    private void splice(ListElements old, int from, int to, Object[] added) {
        int size = old.size();
        long newSize = (long) size - (to - from) + added.length;
        if (newSize > Integer.MAX_VALUE) {
            throw new HeapFullException(
                    "list cannot have so many elements: size=" + newSize + ", maximum=" + Integer.MAX_VALUE);
        }
        boolean fits = newSize <= old.capacity() && newSize >= old.capacity() / 4;
        ListElements fresh =
                new ListElements(owner, fits ? old.capacity() : ListElements.roundUp(newSize + newSize / 2));
        try {
            fresh.initialise(0, old, 0, from);
            for (int i = 0; i < added.length; i++) {
                fresh.initialise(from + i, added[i]);
            }
            fresh.initialise(from + added.length, old, to, size - to);
            fresh.initialiseSize((int) newSize);
            FieldAccess.setRef(owner, ELEMENTS, fresh);
        } catch (RuntimeException | Error e) {
            Allocation.free(fresh);
            throw e;
        }
        Durability.pwb(owner, ELEMENTS);
        Durability.psync(owner);
        old.release(from, to);
        Allocation.free(old);
    }

    /**
     * Replaces all elements, all or, after a crash, none.
     *
     * @param elements what takes their place: persistent objects of the list's heap, or null
     */
    public void replaceAllBy(Object[] elements) {
        ListElements old = elements();
        splice(old, 0, old.size(), elements);
    }

    /**
     * Adds elements, all or, after a crash, none.
     *
     * @param index that of the first one, 0 to size
     * @param added persistent objects of the list's heap, or null
     * @throws IndexOutOfBoundsException with index and size, if the index is not in 0 to size
     */
    public void insert(int index, Object[] added) {
        ListElements all = elements();
        int size = all.size();
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("index=" + index + ", size=" + size);
        }
        for (Object element : added) {
            Members.requireElement(owner, element);
        }
        if (added.length == 0) {
            return;
        }
        if (index == size) {
            append(all, size, added);
        } else {
            splice(all, index, index, added);
        }
    }

    /**
     * Removes the elements {@code from} to {@code to - 1}, all or, after a crash, none.
     *
     * @param from index
     * @param to index, more than {@code from}
     */
    public void remove(int from, int to) {
        ListElements all = elements();
        int size = all.size();
        Objects.checkFromToIndex(from, to, size);
        if (from == size - 1) {
            removeLast(all, from);
        } else {
            splice(all, from, to, new Object[0]);
        }
    }
}
