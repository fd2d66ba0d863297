package org.jnvm.pdt.internal.tree;

import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import org.jnvm.ConflictException;
import org.jnvm.HeapFormatException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.index.HeapIndex;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.runtime.TreeSlots;

/**
 * What sorted maps and sets consist of: a {@link TreeSlots B+-tree} in the heap.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the elements again
 */
final class TreeIndex<K, V> extends HeapIndex<K, V> {
    private final ComparatorField comparator;
    private TreeSlots tree;
    private KeyOrder order;

    /**
     * Makes an index.
     *
     * @param comparator the field that says by which comparator it is sorted
     */
    TreeIndex(boolean concurrent, boolean ofMap, ComparatorField comparator) {
        super(concurrent, ofMap);
        this.comparator = comparator;
    }

    @Override
    public void load() {
        super.load();
        if (region.getLong(pointer, ComparatorField.OFFSET) == 0) {
            order = NaturalOrder.ORDER;
            tree = new NaturalSlots();
        } else {
            order = ComparatorOrder.of(owner, comparator);
            tree = comparatorSlots();
        }
    }

    KeyOrder order() {
        return order;
    }

    private abstract class Slots extends TreeSlots {
        private Slots() {
            super(owner, FIELD, isConcurrent());
        }

        @Override
        protected ConflictException refused(Object wanted, ConflictException cause) {
            return TreeIndex.this.refused(wanted, cause);
        }
    }

    private final class NaturalSlots extends Slots {
        @Override
        protected int kindOf(Object key) {
            return NaturalOrder.kind(key);
        }

        @Override
        protected long unitsOf(Object key, int from) {
            return NaturalOrder.units(key, from);
        }

        @Override
        protected int compareKeys(Object wanted, Object key) {
            return comparing(() -> Values.compare(wanted, key));
        }
    }

    /** Makes what is no class yet where all orders are natural: what the tree calls is known there, and inlined. */
    private TreeSlots comparatorSlots() {
        return new Slots() {
            @Override
            protected int kindOf(Object key) {
                return NaturalOrder.NONE;
            }

            @Override
            protected long unitsOf(Object key, int from) {
                return 0; // asked for only if a damaged leaf says that it has some
            }

            @Override
            protected int compareKeys(Object wanted, Object key) {
                return comparing(() -> order.compare(wanted, key));
            }
        };
    }

    @Override
    protected int hashOf(Object key) {
        return 0;
    }

    @Override
    protected long ref(int hash, Object wanted) {
        return tree.get(wanted);
    }

    @Override
    protected long refOfContent(int hash, Object wanted) {
        return tree.getContent(wanted);
    }

    @Override
    protected boolean isThere(int hash, Object wanted) {
        return tree.contains(wanted);
    }

    @Override
    protected long locate(int hash, Object wanted) {
        return tree.locate(wanted);
    }

    @Override
    protected long find(int hash, Object wanted) {
        return tree.find(wanted);
    }

    @Override
    protected long layout() {
        return tree.layout();
    }

    @Override
    protected boolean isEntry(long layout, long entry, long key) {
        return tree.layout() == layout && tree.key(entry) == key && tree.value(entry) != 0;
    }

    @Override
    protected long valueRef(long entry) {
        return tree.value(entry);
    }

    @Override
    protected long keyRef(long entry) {
        return tree.key(entry);
    }

    @Override
    protected void store(int hash, Object wanted, long entry, Object value) {
        tree.store(wanted, entry, value);
    }

    @Override
    protected void add(int hash, K key, V value) {
        order.require(key);
        tree.insert(key, value);
    }

    @Override
    protected void claim(long entry) {
        tree.claim(entry);
    }

    @Override
    protected <R> R exclusively(int hash, Object wanted, boolean adds, Step<R> step) {
        require();
        Transactions.reserveStack(); // for the latch, and for what must follow what is stored
        return tree.exclusively(wanted, adds, entry -> step.run(hash, entry));
    }

    @Override
    protected boolean tryExclusively(Runnable action) {
        return tree.tryExclusively(action);
    }

    @Override
    protected long countEntries() {
        return tree.count();
    }

    @Override
    public Iterator<K> keys() {
        return new TreeIterator<K, V, K>(this, Range.all(), false, (key, value) -> key, Parts.KEY);
    }

    @Override
    public void prepare(int count) {
        // leaves are made as they are needed
    }

    @Override
    protected void addToNew(int hash, K key, long keyRef, long valueRef) {
        order.require(key);
        tree.initialise(key, keyRef, valueRef);
    }

    /**
     * Fills an empty collection with entries in order, all as one.
     *
     * @return false, and nothing is done, if it is not empty, or a failure-atomic block is open
     */
    boolean fill(Iterator<? extends Map.Entry<? extends K, ? extends V>> entries) {
        require();
        if (Transactions.inFa(owner)) {
            return false;
        }
        Transactions.reserveStack();
        long count = tree.fillInOrder(filler -> entries.forEachRemaining(entry -> {
            K key = entry.getKey();
            requireMember(key, "key");
            order.require(key);
            converted(entry.getValue(), value -> {
                requireMember(value, "value");
                filler.add(key, value);
                return null;
            });
        }));
        if (count > 0) {
            filled(count);
        }
        return count >= 0;
    }

