package org.jnvm.internal.recovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;

/**
 * The classes of a heap as a trace needs them, by class id, and which classes a declared type accepts.
 *
 * <p>A declared type that is a class of the class table accepts that class and those whose {@code extends} chain leads to
 * it. About interfaces and classes without a record (an abstract one, say) nothing is known: as declared types they
 * accept all but core's own structures, and a class whose chain ends at one is accepted everywhere.
 *
 * <p>A class that had several names is one class. One whose layouts have different superclasses is accepted everywhere, and
 * so are those below it: fields of older objects are declared with what it extended before.
 */
public final class OopMaps {
    /** In place of the superclass of a class that had several; no class is so called. */
    private static final String SEVERAL = "several superclasses";

    /** More classes are not remembered. */
    private static final int MOST_REMEMBERED = 256;

    /** Those of the heap that was looked at last: of the next one they are the same, mostly. */
    private static volatile Known last = new Known(new ClassLayout[0], null);

    /** Classes, and what was made of them; nobody changes either. */
    private record Known(ClassLayout[] layouts, OopMaps maps) {
        boolean isOf(ClassLayout[] others) {
            boolean same = maps != null && layouts.length == others.length;
            for (int id = 0; same && id < layouts.length; id++) {
                same = layouts[id] == others[id];
            }
            return same;
        }
    }

    private final OopMap[] byId;
    /** Number of a class in the preorder of the hierarchy. */
    private final int[] number;
    /** Whether the chain of a class is known up to its end. */
    private final boolean[] complete;
    /** By declared type, the first number and how many numbers it accepts. */
    private final int[] first;

    private final int[] count;
    private final Map<String, Integer> types = new HashMap<>();
    /** Of a class that had several names, the one that stands for all of them. */
    private final Map<String, String> names = new HashMap<>();

    /**
     * Prepares the classes of a heap.
     *
     * @param layouts layout by class id; null where there is none
     */
    public OopMaps(ClassLayout[] layouts) {
        byId = new OopMap[layouts.length];
        number = new int[layouts.length];
        complete = new boolean[layouts.length];
        List<int[]> ranges = new ArrayList<>();
        ranges.add(new int[] {0, 0});
        joinNames(layouts);
        numberClasses(layouts, ranges);
        alias("java.lang.String", layouts, ReservedClass.STRING, ranges);
        alias("java.lang.Long", layouts, ReservedClass.LONG_BOX, ranges);
        alias("java.lang.Double", layouts, ReservedClass.DOUBLE_BOX, ranges);
        first = ranges.stream().mapToInt(range -> range[0]).toArray();
        count = ranges.stream().mapToInt(range -> range[1]).toArray();
        for (int id = 1; id < layouts.length; id++) {
            // slabs are no objects, whatever a damaged class table says
            if (layouts[id] != null && !SlabLayout.isSlab(id)) {
                byId[id] = new OopMap(id, layouts[id], typesOf(layouts[id]));
            }
        }
    }

    /**
     * Returns the classes of a heap, for several heaps that are looked at one after the other.
     *
     * @param layouts layout by class id; null where there is none
     */
    public static OopMaps of(ClassLayout[] layouts) {
        Known known = last;
        if (known.isOf(layouts)) {
            return known.maps();
        }
        OopMaps maps = new OopMaps(layouts);
        if (layouts.length <= MOST_REMEMBERED) {
            last = new Known(layouts.clone(), maps);
        }
        return maps;
    }

    private void joinNames(ClassLayout[] layouts) {
        for (ClassLayout layout : layouts) {
            for (String former : layout == null ? List.<String>of() : layout.formerNames()) {
                String from = name(former);
                String to = name(layout.className());
                if (!from.equals(to)) {
                    names.replaceAll((name, one) -> one.equals(from) ? to : one);
                    names.put(from, to);
                }
            }
        }
    }

    private String name(String className) {
        return names.getOrDefault(className, className);
    }

    /** Numbers the classes so that those below a class have the numbers right after its own. */
    private void numberClasses(ClassLayout[] layouts, List<int[]> ranges) {
        Map<String, List<Integer>> idsByName = new HashMap<>();
        Map<String, String> superOf = new HashMap<>();
        for (int id = 1; id < layouts.length; id++) {
            if (layouts[id] != null) {
                String name = name(layouts[id].className());
                String above = layouts[id].superName() == null ? "" : name(layouts[id].superName());
                idsByName.computeIfAbsent(name, key -> new ArrayList<>()).add(id);
                superOf.merge(name, above, (one, other) -> one.equals(other) ? one : SEVERAL);
            }
        }
        Map<String, List<String>> below = new HashMap<>();
        superOf.forEach((name, above) ->
                below.computeIfAbsent(above, key -> new ArrayList<>()).add(name));
        int next = 1;
        for (String root : List.copyOf(below.keySet())) {
            if (!idsByName.containsKey(root)) {
                next = numberBelow(root, below, idsByName, next, ranges);
            }
        }
    }

    /** Numbers what is below a name that has no record; iterative, as a damaged table may be one long chain. */
    private int numberBelow(
            String root,
            Map<String, List<String>> below,
            Map<String, List<Integer>> idsByName,
            int from,
            List<int[]> ranges) {
        int next = from;
        Map<String, Integer> open = new HashMap<>();
        Deque<String> pending = new ArrayDeque<>(below.get(root));
        while (!pending.isEmpty()) {
            String name = pending.peek();
            Integer start = open.get(name);
            if (start != null) {
                pending.pop();
                types.put(name, ranges.size());
                ranges.add(new int[] {start, next - start});
                continue;
            }
            open.put(name, next);
            for (int id : idsByName.get(name)) {
                number[id] = next;
                complete[id] = root.isEmpty();
            }
            next++;
            below.getOrDefault(name, List.of()).forEach(pending::push);
        }
        return next;
    }

    /** A field of a Java type leads to objects of the one class that stands in for it. */
    private void alias(String type, ClassLayout[] layouts, int id, List<int[]> ranges) {
        if (id < layouts.length && layouts[id] != null && number[id] != 0) {
            types.put(type, ranges.size());
            ranges.add(new int[] {number[id], 1});
        }
    }

    private int[] typesOf(ClassLayout layout) {
        return layout.fields().stream()
                .filter(ClassLayout.Field::isReference)
                .mapToInt(field -> typeOf(field.type()))
                .toArray();
    }

    /** Tells whether a field of a declared type, as layouts have it, may lead to an object of a class. */
    public boolean accepts(String type, int classId) {
        return fits(typeOf(type), classId);
    }

    private int typeOf(String type) {
        return type.endsWith(";")
                ? types.getOrDefault(name(type.substring(1, type.length() - 1)), OopMap.PROGRAM)
                : OopMap.PROGRAM;
    }

    /** Returns the class of an id, or null if the heap has none; null for slabs. */
    public OopMap of(int classId) {
        return classId < byId.length ? byId[classId] : null;
    }

    /** Returns the largest class id plus one. */
    public int limit() {
        return byId.length;
    }

    /** Tells whether a reference of a declared type may lead to an object of a class. */
    boolean fits(int type, int classId) {
        if (type <= OopMap.ANY) {
            return type == OopMap.ANY
                    || classId >= ReservedClass.STRING
                    || type == OopMap.SLOT && classId == ReservedClass.ROOT_ENTRY;
        }
        return
        // one comparison, unsigned: numbers below the first wrap around
        Integer.compareUnsigned(number[classId] - first[type], count[type]) < 0 || !complete[classId];
    }
}
