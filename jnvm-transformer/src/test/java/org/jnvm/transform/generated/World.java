package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jnvm.transform.corpus.Stage;
import org.jnvm.transform.corpus.Undo;

/** What generated programs call; one of them runs at a time. */
public final class World {
    /** Calls and allocations that one step of a program may make, so that every program ends. */
    private static final int FUEL = 60;

    private static final int LONGEST_TEXT = 60;

    private static Stage stage;
    private static int fuel;
    private static final List<Object> TRACKED = new ArrayList<>();
    private static final List<Object> LABELLED = new ArrayList<>();

    private World() {}

    /** Begins a program. */
    public static void start(Stage newStage) {
        stage = newStage;
        TRACKED.clear();
        LABELLED.clear();
    }

    /** Runs a step of a program; what it throws is printed. */
    public static void attempt(int step, Runnable action) {
        fuel = FUEL;
        print("step", step);
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            print("thrown", Stage.describe(e));
        }
    }

    /** Tells whether a call or an allocation may be made. */
    public static boolean spend() {
        return fuel-- > 0;
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
        TRACKED.forEach(Undo::clearTransientFields);
        LABELLED.clear();
        stage.reopen();
    }

    /** Returns the first of two objects, or the other where it is null. */
    public static <T> T or(T one, T other) {
        return one != null ? one : other;
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
