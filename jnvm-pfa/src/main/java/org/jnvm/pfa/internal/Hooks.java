package org.jnvm.pfa.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jnvm.spi.CommitParticipant;

/**
 * What is run when a transaction commits or is undone: volatile state of data types, and actions of the program. Used by
 * the thread of the transaction only.
 */
final class Hooks {
    static final Runnable[] NONE = {};

    private final List<CommitParticipant> participants = new ArrayList<>();
    private final List<Runnable> undoActions = new ArrayList<>();
    private final List<Runnable> onCommit = new ArrayList<>();
    private final List<Runnable> onAbort = new ArrayList<>();
    /** Whether anything was added since all was forgotten: most blocks have nothing. */
    private boolean used;

    void mark(Savepoint savepoint) {
        savepoint.participants = participants.size();
        savepoint.undoActions = undoActions.size();
        savepoint.onCommit = onCommit.size();
        savepoint.onAbort = onAbort.size();
    }

    void addParticipant(CommitParticipant participant) {
        used = true;
        participants.add(participant);
    }

    boolean haveParticipants() {
        return !participants.isEmpty();
    }

    /** Tells whether there is nothing to run. */
    boolean isEmpty() {
        return !used || participants.isEmpty() && undoActions.isEmpty() && onCommit.isEmpty() && onAbort.isEmpty();
    }

    void onCommit(Runnable action) {
        used = true;
        onCommit.add(action);
    }

    void onUndo(Runnable action) {
        used = true;
        undoActions.add(action);
    }

    void onAbort(Runnable action) {
        used = true;
        onAbort.add(action);
    }

    /** Puts back actions for the abort of a block that is undone, and not left yet. */
    void keep(Runnable[] actions) {
        used = true;
        onAbort.addAll(Arrays.asList(actions));
    }

    /** The record is durable, nothing is applied. */
    void durable() {
        for (int i = 0; i < participants.size(); i++) {
            participants.get(i).durable();
        }
    }

    /** All is applied, nothing given back. */
    void applied() {
        for (int i = 0; i < participants.size(); i++) {
            participants.get(i).applied();
        }
    }

    /** Returns the actions for the commit. */
    Runnable[] onCommit() {
        return from(onCommit, 0);
    }

    /** Returns the actions for the undoing of what was done since a savepoint. */
    Runnable[] onAbort(Savepoint savepoint) {
        return from(onAbort, savepoint.onAbort);
    }

    private static Runnable[] from(List<Runnable> list, int from) {
        return list.size() == from ? NONE : list.subList(from, list.size()).toArray(NONE);
    }

    /** Tells whether there are undo actions since a savepoint. */
    boolean hasUndoActions(Savepoint savepoint) {
        return undoActions.size() > savepoint.undoActions;
    }

    /** Runs the last undo action, which may be run again; returns the first exception of all. */
    Throwable runLastUndoAction(Throwable first) {
        return run(undoActions.get(undoActions.size() - 1), first);
    }

    /** Forgets the last undo action. */
    void forgetLastUndoAction() {
        undoActions.remove(undoActions.size() - 1);
    }

    /** Forgets what was added since a savepoint. */
    void truncate(Savepoint savepoint) {
        truncate(onCommit, savepoint.onCommit);
        truncate(onAbort, savepoint.onAbort);
        truncate(participants, savepoint.participants);
    }

    private static void truncate(List<?> list, int size) {
        while (list.size() > size) {
            list.remove(list.size() - 1);
        }
    }

    /** Forgets everything. */
    void clear() {
        if (used) {
            undoActions.clear();
            onCommit.clear();
            onAbort.clear();
            participants.clear();
            used = false;
        }
    }

    static void clear(List<?> list) {
        if (!list.isEmpty()) { // most are: to look is cheaper
            list.clear();
        }
    }

    // ---- running them ----

    /** Runs an action; returns the first exception of all. */
    static Throwable run(Runnable action, Throwable first) {
        try {
            action.run();
            return first;
        } catch (Throwable e) {
            return first == null ? e : suppress(first, e);
        }
    }

    static Throwable runLastFirst(Runnable[] actions, Throwable first) {
        Throwable thrown = first;
        for (int i = actions.length - 1; i >= 0; i--) {
            thrown = run(actions[i], thrown);
        }
        return thrown;
    }

    /** Returns the main one of two exceptions, either of which may be null, with the other one suppressed on it. */
    static Throwable suppress(Throwable main, Throwable other) {
        if (main == null) {
            return other;
        }
        if (other != null && other != main) {
            try {
                main.addSuppressed(other);
            } catch (OutOfMemoryError e) {
                return main; // there is no memory to attach the other one; what led to it is told
            }
        }
        return main;
    }
}
