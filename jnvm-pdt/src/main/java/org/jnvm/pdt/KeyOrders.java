package org.jnvm.pdt;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jnvm.pdt.internal.tree.ComparatorField;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The names of comparators, by which sorted collections keep them. A heap cannot keep an object of a class that is not persistent, a
 * lambda or a comparator of the JDK; what a {@link PTreeMap} and its kin keep instead is a name. The program registers the
 * comparator by that name whenever it starts, before it uses the collection:
 *
 * <pre>{@code
 * static final Comparator<PString> BY_LENGTH = Comparator.comparing(PString::length);
 *
 * KeyOrders.register("by length", BY_LENGTH);
 * PTreeMap<PString, PString> map = new PTreeMap<>(BY_LENGTH);
 * }</pre>
 *
 * <p>A name stands for one order for ever: the comparator that has it in a later run must order the keys as the one did before it,
 * as the entries in the heap are in that order. Where it does not, keys are not found that are there; nothing worse.
 *
 * <p>A comparator of which the state belongs into the heap is a persistent object instead: its class is persistent and implements
 * {@link Comparator}. It needs no name.
 *
 * <p>Names are those of the whole process, whatever heap. Safe for use by several threads.
 */
public final class KeyOrders {
    private static final Object LOCK = new Object();
    private static final Map<String, Comparator<?>> COMPARATORS = new TreeMap<>();
    private static final Map<Comparator<?>, String> NAMES = new HashMap<>();

    private KeyOrders() {}

    /**
     * Gives a comparator a name. Does nothing if it has that name, or one that is equal to it.
     *
     * @param name any text that is not empty; best one that no other library takes
     * @param comparator the comparator
     * @throws IllegalArgumentException if the name is another comparator's, or the comparator has another name
     */
    public static void register(String name, Comparator<?> comparator) {
        Objects.requireNonNull(comparator, "comparator");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name of a comparator is empty: comparator=" + comparator);
        }
        synchronized (LOCK) {
            Comparator<?> before = COMPARATORS.get(name);
            String other = NAMES.get(comparator);
            if (before != null && !before.equals(comparator)) {
                throw new IllegalArgumentException("name is another comparator's: name=\"" + name + "\", registered="
                        + before + ", given=" + comparator + "; choose another name, or unregister it first");
            }
            if (other != null && !other.equals(name)) {
                throw new IllegalArgumentException("comparator has another name: comparator=" + comparator + ", name=\""
                        + other + "\", given=\"" + name + "\"; use that one, or unregister it first");
            }
            COMPARATORS.putIfAbsent(name, comparator);
            NAMES.putIfAbsent(comparator, name);
        }
    }

    /**
     * Takes a comparator its name. Collections that were used before go on with it, until their heap is closed.
     *
     * @param name its name
     * @return whether there was one
     */
    public static boolean unregister(String name) {
        synchronized (LOCK) {
            Comparator<?> before = COMPARATORS.remove(name);
            if (before != null) {
                NAMES.remove(before);
            }
            return before != null;
        }
    }

    /**
     * Returns all names.
     *
     * @return in their order
     */
    public static List<String> names() {
        synchronized (LOCK) {
            return List.copyOf(COMPARATORS.keySet());
        }
    }

    /**
     * Makes the persistent part of a new sorted collection, in the current heap.
     *
     * @param comparator what it is sorted by; null for the natural order
     * @throws UnnamedComparatorException if the heap cannot keep it
     */
    // persist-order: none: nothing leads to the collection yet; whatever does validates the name with it
    static void allocate(Proxy collection, @Nullable Comparator<?> comparator) {
        String name = comparator == null || comparator instanceof Proxy ? null : nameOf(comparator);
        Allocation.allocate(collection);
        if (comparator == null) {
            return;
        }
        try {
            Object kept = comparator;
            if (name == null) {
                Members.require(collection, comparator);
            } else {
                kept = new PString(name);
            }
            FieldAccess.setRef(collection, ComparatorField.OFFSET, kept);
        } catch (RuntimeException | Error e) {
            Allocation.constructorFailed(collection, e);
            throw e;
        }
    }

    private static String nameOf(Comparator<?> comparator) {
        synchronized (LOCK) {
            String name = NAMES.get(comparator);
            if (name != null) {
                return name;
            }
        }
        throw new UnnamedComparatorException(
                "comparator is neither persistent nor has it a name, so the heap cannot keep it: class="
                        + comparator.getClass().getName() + ", registered=" + names()
                        + "; give it a name by KeyOrders.register(name, comparator), in each run before the collection is"
                        + " used, or annotate its class with @Persistent");
    }

    /**
     * Returns the comparator that a sorted collection keeps.
     *
     * @throws MissingComparatorException if no comparator has the name that the collection keeps
     */
    @SuppressWarnings("unchecked") // it was given for the keys of the collection
    static Comparator<Object> comparatorOf(Proxy collection) {
        Object kept = FieldAccess.getRef(collection, ComparatorField.OFFSET);
        if (!(kept instanceof PString text)) {
            return (Comparator<Object>)
                    Objects.requireNonNull(FieldAccess.getRef(collection, ComparatorField.OFFSET, Comparator.class));
        }
        String name = text.toString();
        Comparator<?> found;
        synchronized (LOCK) {
            found = COMPARATORS.get(name);
        }
        if (found == null) {
            throw new MissingComparatorException("no comparator has the name that a sorted collection keeps: heap="
                    + Identity.heap(collection).path() + ", collection=" + Identity.describe(collection) + ", name=\""
                    + name + "\", registered=" + names()
                    + "; call KeyOrders.register(\"" + name
                    + "\", comparator) with the comparator that the collection was"
                    + " made with, before it is used");
        }
        return (Comparator<Object>) found;
    }
}
