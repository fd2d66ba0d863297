package org.jnvm.transform.corpus;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * What a program of the corpus sees of the world: the same, whether its objects live on the Java heap or on a
 * persistent one. What it prints is compared.
 */
public abstract class Stage {
    private final StringBuilder output = new StringBuilder();

    /** Prints values in a line, arrays by their elements. */
    public final void print(Object... values) {
        StringJoiner line = new StringJoiner(" ", "", "\n");
        for (Object value : values) {
            String text = Arrays.deepToString(new Object[] {value});
            line.add(text.substring(1, text.length() - 1));
        }
        output.append(line);
    }

    /** Runs an action that is expected to throw, and prints what. */
    public final void caught(Action action) {
        try {
            action.run();
            print("nothing thrown");
        } catch (Throwable e) {
            print("caught", describe(e));
        }
    }

    /** Names an exception; what the JVM says itself about nulls and casts names methods and loaders. */
    public static String describe(Throwable e) {
        boolean namesOnly = e instanceof NullPointerException || e instanceof ClassCastException;
        String name = e.getClass().getSimpleName();
        return namesOnly || e.getMessage() == null ? name : name + ": " + e.getMessage();
    }

    /**
     * Runs a failure-atomic block that is expected to throw, and prints what.
     *
     * @param block the block
     * @param changed the objects that it may change; the Java heap needs to be told, to undo it
     */
    public abstract void aborted(Action block, Object... changed);

    /** Runs an action as a failure-atomic block. */
    public abstract void atomically(Runnable action);

    /** Makes an object reachable by a name. */
    public abstract void put(String name, Object object);

    /** Returns the object with a name, or null. */
    public abstract <T> T get(String name);

    /** Ends the program, as it were, and begins it again: what is not reachable by name is lost. */
    public abstract void reopen();

    /** Does something that only a persistent heap can do. */
    public abstract void onPersistentHeap(Action action);

    /** Returns what was printed since the last call. */
    final String takeOutput() {
        String text = output.toString();
        output.setLength(0);
        return text;
    }

    /** Something that may throw. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws Throwable;
    }
}
