package org.jnvm.examples.expert;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.pdt.PArray;

/**
 * A bounded queue of persistent objects, first in, first out.
 *
 * <p><b>Durability.</b> {@link #offer} and {@link #poll} are durable when they return: after a crash the queue has what it
 * had before the operation or after it. They may be used in a failure-atomic block and then are part of that.
 *
 * <p><b>Threads.</b> Not safe for several threads: guard it with a lock, and hold that until the outermost block has ended.
 *
 * <p>Values are the program's: the ring frees none.
 *
 * @param <T> the values
 */
@Persistent
public class Ring<T extends PObject> implements PObject {
    /** A value that is in the queue is in its slot; the other slots are null. */
    private final PArray<T> slots;
    /** The number of the oldest value, counted from the first that was ever offered. May be late in the file: see poll. */
    private long first;
    /** The number of the next value. Volatile: follows from the slots. */
    private transient long end;

    /**
     * Makes an empty ring in the current heap. It is durable once something durable leads to it.
     *
     * @param capacity how many values it can take, 1 or more
     * @throws IllegalArgumentException if that is less than 1
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public Ring(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity of a ring: found=" + capacity + ", expected=1 or more");
        }
        slots = new PArray<>(capacity);
    }

    /** Made by the transformer: writes back the line of the field. */
    private native void pwbFirst();

    private int slot(long number) {
        return (int) (number % slots.length());
    }

    /** Waits until what was written back is durable; in a failure-atomic block the commit does that. */
    private void acknowledge() {
        if (!JNVM.inFa()) {
            psync();
        }
    }

    /** Finds where the queue ends: where its values do. */
    private void findEnd() {
        end = first;
        while (end < first + slots.length() && slots.get(slot(end)) != null) {
            end++;
        }
    }

    /** Called whenever a proxy is made for a ring that exists: volatile fields are set here. */
    @Override
    public void resurrect() {
        findEnd();
    }

    /** Called for each ring after a crash: the first slots that are null belong to values that were polled. */
    // persist-order: [first] is not written back. The next crash finds the same slots and comes to the same, and offer
    //   writes it back before it uses one of them again
    @Override
    public void recover() {
        for (long number = first; number < first + slots.length(); number++) {
            if (slots.get(slot(number)) != null) {
                first = number;
                break;
            }
        }
        findEnd();
    }

    /**
     * Adds a value behind all others.
     *
     * @param value a persistent object of the same heap
     * @return whether it was added; false if the ring is full
     * @throws NullPointerException if it is null
     * @throws org.jnvm.ForeignHeapException if it is of another heap
     */
    public boolean offer(T value) {
        boolean isNew = !value.valid();
        if (end == first + slots.length()) {
            return false;
        }
        // persist-order: [first], [value] < pfence < [slot] < psync
        //   crash before the slot: the queue as it was; a new value is unreachable, and recovery frees it
        //   crash after it: the queue with the value, which is whole
        //   why [first]: the slot may be one that was polled; if first were still there, the value would come first
        pwbFirst(); // in this thread, as the fence of one thread does not cover what another one wrote back
        if (!isNew && !JNVM.inFa()) {
            pfence(); // a new one is fenced by update, between the value and the slot
        }
        heap().onAbort(this::findEnd); // a block around this undoes slots and first, but not end
        slots.update(slot(end), value);
        end++;
        acknowledge();
        return true;
    }

    /**
     * Takes the oldest value out. Nothing in the ring leads to it when this returns, so the caller may free it.
     *
     * @return the value, or null if the ring is empty
     */
    public T poll() {
        if (first == end) {
            return null;
        }
        // persist-order: [slot = null] < psync < first, which is not written back here
        //   crash before psync: the value is the oldest one, or it is gone
        //   crash after it: it is gone; first may be late by any number of polls, and recover() finds it by the slots
        T value = slots.get(slot(first));
        heap().onAbort(this::findEnd);
        slots.update(slot(first), null);
        acknowledge();
        first++;
        return value;
    }

    /** Returns how many values there are. */
    public int size() {
        return (int) (end - first);
    }

    /** Returns the values, the oldest first; a copy. */
    public List<T> toList() {
        List<T> values = new ArrayList<>();
        for (long number = first; number < end; number++) {
            values.add(slots.get(slot(number)));
        }
        return values;
    }

    /**
     * Frees the ring, not the values. Nothing durable may lead to it any more. Durable as {@link Heap#free} says.
     */
    public void free() {
        PArray<T> array = slots;
        Heap heap = heap();
        heap.free(this);
        heap.free(array);
    }
}
