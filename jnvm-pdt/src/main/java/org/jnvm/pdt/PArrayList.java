package org.jnvm.pdt;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/**
 * A persistent list that grows.
 *
 * <p>Refers to an object that holds the elements. Setting an element, and adding or removing at the end, change that
 * object in place; whatever would move elements makes a new one and swaps the reference, so it takes time proportional
 * to the size. There is one proxy of a list at a time.
 *
 * <p><b>Elements</b> must be persistent objects of the list's heap, or null: {@link
 * org.jnvm.NotTransformedException} and {@link org.jnvm.ForeignHeapException} otherwise. The list validates what it is
 * given, and never frees it. Freeing the list leaves the object that holds its elements to the next recovery pass. Take
 * an element out before you free it; until then its use throws {@link StaleObjectException}. {@code indexOf}, {@code contains} and {@code remove(Object)} find a {@link PString} by an
 * equal {@code String}.
 *
 * <p><b>Durability.</b> A method that changes the list is durable when it returns; inside a failure-atomic block, when
 * that commits. Every method is failure-atomic by itself, also {@code addAll}, {@code clear}, {@code sort}, {@code
 * removeIf} and the like: after a crash its effect is there as a whole or not at all. (Of a {@link #subList} or a
 * {@code ListIterator} this holds for the single-element methods, {@code addAll} and {@code clear}.) An aborted block
 * leaves the list as it was before.
 *
 * <p><b>Threads.</b> Like {@link ArrayList} not safe for use by several threads: guard it with a lock; if the list is
 * changed in a failure-atomic block, hold the lock until the outermost block has ended. Iterators are fail-fast, as far
 * as {@code ArrayList}'s are.
 *
 * @param <T> the elements: any persistent type
 */
