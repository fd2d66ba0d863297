package org.jnvm.pdt;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jnvm.ConflictException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.secondary.IndexedEntries;
import org.jnvm.pdt.internal.secondary.Indexes;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent sorted set that keeps secondary indexes of its elements: for objects that have an order of their own, by number for
 * example, and are found by date and by customer, too. It is a {@link PIndexedMap} in which each element is its own key, and what is
 * said there of indexes, threads, memory and freeing holds here.
 *
 * <pre>{@code
 * PIndexedSet<Order> orders = new PIndexedSet<>();
 * heap.root().put("orders", orders);
 * PIndex<LocalDate, Order, Order> byDate = orders.index("date", Order::date);
 * orders.add(order);
 * byDate.stream(monday, true, sunday, true).forEach(this::print);
 * }</pre>
 *
 * <p><b>Indexes.</b> {@link #index} makes an index the first time, and gives it its key function again each time the heap was
 * opened. Until each index has its function, the set can be read, and what would change it is refused with {@link
 * IndexNotAttachedException}.
 *
 * <p><b>Elements</b> are persistent objects of the set's heap, and comparable to one another, as in {@link PSkipListSet}: two that
 * compare as equal are one element, of which the first that was added stays. Their order does not change while they are in the set:
 * {@link #update} may change all but what they are compared by. The set frees none of them. Null is refused with {@link
 * NullPointerException}.
 *
 * <p><b>Durability.</b> A method that changes the set is durable when it returns, and failure-atomic as a whole, {@link #addAll} and
 * {@link #clear} and their likes included; inside a failure-atomic block it is durable, or undone, with that. If it throws, set and
 * indexes are as they were, and an enclosing block can go on. Removal by an iterator is a change for each element.
 *
 * <p><b>Threads.</b> Safe for use by several threads, as {@link PIndexedMap} says. Iterators are weakly consistent.
 *
 * @param <E> the elements: any persistent type that is comparable
 */
public final class PIndexedSet<E> extends AbstractSet<E> implements Proxy {
    private static final int RESERVED_ID = 60;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PIndexedSet.class, """
            class org.jnvm.pdt.PIndexedSet
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PIndexedSet entries Lorg.jnvm.pdt.PSkipListMap; 8
            field org.jnvm.pdt.PIndexedSet indexes Lorg.jnvm.pdt.internal.secondary.StoredIndex; 16
            canonical""", PIndexedSet<Object>::new, RESERVED_ID);

    private final IndexedEntries<E, E> indexed = new IndexedEntries<>(this, "set", PIndex.PARTS);
    private Region region;
    private long ref;

    /**
     * Makes an empty set without indexes, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    @SuppressWarnings("NullAway.Init") // allocating binds the proxy
    public PIndexedSet() {
        indexed.allocate();
    }

    private PIndexedSet(Region region, long ref, long @Nullable [] blocks) {
        this.region = region;
        this.ref = ref;
    }

    private NavigableSet<E> elements() {
        return indexed.asMap().navigableKeySet();
    }

    private Indexes<E, E> all() {
        return indexed.indexes();
    }

    // ---- look-up ----

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean contains(Object element) {
        return indexed.asMap().containsKey(element);
    }

    @Override
    public int size() {
        return indexed.asMap().size();
    }

    @Override
    public boolean isEmpty() {
        return indexed.asMap().isEmpty();
    }

    /**
     * Reads from an element what belongs together; see {@link PersistentMap#read}.
     *
     * @param <R> what is read
     * @param element the element, or what is equal to it in the order of the set
     * @param function what reads from it; must change nothing
     * @return its result; null if the element is not there
     */
    public <R extends @Nullable Object> @Nullable R read(Object element, Function<? super E, R> function) {
        return indexed.read(element, function);
    }

    /**
     * Returns a view of the set in its order, for the elements nearest to one, and for ranges. It cannot be changed; iterators are
     * weakly consistent.
     *
     * @return the view
     */
    public NavigableSet<E> sorted() {
        return Collections.unmodifiableNavigableSet(elements());
    }

    /** Returns an iterator in the order of the set. Weakly consistent; what it removes is removed durably, with all indexes. */
    @Override
    public Iterator<E> iterator() {
        Iterator<E> each = elements().iterator();
        return new Iterator<>() {
            private @Nullable E last;

            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public E next() {
                E next = each.next();
                last = next;
                return next;
            }

            @Override
            public void remove() {
                if (last == null) {
                    throw new IllegalStateException("nothing to remove: call next first");
                }
                indexed.remove(last);
                last = null;
            }
        };
    }

    @Override
    public Spliterator<E> spliterator() {
        return elements().spliterator();
    }

    // ---- change ----

    /**
     * Adds an element.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits.
     *
     * @param element a persistent object of the set's heap
     * @return whether it was not there; else nothing was done
     * @throws DuplicateKeyException if a unique index has the element's index key for another element; nothing was changed
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     * @throws org.jnvm.HeapFullException if the heap has no room; nothing was changed
     */
    @Override
    public boolean add(E element) {
        return indexed.putIfAbsent(element, element) == null;
    }

    /**
     * Removes an element, which is not freed.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits.
     *
     * @param element the element, or a {@code String} equal to a {@link PString}
     * @return whether it was there
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the element; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     */
    @Override
    public boolean remove(Object element) {
        return indexed.remove(element) != null;
    }

    /**
     * Changes an element where it is, and moves it in the indexes whose key functions return another key afterwards; all as one.
     *
     * <p>Durable when it returns, with all indexes; inside a failure-atomic block, when that commits. What the change throws undoes
     * it.
     *
     * @param element the element, or what is equal to it in the order of the set
     * @param change what changes it, but for what it is compared by; must not change the set
     * @return whether the element was there; else nothing was done
     * @throws IllegalStateException if the change changes the set; nothing was changed
     * @throws DuplicateKeyException if a unique index has the new index key for another element; nothing was changed
     * @throws IndexNotAttachedException if an index has no key function; nothing was changed
     * @throws IndexMismatchException if an index does not fit the element before; nothing was changed
     * @throws ConflictException if another thread's open failure-atomic block changes the same; nothing was changed
     */
    public boolean update(Object element, Consumer<? super E> change) {
        return indexed.update(element, change);
    }

    /** Adds elements, all as one; otherwise like {@link #add}. */
    @Override
    public boolean addAll(Collection<? extends E> elements) {
        return indexed.together(() -> super.addAll(elements));
    }

    /** Removes elements, all as one; otherwise like {@link #remove}. */
    @Override
    public boolean removeAll(Collection<?> elements) {
        return indexed.together(() -> {
            boolean removed = false;
            for (Object each :
                    elements) { // not as inherited: that asks the argument, which finds no PString by a String
                removed |= remove(each);
            }
            return removed;
        });
    }

    /** Removes all elements but those of a collection, all as one; otherwise like {@link #remove}. */
    @Override
    public boolean retainAll(Collection<?> elements) {
        return indexed.together(() -> super.retainAll(elements));
    }

    /** Removes the elements of which something is true, all as one; otherwise like {@link #remove}. */
    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter, "filter");
        return indexed.together(() -> super.removeIf(filter));
    }

    /** Removes all elements, as one; otherwise like {@link #remove}. Of a large set the block is large. */
    @Override
    public void clear() {
        indexed.clear();
    }

    // ---- indexes ----

    /**
     * Returns the names of the indexes that are in the heap, whether they have key functions or not.
     *
     * @return a new list, the index made last first
     */
    public List<String> indexes() {
        return all().names();
    }

    /**
     * Returns the index of a name, which may have many elements of one index key. If there is none, it is made, of all elements; else
     * it gets its key function. See {@link PIndexedMap#index}.
     *
     * <p>Durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @param <I> the index keys, as the program sees them
     * @param name any name
     * @param key returns the index key of an element, of a type that {@link PIndex} names; null for one that is not to be in the index
     * @return the index
     * @throws IndexException if the index of the name is unique
     * @throws ConflictException if it is to be made, and another thread's open block has changed the set
     * @throws org.jnvm.HeapFullException if the heap has no room; there is no such index then
     */
    public <I> PIndex<I, E, E> index(String name, Function<? super E, ? extends @Nullable I> key) {
        return new PIndex<>(indexed, all().attach(name, false, key), false);
    }

    /**
     * Returns the index of a name, which has one element at most of an index key. Otherwise like {@link #index}.
     *
     * @param <I> the index keys, as the program sees them
     * @param name any name
     * @param key returns the index key of an element, of a type that {@link PIndex} names; null for one that is not to be in the index
     * @return the index
     * @throws DuplicateKeyException if it is to be made, and two elements have one index key; there is no such index then
     * @throws IndexException if the index of the name is not unique
     * @throws ConflictException if it is to be made, and another thread's open block has changed the set
     * @throws org.jnvm.HeapFullException if the heap has no room; there is no such index then
     */
    public <I> PIndex<I, E, E> uniqueIndex(String name, Function<? super E, ? extends @Nullable I> key) {
        return new PIndex<>(indexed, all().attach(name, true, key), false);
    }

    /**
     * Drops an index, and frees what it is made of; see {@link PIndexedMap#dropIndex}.
     *
     * @param name its name
     * @return whether it was there
     * @throws ConflictException if another thread's open block has changed the set
     */
    public boolean dropIndex(String name) {
        return all().drop(name);
    }

    /**
     * Makes an index anew, of what its key function returns now; see {@link PIndexedMap#reindex}. Streams that are under way end early,
     * or throw {@link StaleObjectException}.
     *
     * @param name its name
     * @throws IndexException if there is no such index
     * @throws IndexNotAttachedException if the index has no key function
     * @throws DuplicateKeyException if the index is unique, and two elements have one index key
     * @throws ConflictException if another thread's open block has changed the set
     */
    public void reindex(String name) {
        all().remake(name);
    }

    /**
     * Compares the indexes with the elements. Reads all of both, and keeps other threads from changing the set meanwhile.
     *
     * @return what is wrong, a line for each difference; empty if nothing is
     * @throws IndexNotAttachedException if an index has no key function
     * @throws IndexException if an index is not ready
     */
    public List<String> check() {
        return all().check();
    }

    /**
     * Frees the set with its indexes and all that it is made of, but no element. It cannot be used any more; nothing may lead to it.
     *
     * @throws ConflictException if another thread's open block has changed the set
     */
    public void dispose() {
        all().disposeAll();
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
    public void $jnvm$bind(Region newRegion, long newRef, long @Nullable [] blocks) {
        region = newRegion;
        ref = newRef;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
