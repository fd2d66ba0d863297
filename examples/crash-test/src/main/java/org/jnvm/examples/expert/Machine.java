package org.jnvm.examples.expert;

import org.jnvm.PObject;
import org.jnvm.Persistent;

/**
 * An object whose parts are replaced, each by one atomic store. Changes are durable when they return. Not safe for several
 * threads.
 */
@Persistent
public class Machine implements PObject {
    private Part engine;
    private Part left;
    private Part right;

    private native void pwbEngine();

    private native void updateEngine(Part part);

    private native void replaceEngine(Part part);

    /**
     * Sets the engine, and frees the one before, not its array. After a crash the machine has the one or the other.
     *
     * @param next another engine, or null
     */
    public void change(Part next) {
        replaceEngine(next);
    }

    /**
     * Sets the engine, and returns the one before: for who must know that nobody uses it before it is freed.
     *
     * @param next another engine, or null
     * @return the engine before, which nothing durable leads to any more
     */
    public Part exchange(Part next) {
        // persist-order: [next, its array] < pfence (both in updateEngine, if next is new) < [engine] < psync
        //   crash before psync: the old engine or the next one, whole in either case
        Part before = engine;
        updateEngine(next);
        psync();
        return before;
    }

    /**
     * Sets both wheels by one fence and one psync. After a crash there may be one of the new ones only. Those before stay
     * the caller's.
     *
     * @param newLeft a new part
     * @param newRight another one
     */
    public void setWheels(Part newLeft, Part newRight) {
        // persist-order: [both parts, their arrays, all valid bits] < pfence < [left], [right] < psync
        //   crash before the fence: parts that are valid or not, which nothing leads to; recovery frees them
        //   crash after it: each reference is the old or the new one
        newLeft.prepare();
        newRight.prepare();
        pfence();
        left = newLeft; // is valid, so the assignment does not fence
        right = newRight;
        pwb();
        psync();
    }

    /** Takes the engine out, and frees it with its array. */
    public void scrap() {
        if (engine == null) {
            return;
        }
        // persist-order: [engine = null] < psync < freed headers, in any order: nothing durable leads to them any more
        //   crash after psync: what is not freed yet is unreachable, and recovery frees it
        Part part = engine;
        engine = null;
        pwbEngine();
        psync();
        part.free();
    }

    /** Returns the engine, or null. */
    public Part engine() {
        return engine;
    }

    /** Returns the left wheel, or null. */
    public Part left() {
        return left;
    }

    /** Returns the right wheel, or null. */
    public Part right() {
        return right;
    }
}