public final class PArrayList<T> extends AbstractList<T> implements RandomAccess, Proxy {
    private static final int RESERVED_ID = 17;
    private static final int ELEMENTS = 8;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PArrayList.class, """
            class org.jnvm.pdt.PArrayList
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PArrayList elements Lorg.jnvm.pdt.ListElements; 8
            canonical""", PArrayList<Object>::new, RESERVED_ID);

    private Region region;
    private long place;
    private long ref;
    /** The last elements object that was used; current iff the persistent reference says so. */
    private volatile ListElements lastUsed;
    /** The thread that computes the hash code. */
    private Thread hashing;

    /**
     * Makes an empty list, in the current heap.
     *
     * @throws HeapFullException if the heap has no room for it
     */
    public PArrayList() {
        this(ListElements.FIRST_SLOTS);
    }

    /** Makes an empty list with room for some elements, in the current heap. */
    PArrayList(int capacity) {
        Allocation.allocate(this);
        try {
            FieldAccess.setRef(this, ELEMENTS, new ListElements(this, ListElements.roundUp(capacity)));
        } catch (RuntimeException | Error e) {
            Allocation.free(this);
            throw e;
        }
    }

    private PArrayList(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Returns the elements as the calling thread sees them. */
    private ListElements elements() {
        long current = region.getLong(place, ELEMENTS);
        ListElements known = lastUsed;
        if (known != null && known.$jnvm$ref() == current) {
            return known;
        }
        known = (ListElements) FieldAccess.getRef(this, ELEMENTS, ListElements.class);
        if (known == null) {
            throw new StaleObjectException(
                    "list has lost its elements: heap=" + heap().path() + ", list=" + Identity.describe(this)
                            + "; it was made valid by hand or stored weakly, before they were durable");
        }
        known.check(this);
        lastUsed = known;
        return known;
    }

    /**
     * Adds elements to a new list, to which nothing leads yet, and which has room for them. If something has made it valid,
     * they are added as to any other.
     */
    // persist-order: none: whatever makes the list reachable writes back and validates its elements object with it
    void initialise(Object[] added) {
        ListElements all = elements();
        if (Durability.isValid(all)) {
            insert(0, added);
            return;
        }
        for (int i = 0; i < added.length; i++) {
            all.initialise(i, added[i]);
        }
        all.initialiseSize(added.length);
    }

    // ---- look-up ----

    @Override
    public int size() {
        return elements().size();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException with index and size, if there is no such element
     */
    @Override
    @SuppressWarnings("unchecked")
    public T get(int index) {
        Epochs.enterRead(); // another thread's change may free the elements object meanwhile
        try {
            ListElements all = elements();
            return (T) all.get(Objects.checkIndex(index, all.size()));
        } finally {
            Epochs.exitRead();
        }
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public int indexOf(Object wanted) {
        ListElements all = elements();
        int size = all.size();
        for (int i = 0; i < size; i++) {
            if (Lookup.matches(wanted, all.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public int lastIndexOf(Object wanted) {
        ListElements all = elements();
        for (int i = all.size() - 1; i >= 0; i--) {
            if (Lookup.matches(wanted, all.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean contains(Object wanted) {
        return indexOf(wanted) >= 0;
    }

    // ---- change in place ----

    /**
     * {@inheritDoc} The element before is not freed.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @throws IndexOutOfBoundsException with index and size, if there is no such element
     */
    // persist-order: [element and what it leads to] < pfence (both in setElement, if it was invalid) < [slot] < psync
    //   crash before psync: the old element or the new one, as the store is one aligned word
    @Override
    public T set(int index, T element) {
        T before = get(index);
        ListElements all = elements();
        all.store(index, element);
        Durability.psync(this);
        return before;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @throws HeapFullException if the heap has no room for another element; the list is as it was
     */
    @Override
    public boolean add(T element) {
        ListElements all = elements();
        append(all, all.size(), new Object[] {element});
        return true;
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
        if (!Transactions.inFa(this)) {
            Durability.pfence(this);
        }
        all.storeSize(size + added.length);
        Durability.psync(this);
        changed();
    }

    // persist-order: [size] < psync < [slot = null]
    //   the slot second: were it cleared first, a crash could leave a null that nobody put there
    //   crash after psync: the slot that does not count may still refer to the element; the next append overwrites it,
    //   and if the element is freed meanwhile, recovery sets the reference to null
    private void removeLast(ListElements all, int last) {
        all.storeSize(last);
        Durability.psync(this);
        all.store(last, null);
        changed();
    }

    private void changed() {
        modCount++;
        Transactions.onAbort(this, () -> modCount++);
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
                new ListElements(this, fits ? old.capacity() : ListElements.roundUp(newSize + newSize / 2));
        try {
            fresh.initialise(0, old, 0, from);
            for (int i = 0; i < added.length; i++) {
                fresh.initialise(from + i, added[i]);
            }
            fresh.initialise(from + added.length, old, to, size - to);
            fresh.initialiseSize((int) newSize);
            FieldAccess.setRef(this, ELEMENTS, fresh);
        } catch (RuntimeException | Error e) {
            Allocation.free(fresh);
            throw e;
        }
        Durability.pwb(this, ELEMENTS);
        Durability.psync(this);
        Allocation.free(old);
        changed();
    }

    private void replaceAllBy(ListElements old, Object[] elements) {
        splice(old, 0, old.size(), elements);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @throws IndexOutOfBoundsException with index and size, if the index is not in 0 to size
     */
    @Override
    public void add(int index, T element) {
        insert(index, new Object[] {element});
    }

    private void insert(int index, Object[] added) {
        ListElements all = elements();
        int size = all.size();
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("index=" + index + ", size=" + size);
        }
        for (Object element : added) {
            if (element != null) {
                Members.require(this, element);
            }
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
     * {@inheritDoc}
     *
     * <p>Durability and failure atomicity: all elements, durable when it returns; inside a failure-atomic block, when
     * that commits.
     */
    @Override
    public boolean addAll(Collection<? extends T> elements) {
        return addAll(size(), elements);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Durability and failure atomicity: all elements, durable when it returns; inside a failure-atomic block, when
     * that commits.
     */
    @Override
    public boolean addAll(int index, Collection<? extends T> elements) {
        Object[] added = elements.toArray();
        insert(index, added);
        return added.length > 0;
    }

    /**
     * {@inheritDoc} The element is not freed.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @throws IndexOutOfBoundsException with index and size, if there is no such element
     */
    @Override
    public T remove(int index) {
        T before = get(index);
        removeRange(index, index + 1);
        return before;
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean remove(Object wanted) {
        int index = indexOf(wanted);
        if (index >= 0) {
            removeRange(index, index + 1);
        }
        return index >= 0;
    }

    /** Removes the elements {@code from} to {@code to - 1}, all or, after a crash, none. */
    @Override
    protected void removeRange(int from, int to) {
        ListElements all = elements();
        int size = all.size();
        Objects.checkFromToIndex(from, to, size);
        if (from == to) {
            return;
        }
        if (from == size - 1) {
            removeLast(all, from);
        } else {
            splice(all, from, to, new Object[0]);
        }
    }

    @Override
    public void clear() {
        removeRange(0, size());
    }

    /** {@inheritDoc} Failure-atomic as a whole. */
    @Override
    public boolean removeIf(Predicate<? super T> filter) {
        Objects.requireNonNull(filter);
        int expected = modCount;
        List<T> kept = new ArrayList<>();
        int size = size();
        for (int i = 0; i < size; i++) {
            T element = get(i);
            if (!filter.test(element)) {
                kept.add(element);
            }
        }
        requireUnchanged(expected);
        if (kept.size() == size) {
            return false;
        }
        replaceAllBy(elements(), kept.toArray());
        return true;
    }

    private void requireUnchanged(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException("list was changed by the function it was given");
        }
    }

    /** {@inheritDoc} Failure-atomic as a whole. */
    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return removeIf(others::contains);
    }

    /** {@inheritDoc} Failure-atomic as a whole. */
    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return removeIf(element -> !others.contains(element));
    }

    /** {@inheritDoc} Failure-atomic as a whole. */
    @Override
    public void replaceAll(UnaryOperator<T> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        List<T> replaced = new ArrayList<>(this);
        replaced.replaceAll(operator);
        requireUnchanged(expected);
        if (!replaced.isEmpty()) {
            replaceAllBy(elements(), replaced.toArray());
        }
    }

    /** {@inheritDoc} Failure-atomic as a whole. */
    @Override
    public void sort(Comparator<? super T> order) {
        int expected = modCount;
        List<T> sorted = new ArrayList<>(this);
        sorted.sort(order);
        requireUnchanged(expected);
        if (sorted.size() > 1) {
            replaceAllBy(elements(), sorted.toArray());
        }
    }

    /** Refuses a list that contains itself, which has no hash code. */
    @Override
    public int hashCode() {
        Thread outer = hashing;
        Members.requireNotNested(this, outer);
        hashing = Thread.currentThread();
        try {
            return super.hashCode();
        } finally {
            hashing = outer;
        }
    }

    // ---- proxy ----

    @Override
    public Region $jnvm$region() {
        return region;
    }

    @Override
    public long $jnvm$ref() {
        return ref;
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long[] blocks) {
        region = newRegion;
        place = newRegion.place(newRef);
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
