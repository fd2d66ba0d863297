package org.jnvm.examples.expert;

import org.jnvm.PObject;
import org.jnvm.Persistent;

/** A number that only grows, of which power loss may take back what was not saved. Not safe for several threads. */
@Persistent
public class Mileage implements PObject {
    private long metres;

    /** Made by the transformer: writes back the line of the field. */
    private native void pwbMetres();

    /**
     * Adds to it. Not durable: after power loss it may have any value from the one saved last on.
     *
     * @param more metres
     */
    public void drive(long more) {
        metres += more;
    }

    /** Durable when it returns: what was added before. */
    public void save() {
        // persist-order: [metres] < psync
        pwbMetres();
        psync();
    }

    /** Returns the metres. */
    public long metres() {
        return metres;
    }
}
