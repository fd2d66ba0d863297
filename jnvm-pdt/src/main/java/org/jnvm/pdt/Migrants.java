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

/** The kinds of {@link Migrant}: what each class that refers to others is converted to. */
final class Migrants {
    private static final String REMEDY =
            "let the class implement org.jnvm.pdt.Convertible, or use a String, a box, an array, a List, Set or Map";
    private static final String REMEDY_OF_THE_JDK = "a class of the JDK cannot be made Convertible: put its text"
            + " (toString()) or number (like toEpochDay()) instead, or an object of your own that holds it";

    private Migrants() {}

    /**
     * Makes the counterpart of an object, empty.
     *
     * @param conversion the conversion
     * @param parent what led to the object, or null
     * @param step how
     * @param object the object
     * @throws ConversionException if it has no counterpart
     */
    static Migrant of(Conversion conversion, Migrant parent, Object step, Object object) {
        if (object instanceof Convertible<?> convertible) {
            return new OfConvertible(conversion, parent, step, convertible);
        }
        if (object instanceof Object[] array) {
            return new OfArray(parent, step, array.clone());
        }
        if (object instanceof List<?> list) {
            return new OfList(parent, step, list.toArray());
        }
        if (object instanceof Set<?> set) {
            Mirrored counterpart = counterpart(conversion, step, set);
            return new MirroredMigrant(parent, step, counterpart, set.toArray());
        }
        if (object instanceof Map<?, ?> map) {
            Mirrored counterpart = counterpart(conversion, step, map);
            return new MirroredMigrant(parent, step, counterpart, map.entrySet());
        }
        throw conversion.refused(step, object, isOfTheJdk(object.getClass()) ? REMEDY_OF_THE_JDK : REMEDY);
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private static Mirrored counterpart(Conversion conversion, Object step, Set<?> set) {
        if (set instanceof SortedSet<?> sorted) {
            requireNatural(conversion, step, set, sorted.comparator());
            return set instanceof ConcurrentSkipListSet ? new PSkipListSet<>() : new PTreeSet<>();
        }
        return set instanceof ConcurrentHashMap.KeySetView ? new PConcurrentHashSet<>() : new PHashSet<>();
    }

    private static Mirrored counterpart(Conversion conversion, Object step, Map<?, ?> map) {
        if (map instanceof SortedMap<?, ?> sorted) {
            requireNatural(conversion, step, map, sorted.comparator());
            return map instanceof ConcurrentNavigableMap ? new PSkipListMap<>() : new PTreeMap<>();
        }
        return map instanceof ConcurrentMap ? new PConcurrentHashMap<>() : new PHashMap<>();
    }

    private static void requireNatural(Conversion conversion, Object step, Object sorted, Comparator<?> order) {
        if (order != null && order != Comparator.naturalOrder()) {
            throw conversion.refused(
                    step,
                    sorted,
                    "it is sorted by a comparator, and persistent collections by the natural order only: use that, or no"
                            + " sorted collection");
        }
    }

    /** A user's class. */
    private static final class OfConvertible extends Migrant {
        private final Convertible<?> source;

        private OfConvertible(Conversion conversion, Migrant parent, Object step, Convertible<?> source) {
            super(parent, step, conversion.requireNew(step, source, source.toPersistent()));
            this.source = source;
        }

        @Override
        void fill(Conversion conversion) {
            fill(source, conversion);
        }

        @SuppressWarnings("unchecked")
        private <P> void fill(Convertible<P> convertible, Conversion conversion) {
            convertible.fill((P) counterpart(), conversion);
        }
    }

    /** A Java array of references. */
    private static final class OfArray extends Migrant {
        private final Object[] elements;

        private OfArray(Migrant parent, Object step, Object[] elements) {
            super(parent, step, new PArray<>(elements.length));
            this.elements = elements;
        }

        @Override
        @SuppressWarnings("unchecked")
        void fill(Conversion conversion) {
            for (int i = 0; i < elements.length; i++) {
                ((PArray<Object>) counterpart()).set(i, conversion.counterpart(i, elements[i]));
            }
        }
    }

    private static final class OfList extends Migrant {
        private final Object[] elements;

        private OfList(Migrant parent, Object step, Object[] elements) {
            super(parent, step, new PArrayList<>(elements.length));
            this.elements = elements;
        }

        @Override
        @SuppressWarnings("unchecked")
        void fill(Conversion conversion) {
            for (int i = 0; i < elements.length; i++) {
                elements[i] = conversion.counterpart(i, elements[i]);
            }
            ((PArrayList<Object>) counterpart()).initialise(elements);
        }
    }
}
