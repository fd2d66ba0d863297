package org.jnvm.pdt;

/**
 * What an open failure-atomic block changes under one key of a concurrent collection: its own thread sees the one, all
 * others the other. So the volatile overlay of the block lies where the mirror has the key.
 */
final class Change {
    private final Thread thread;
    private final Node home;
    private final Node before;
    private volatile Node after;

    /**
     * Makes a change.
     *
     * @param home the node in the mirror
     * @param before what others see: the node, or null if the block added it
     * @param after what the block's thread sees
     */
    Change(Node home, Node before, Node after) {
        this.thread = Thread.currentThread();
        this.home = home;
        this.before = before;
        this.after = after;
    }

    boolean isMine() {
        return thread == Thread.currentThread();
    }

    boolean isAbandoned() {
        return !thread.isAlive();
    }

    String threadName() {
        return thread.getName();
    }

    Node home() {
        return home;
    }

    Node after() {
        return after;
    }

    void after(Node now) {
        after = now;
    }

    Node seen() {
        return isMine() ? after : before;
    }
}
