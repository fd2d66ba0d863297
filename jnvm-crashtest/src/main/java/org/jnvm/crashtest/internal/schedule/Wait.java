package org.jnvm.crashtest.internal.schedule;

/**
 * A thread that has to wait for another one: it would block on what that holds.
 *
 * @param thread the number of the thread
 * @param event after how many of its own events
 * @param other the number of the other
 * @param until how many events of the other it takes; or its end
 */
record Wait(int thread, int event, int other, int until) {
    /** Returns one that stops the thread an event earlier. */
    Wait earlier() {
        if (event == 0) {
            throw new AssertionError("threads cannot be kept from waiting for each other: " + this);
        }
        return new Wait(thread, event - 1, other, until);
    }
}