    // ---- in order ----

    /** What is made of an entry; without what {@link Parts} leave out. */
    interface Form<K, V, T> {
        T of(K key, V value);
    }

    /** What of an entry is looked at. */
    enum Parts {
        /** The key. */
        KEY(true, false),
        /** The value. */
        VALUE(false, true),
        /** Key and value. */
        BOTH(true, true);

        private final boolean key;
        private final boolean value;

        Parts(boolean key, boolean value) {
            this.key = key;
            this.value = value;
        }

        boolean haveValue() {
            return value;
        }
    }

    /**
     * Returns the first entry of a range from a key on; null if there is none.
     *
     * @param bound the key; null for the end of the tree
     * @param inclusive whether it may be its own
     * @param up whether to go on to larger keys
     * @param parts with the key, to tell whether it is in the range
     */
    <T> T first(Range range, Object bound, boolean inclusive, boolean up, Form<K, V, T> form, Parts parts) {
        TreeSlots.Entries found = new TreeSlots.Entries();
        Form<K, V, Object> inRange = (key, value) ->
                (up ? range.isTooHigh(order, key) : range.isTooLow(order, key)) ? OUTSIDE : form.of(key, value);
        Epochs.enterRead();
        try {
            while (collect(bound, inclusive, up, 1, found)) {
                Object made = made(found, 0, inRange, parts);
                if (made != null) {
                    return made == OUTSIDE ? null : cast(made);
                }
            }
            return null;
        } finally {
            Epochs.exitRead();
        }
    }

    /** Says that keys are not in order. */
    HeapFormatException outOfOrder(Object key, Object bound) {
        boolean natural = order == NaturalOrder.ORDER;
        return new HeapFormatException((natural ? "tree damaged" : "tree damaged, or comparator not consistent")
                + ": heap=" + owner.heap().path() + ", collection=" + Identity.describe(owner) + ", key=" + key
                + " is on the wrong side of key=" + bound
                + (natural ? "" : ", comparator=" + order.comparator())
                + (natural
                        ? "; restore"
                        : "; correct the comparator, and put the entries into a new collection, or restore")
                + " the file from a copy");
    }

    private static final Object OUTSIDE = new Object();

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object made) {
        return (T) made;
    }

    /** Finds entries; see {@link org.jnvm.internal.tree.Tree#collect}. */
    boolean collect(Object bound, boolean inclusive, boolean up, int most, TreeSlots.Entries found) {
        require();
        return tree.collect(bound, inclusive, up, most, found);
    }

    /**
     * Makes something of an entry that was found; in an epoch-protected section.
     *
     * @return null if it is gone
     */
    <T> T made(TreeSlots.Entries found, int number, Form<K, V, T> form, Parts parts) {
        while (tree.isAsFound(found)) {
            long ref = tree.valueFound(found, number);
            try {
                return isGone(found, number, ref)
                        ? null
                        : form.of(parts.key ? key(found.key(number)) : null, parts.value ? valueOf(ref) : null);
            } catch (StaleObjectException e) {
                requireChanged(found, number, ref, e);
            }
        }
        return anew(found, number, key -> {
            V value = get(0, key);
            return value == null ? null : form.of(key, value); // with both, as that is found anew
        });
    }

    /** Returns the elements of the persistent array of bytes that is the value of an entry; else like {@link #made}. */
    byte[] bytes(TreeSlots.Entries found, int number) {
        while (tree.isAsFound(found)) {
            long ref = tree.valueFound(found, number);
            try {
                return isGone(found, number, ref) ? null : bytesOf(ref);
            } catch (StaleObjectException e) {
                requireChanged(found, number, ref, e);
            }
        }
        return anew(found, number, this::getBytes);
    }

    private boolean isGone(TreeSlots.Entries found, int number, long ref) {
        return ref == 0 || tree.key(found.entry(number)) != found.key(number);
    }

    /** Throws what was thrown as a key or value was freed, unless others have replaced or removed it. */
    private void requireChanged(TreeSlots.Entries found, int number, long ref, StaleObjectException e) {
        if (tree.isAsFound(found) && tree.valueFound(found, number) == ref) {
            throw e;
        }
    }

    /** Looks for the key of an entry that was found, as its leaf is another one; returns null if it was removed. */
    private <T> T anew(TreeSlots.Entries found, int number, Function<K, T> look) {
        K key = keyFound(found, number);
        try {
            return key == null ? null : look.apply(key);
        } catch (StaleObjectException e) {
            if (keyFound(found, number) != null) {
                throw e;
            } // else others have removed and freed the key while it was compared with
            return null;
        }
    }

    private K keyFound(TreeSlots.Entries found, int number) {
        try {
            return key(found.key(number));
        } catch (StaleObjectException e) {
            return null; // removed, and freed
        }
    }

    /** Has the processor fetch the values of some entries that were found: all at once, as none waits for another. */
    void fetch(TreeSlots.Entries found, int from, int to) {
        if (tree.isAsFound(found)) {
            tree.fetchFound(found, from, to);
        }
    }
}
