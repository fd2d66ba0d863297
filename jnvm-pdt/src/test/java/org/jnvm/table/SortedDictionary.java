package org.jnvm.table;

import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jnvm.ConflictException;
import org.jnvm.pdt.PString;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.HeapObjects;
import org.jnvm.runtime.TreeSlots;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** The least that a sorted map on a {@link TreeSlots} consists of: from strings to strings. */
final class SortedDictionary extends AbstractProxy implements StringTable {
    private static final int TREE = 8;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(SortedDictionary.class, """
            class org.jnvm.table.SortedDictionary
            version 1
            extends -
            bytes 16
            field org.jnvm.table.SortedDictionary tree Ljnvm.Tree; 8
            canonical""", SortedDictionary::new);

    /** What keys have of their units. */
    enum Units {
        /** All. */
        ALL,
        /** The first of them, so that most keys are tied. */
        FEW,
        /** None. */
        NONE
    }

    /** Places of a full leaf, for those made from now on. */
    static int places = 4;
    /** Children of a full node. */
    static int children = 3;

    static Units units = Units.ALL;

    private final TreeSlots tree;
    private final HeapObjects objects;

    SortedDictionary() {
        Allocation.allocate(this);
        tree = attach();
        objects = HeapObjects.of(this);
    }

    private SortedDictionary(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
        tree = attach();
        objects = HeapObjects.of(this);
    }

    private TreeSlots attach() {
        Units its = units;
        return new TreeSlots(this, TREE, true, places, children) {
            @Override
            protected int kindOf(Object key) {
                return its == Units.NONE ? 0 : 1;
            }

            @Override
            protected long unitsOf(Object key, int from) {
                String text = key.toString();
                long units = 0;
                for (int i = 0; i < Long.BYTES; i++) {
                    boolean counts = its == Units.ALL || from + i < 2;
                    units = units << Byte.SIZE | (counts && from + i < text.length() ? text.charAt(from + i) : 0);
                }
                return units;
            }

            @Override
            protected int compareKeys(Object wanted, Object key) {
                return wanted.toString().compareTo(key.toString());
            }

            @Override
            protected ConflictException refused(Object wanted, ConflictException cause) {
                return cause;
            }
        };
    }

    private String text(long ref) {
        Object object = objects.object(ref);
        return object == null ? null : object.toString();
    }

    @Override
    public String get(String key) {
        Epochs.enterRead();
        try {
            return text(tree.get(key));
        } finally {
            Epochs.exitRead();
        }
    }

    private String change(Object key, boolean adds, LongFunction<String> change) {
        return tree.exclusively(key, adds, change);
    }

    @Override
    public String put(String key, String text) {
        PString value = new PString(text);
        return change(key, true, entry -> {
            if (entry == 0) {
                tree.insert(key, objects.ref(new PString(key)), objects.ref(value));
                return null;
            }
            String before = text(tree.value(entry));
            tree.store(key, entry, value);
            return before;
        });
    }

    @Override
    public String remove(String key) {
        return change(key, false, entry -> {
            if (entry == 0) {
                return null;
            }
            String before = text(tree.value(entry));
            tree.store(key, entry, 0L);
            return before;
        });
    }

    /** A value that is in no line with its key. */
    static final String FILL_VALUE = "0".repeat(60);

    /** Fills the empty tree with as many entries, from k10 on; returns how many there are, -1 if it is not empty. */
    long fill(int count) {
        return tree.fillInOrder(filler -> {
            for (int i = 10; i < 10 + count; i++) {
                filler.add(new PString(fillKey(i)), new PString(FILL_VALUE));
            }
        });
    }

    /** Returns keys whose order is that of the numbers. */
    static String fillKey(int number) {
        return "k" + (char) ('a' + Integer.toString(number).length()) + number;
    }

    /** Returns the key of the first entry, up or down, null if there is none. */
    String first(boolean up) {
        TreeSlots.Entries found = new TreeSlots.Entries();
        Epochs.enterRead();
        try {
            return tree.collect(null, false, up, 1, found) ? text(found.key(0)) : null;
        } finally {
            Epochs.exitRead();
        }
    }

    /** {@inheritDoc} Throws if they are not in order, too. */
    @Override
    public TreeMap<String, String> entries(boolean up) {
        TreeMap<String, String> all = new TreeMap<>();
        Epochs.enterRead();
        try {
            TreeSlots.Entries found = new TreeSlots.Entries();
            String last = null;
            while (tree.collect(last, false, up, Integer.MAX_VALUE, found)) {
                for (int i = 0; i < found.size(); i++) {
                    String key = text(found.key(i));
                    if (last != null && (up ? last.compareTo(key) >= 0 : last.compareTo(key) <= 0)) {
                        throw new IllegalStateException("not in order: " + last + ", " + key);
                    }
                    last = key;
                    String value = tree.isAsFound(found) ? text(tree.valueFound(found, i)) : text(tree.get(key));
                    if (value != null) { // else another thread removed it
                        all.put(key, value);
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
        return all;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
