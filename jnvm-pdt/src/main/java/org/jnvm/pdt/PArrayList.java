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
import org.jnvm.pdt.internal.array.GrowableArray;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent list that grows.
 *
 * <p>Refers to an object that holds the elements. Setting an element, and adding or removing at the end, change that
 * object in place; whatever would move elements makes a new one and swaps the reference, so it takes time proportional
 * to the size. There is one proxy of a list at a time.
 *
 * <p><b>Elements</b> are persistent objects of the list's heap, values of Java (see {@link org.jnvm.ByValue}), or null: {@link
 * org.jnvm.NotTransformedException} and {@link org.jnvm.ForeignHeapException} otherwise. The list validates what it is
 * given, and never frees it. Freeing the list frees the object that holds its elements, and its copies of values. Take
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

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PArrayList.class, """
            class org.jnvm.pdt.PArrayList
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PArrayList elements Lorg.jnvm.pdt.internal.array.ListElements; 8
            canonical""", PArrayList<Object>::new, RESERVED_ID);

    private final GrowableArray array = new GrowableArray();

    /**
     * Makes an empty list, in the current heap.
     *
     * @throws HeapFullException if the heap has no room for it
     */
    public PArrayList() {
        this(0);
    }

    /** Makes an empty list with room for some elements, in the current heap. */
    PArrayList(int capacity) {
        GrowableArray.allocate(this, capacity);
    }

    private PArrayList(Region region, long ref, long @Nullable [] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /**
     * Adds elements to a new list, to which nothing leads yet, and which has room for them. If something has made it valid,
     * they are added as to any other.
     */
    void initialise(Object[] added) {
        if (!array.initialise(added)) {
            insert(0, added);
        }
    }

    // ---- look-up ----

    @Override
    public int size() {
        return array.size();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException with index and size, if there is no such element
     */
    @Override
    @SuppressWarnings("unchecked")
    public T get(int index) {
        return (T) array.get(index);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public int indexOf(Object wanted) {
        return array.indexOf(wanted);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public int lastIndexOf(Object wanted) {
        return array.lastIndexOf(wanted);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean contains(Object wanted) {
        return indexOf(wanted) >= 0;
    }

    // ---- change ----

    /**
     * {@inheritDoc} The element before is not freed.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @throws IndexOutOfBoundsException with index and size, if there is no such element
     */
    @Override
    public T set(int index, T element) {
        T before = get(index);
        array.set(index, element);
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
        try {
            array.add(element);
        } catch (HeapFullException e) {
            Allocation.makeRoom(this, e);
            array.add(element);
        }
        changed();
        return true;
    }

    private void changed() {
        modCount++;
        Transactions.onAbort(this, () -> modCount++);
    }

    private void replaceAllBy(Object[] elements) {
        array.replaceAllBy(elements);
        changed();
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
        try {
            array.insert(index, added);
        } catch (HeapFullException e) {
            Allocation.makeRoom(this, e);
            array.insert(index, added);
        }
        if (added.length > 0) {
            changed();
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
        Objects.checkFromToIndex(from, to, size());
        if (from < to) {
            array.remove(from, to);
            changed();
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
        replaceAllBy(kept.toArray());
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
            replaceAllBy(replaced.toArray());
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
            replaceAllBy(sorted.toArray());
        }
    }

    /** Refuses a list that contains itself, which has no hash code. */
    @Override
    public int hashCode() {
        return array.hash(super::hashCode);
    }

    // ---- proxy ----

    @Override
    public Region $jnvm$region() {
        return array.region();
    }

    @Override
    public long $jnvm$ref() {
        return array.ref();
    }

    @Override
    public void $jnvm$bind(Region newRegion, long newRef, long @Nullable [] blocks) {
        array.bind(this, newRegion, newRef);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
