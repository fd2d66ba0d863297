package org.jnvm.crashtest.internal.schedule;

import java.util.List;
import org.jnvm.crashtest.internal.trace.EventKind;

/** Decides which thread goes on. */
interface Turns {
    /**
     * Decides.
     *
     * @param at the thread that is at it; null if none is
     * @param kind what it has just done; null for an access, and if it cannot go on
     * @param place how far the run has come
     * @param ready the threads that can go on, at least one
     */
    Worker next(Worker at, EventKind kind, Schedule.Place place, List<Worker> ready);
}
