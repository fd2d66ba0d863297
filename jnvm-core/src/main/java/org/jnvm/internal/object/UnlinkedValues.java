package org.jnvm.internal.object;

import org.jnvm.internal.util.LongStack;

/**
 * Values whose owner does not refer to them any more, or is itself free, but maybe still does on media.
 *
 * <p>Freeing one before its unlinking is durable would leave a time in which a crash finds the old reference and
 * nothing behind it: the field would have neither its old value nor its new one. One fence for each overwritten string
 * would prevent it; here one serves a batch of them. Until then they are only known here; a crash leaves them
 * unreachable, so recovery frees them.
 *
 * <p>Safe for use by several threads.
 */
public final class UnlinkedValues {
    private static final int BATCH = 64;

    private final ObjectSpace space;
    /** Heap offsets and references, in turns. */
    private LongStack waiting = new LongStack();

    UnlinkedValues(ObjectSpace space) {
        this.space = space;
    }

    /**
     * Frees a value later.
     *
     * @param at the heap offset of the word that led to the value: the field, which has another value now, or the
     *     header of the owner, which is free now
     * @param ref the value
     */
    public void add(long at, long ref) {
        boolean full;
        synchronized (this) {
            waiting.push(at);
            waiting.push(ref);
            full = waiting.size() >= 2 * BATCH;
        }
        if (full) {
            drain();
        }
    }

    /** Frees all values that wait; called when memory runs short, and before the heap is closed. */
    // persist-order: [words that led to the values, written back for whoever stored them] < pfence < [freed headers]
    //   crash before the fence: a field has its old value, which is whole, or its new one
    //   crash after it: nothing durable leads to the values, whether their freed headers are durable or not
    public void drain() {
        LongStack ready;
        synchronized (this) {
            if (waiting.isEmpty()) {
                return;
            }
            ready = waiting;
            waiting = new LongStack();
        }
        for (int i = 0; i < ready.size(); i += 2) {
            space.chunk(ready.get(i)).pwb(ready.get(i));
        }
        space.pfence();
        for (int i = 1; i < ready.size(); i += 2) {
            if (space.isObject(ready.get(i))) { // in a damaged heap two fields may have led to one value
                space.free(ready.get(i));
            }
        }
    }
}
