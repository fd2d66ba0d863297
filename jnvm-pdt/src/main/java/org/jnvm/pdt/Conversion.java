package org.jnvm.pdt;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import org.jnvm.pdt.internal.conversion.Converter;
import org.jnvm.pdt.internal.conversion.PendingCollection;
import org.jnvm.pdt.internal.conversion.PendingConversion;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of volatile objects, and of all that they lead to, to persistent ones: of what a call puts into an
 * {@link AutoPersistMap}. Each object is converted once, so cycles and shared objects stay what they are. Chains of
 * objects may be of any length.
 *
 * <p>For use by the thread, and during the call, in which {@link Convertible#fill} gets it.
 */
public final class Conversion {
    private static final String REMEDY =
            "let the class implement org.jnvm.pdt.Convertible, or use a String, a box, an array, a List, Set or Map";
    private static final String REMEDY_OF_THE_JDK = "a class of the JDK cannot be made Convertible: put its text"
            + " (toString()) or number (like getTime()) instead, or an object of your own that holds it";

    /** By class, what makes the counterparts of objects that refer to no others. */
    private static final Map<Class<?>, Function<Object, Proxy>> LEAVES = Map.ofEntries(
            leaf(String.class, PString::new),
            leaf(Boolean.class, PBox<Boolean>::new),
            leaf(Byte.class, PBox<Byte>::new),
            leaf(Short.class, PBox<Short>::new),
            leaf(Character.class, PBox<Character>::new),
            leaf(Integer.class, PBox<Integer>::new),
            leaf(Long.class, PBox<Long>::new),
            leaf(Float.class, PBox<Float>::new),
            leaf(Double.class, PBox<Double>::new),
            leaf(boolean[].class, PBooleanArray::new),
            leaf(byte[].class, PByteArray::new),
            leaf(short[].class, PShortArray::new),
            leaf(char[].class, PCharArray::new),
            leaf(int[].class, PIntArray::new),
            leaf(long[].class, PLongArray::new),
            leaf(float[].class, PFloatArray::new),
            leaf(double[].class, PDoubleArray::new));

    private final Counterparts counterparts;

    private Conversion(Proxy map, boolean keepsValues) {
        counterparts = new Counterparts(map, keepsValues);
    }

    private static <T> Map.Entry<Class<?>, Function<Object, Proxy>> leaf(Class<T> type, Function<T, Proxy> maker) {
        return Map.entry(type, object -> maker.apply(type.cast(object)));
    }

    /** Lets an action convert and publish; see {@link Converter#run}. */
    static <R extends @Nullable Object> R run(Proxy map, Function<Conversion, R> action) {
        return run(map, false, action);
    }

    /** The same; with values, strings and boxes kept by value if that is wanted. */
    static <R extends @Nullable Object> R run(Proxy map, boolean keepsValues, Function<Conversion, R> action) {
        Conversion conversion = new Conversion(map, keepsValues);
        return conversion.counterparts.run(() -> action.apply(conversion));
    }

    /** Converts an object, and all that it leads to. */
    Object convertAll(String name, Object object) {
        return counterparts.convert(name, object);
    }

    /** Frees what was made, as it turned out not to be needed; the last thing that is done with it. */
    void discard() {
        counterparts.discard();
    }

    /**
     * Returns the persistent counterpart of a part of the object that is being filled. The counterpart may not be filled
     * itself yet.
     *
     * @param name what the object calls the part, for messages
     * @param part a persistent object of the map's heap, which is returned; or what {@link AutoPersistMap} converts
     * @return the counterpart; null of null
     * @throws ConversionException if it has none
     * @throws org.jnvm.ForeignHeapException if it is persistent in another heap
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public Object convert(String name, Object part) {
        return counterparts.counterpart(name, part);
    }

    /** Returns the counterpart of a part that says itself what it is; see {@link #convert(String, Object)}. */
    @SuppressWarnings("unchecked")
    public <P> P convert(String name, Convertible<P> part) {
        return (P) counterparts.counterpart(name, part);
    }

    /** Returns the counterpart of a string; see {@link #convert(String, Object)}. */
    public PString convert(String name, String part) {
        return (PString) counterparts.counterpart(name, part);
    }

    /** What each class is converted to. */
    private final class Counterparts extends Converter {
        private Counterparts(Proxy map, boolean keepsValues) {
            super(map, keepsValues);
        }

        @Override
        protected @Nullable Proxy convertLeaf(Object object) {
            Function<Object, Proxy> maker = LEAVES.get(object.getClass());
            return maker == null ? null : maker.apply(object);
        }

        @Override
        protected PendingConversion begin(PendingConversion parent, Object step, Object object) {
            if (object instanceof Convertible<?> convertible) {
                Proxy counterpart = requireNew(step, convertible, convertible.toPersistent());
                return new PendingConvertible(parent, step, counterpart, convertible);
            }
            if (object instanceof Object[] array) {
                return new PendingArray(parent, step, array.clone());
            }
            if (object instanceof List<?> list) {
                return new PendingList(parent, step, list.toArray());
            }
            if (object instanceof Set<?> set) {
                PersistentSet<?> counterpart = newSet(step, set);
                return new PendingCollection(parent, step, counterpart, counterpart.index(), set);
            }
            if (object instanceof Map<?, ?> map) {
                PersistentMap<?, ?> counterpart = newMap(step, map);
                return new PendingCollection(parent, step, counterpart, counterpart.index(), map);
            }
            throw refused(step, object, isOfTheJdk(object.getClass()) ? REMEDY_OF_THE_JDK : REMEDY);
        }

        private boolean isOfTheJdk(Class<?> type) {
            ClassLoader loader = type.getClassLoader();
            return loader == null || loader == ClassLoader.getPlatformClassLoader();
        }

        private PersistentSet<?> newSet(Object step, Set<?> set) {
            if (set instanceof SortedSet<?> sorted) {
                requireNatural(step, set, sorted.comparator());
                return set instanceof ConcurrentSkipListSet ? new PSkipListSet<>() : new PTreeSet<>();
            }
            return set instanceof ConcurrentHashMap.KeySetView ? new PConcurrentHashSet<>() : new PHashSet<>();
        }

        private PersistentMap<?, ?> newMap(Object step, Map<?, ?> map) {
            if (map instanceof SortedMap<?, ?> sorted) {
                requireNatural(step, map, sorted.comparator());
                return map instanceof ConcurrentNavigableMap ? new PSkipListMap<>() : new PTreeMap<>();
            }
            return map instanceof ConcurrentMap ? new PConcurrentHashMap<>() : new PHashMap<>();
        }

        private void requireNatural(Object step, Object sorted, Comparator<?> order) {
            if (order != null && order != Comparator.naturalOrder()) {
                throw refused(
                        step,
                        sorted,
                        "it is sorted by a comparator, which is not converted: use the natural order, or make a persistent"
                                + " collection with a comparator yourself");
            }
        }

        @Override
        protected ConversionException exception(String message) {
            return new ConversionException(message);
        }
    }

    /** A user's class. */
    private final class PendingConvertible extends PendingConversion {
        private final Convertible<?> source;

        private PendingConvertible(PendingConversion parent, Object step, Proxy counterpart, Convertible<?> source) {
            super(parent, step, counterpart);
            this.source = source;
        }

        @Override
        protected void fill(Converter converter) {
            fill(source);
        }

        @SuppressWarnings("unchecked")
        private <P> void fill(Convertible<P> convertible) {
            convertible.fill((P) counterpart(), Conversion.this);
        }
    }

    /** A Java array of references. */
    private static final class PendingArray extends PendingConversion {
        private final Object[] elements;

        private PendingArray(PendingConversion parent, Object step, Object[] elements) {
            super(parent, step, new PArray<>(elements.length));
            this.elements = elements;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected void fill(Converter converter) {
            for (int i = 0; i < elements.length; i++) {
                ((PArray<Object>) counterpart()).set(i, converter.counterpart(i, elements[i]));
            }
        }
    }

    private static final class PendingList extends PendingConversion {
        private final Object[] elements;

        private PendingList(PendingConversion parent, Object step, Object[] elements) {
            super(parent, step, new PArrayList<>(elements.length));
            this.elements = elements;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected void fill(Converter converter) {
            for (int i = 0; i < elements.length; i++) {
                elements[i] = converter.counterpart(i, elements[i]);
            }
            ((PArrayList<Object>) counterpart()).initialise(elements);
        }
    }
}
