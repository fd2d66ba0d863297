package org.jnvm.transform.generated;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jnvm.PObject;
import org.jnvm.pdt.JavaCopy;
import org.jnvm.transform.corpus.Stage;
import org.jnvm.transform.corpus.Undo;

/** What generated programs call; one of them runs at a time. */
public final class World {
    /** Calls and allocations that one step of a program may make, so that every program ends. */
    private static final int FUEL = 60;

    private static final int LONGEST_TEXT = 60;
    private static final int LONGEST_NUMBER = 200;

    private static Stage stage;
    private static int fuel;
    private static final List<Object> TRACKED = new ArrayList<>();
    private static final List<Object> LABELLED = new ArrayList<>();
    /** Values of assignments that are being made. */
    private static final Deque<Optional<Object>> ASSIGNED = new ArrayDeque<>();

    private World() {}

    /** Begins a program. */
    public static void start(Stage newStage) {
        stage = newStage;
        TRACKED.clear();
        LABELLED.clear();
        ASSIGNED.clear();
    }

    /** Runs a step of a program; what it throws is printed. */
    public static void attempt(int step, Runnable action) {
        fuel = FUEL;
        print("step", step);
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            print("thrown", describe(e));
        }
    }

    /** Tells whether a call or an allocation may be made. */
    public static boolean spend() {
        return fuel-- > 0;
    }

    /** Names an exception; collections of different classes have different messages. */
    public static String describe(Throwable e) {
        boolean nameOnly = e instanceof IndexOutOfBoundsException || e instanceof NoSuchElementException;
        return nameOnly ? e.getClass().getSimpleName() : Stage.describe(e);
    }

    /** Prints values in a line. */
    public static void print(Object... values) {
        stage.print(values);
    }

    /**
     * Notes a new object: on the Java heap all, which blocks may undo; on the persistent heap those with transient
     * fields, which the program must hold to keep them.
     */
    public static void track(Object object) {
        TRACKED.add(object);
    }

    /** Begins a failure-atomic block on the Java heap. */
    public static Undo begin() {
        return Undo.of(TRACKED);
    }

    /** Closes and opens the heap; what Java would keep in transient fields is dropped. */
    public static void reopen() {
        stage.onPersistentHeap(TRACKED::clear);
        TRACKED.stream().filter(each -> !(each instanceof Kept)).forEach(Undo::clearTransientFields);
        LABELLED.clear();
        stage.reopen();
    }

    /** Returns the first of two objects, or the other where it is null. */
    public static <T> T or(T one, T other) {
        return one != null ? one : other;
    }

    /**
     * On the Java heap only: returns what a field has after it was given a value. Collections become others, as they do on a persistent
     * heap.
     */
    @SuppressWarnings("unchecked") // a collection of the same elements
    public static <T> T assigned(T value) {
        return (T) Kept.of(value, World::track);
    }

    /** On the Java heap only: notes the value of an assignment. */
    public static <T> T push(T value) {
        ASSIGNED.push(Optional.ofNullable(value));
        return value;
    }

    /** On the Java heap only: returns the value of an assignment, which is not always what the field has then. */
    @SuppressWarnings("unchecked") // the assignment has the type of its field
    public static <T> T pop(T unused) {
        return (T) ASSIGNED.pop().orElse(null);
    }

    /** Makes a list of elements. */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are read only
    public static <T> List<T> several(T... elements) {
        return new ArrayList<>(Arrays.asList(elements));
    }

    /** Makes a map of three entries. */
    public static <K, V> Map<K, V> map(K k0, V v0, K k1, V v1, K k2, V v2) {
        Map<K, V> map = new LinkedHashMap<>();
        map.put(k0, v0);
        map.put(k1, v1);
        map.put(k2, v2);
        return map;
    }

    /** Returns an element of a list, or null if it is empty. */
    public static <T> T at(List<T> list, int index) {
        return list.isEmpty() ? null : list.get(Math.floorMod(index, list.size()));
    }

    /**
     * Tells what a value is: objects by their labels, collections and arrays by what is in them, without an order where they have none,
     * other values by their own text.
     */
    public static String show(Object value) {
        if (value instanceof Map<?, ?> map) {
            Stream<String> entries = map.entrySet().stream().map(e -> show(e.getKey()) + "=" + show(e.getValue()));
            return all("{", map instanceof SortedMap ? entries : entries.sorted(), "}");
        }
        if (value instanceof Set<?> set) {
            Stream<String> elements = set.stream().map(World::show);
            return all("{", set instanceof SortedSet ? elements : elements.sorted(), "}");
        }
        if (value instanceof Iterable<?> list) {
            return all("[", StreamSupport.stream(list.spliterator(), false).map(World::show), "]");
        }
        Object array = JavaCopy.of(value);
        if (array != null && array.getClass().isArray()) {
            IntStream indexes = IntStream.range(0, Array.getLength(array));
            return all("(", indexes.mapToObj(i -> show(Array.get(array, i))), ")");
        }
        return value instanceof PObject ? label(value) : String.valueOf(value);
    }

    private static String all(String begin, Stream<String> parts, String end) {
        return parts.collect(Collectors.joining(", ", begin, end));
    }

    /** Returns the objects that a value leads to. */
    public static List<Object> parts(Object value) {
        if (value instanceof Map<?, ?> map) {
            Stream<?> values = map instanceof SortedMap
                    ? map.values().stream()
                    : map.entrySet().stream()
                            .sorted(Comparator.comparing(e -> show(e.getKey())))
                            .map(Map.Entry::getValue);
            return values.flatMap(each -> parts(each).stream()).toList();
        }
        if (value instanceof Iterable<?> list) {
            return StreamSupport.stream(list.spliterator(), false)
                    .flatMap(each -> parts(each).stream())
                    .toList();
        }
        return value instanceof PObject ? List.of(value) : List.of();
    }

    /** Cuts a number, so that numbers do not grow without bounds. */
    public static BigInteger cut(BigInteger number) {
        return number.bitLength() > LONGEST_NUMBER ? number.mod(BigInteger.TWO.pow(LONGEST_NUMBER)) : number;
    }

    /** Cuts a number, so that numbers do not grow without bounds. */
    public static BigDecimal cut(BigDecimal number) {
        return Math.abs(number.scale()) > LONGEST_NUMBER
                ? number.unscaledValue().signum() < 0 ? BigDecimal.ONE : BigDecimal.TEN
                : new BigDecimal(cut(number.unscaledValue()), number.scale());
    }

    /** Cuts a text, so that texts do not grow without bounds. */
    public static String cut(String text) {
        return text == null || text.length() <= LONGEST_TEXT ? text : text.substring(text.length() - LONGEST_TEXT);
    }

    /** Calls a lambda. */
    public static <T> T call(Supplier<T> lambda) {
        return lambda.get();
    }

    /** Tells whether an object is met for the first time in this dump. */
    public static boolean visit(List<Object> seen, Object object) {
        return object != null && !seen.contains(object) && seen.add(object);
    }

    /** Names an object by its class, and a number that it keeps: one for each object, however many proxies it has. */
    public static String label(Object object) {
        if (object == null) {
            return "null";
        }
        int index = LABELLED.indexOf(object);
        if (index < 0) {
            index = LABELLED.size();
            LABELLED.add(object);
        }
        return object.getClass().getSimpleName() + "#" + index;
    }
}
