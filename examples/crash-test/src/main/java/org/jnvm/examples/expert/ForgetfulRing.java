package org.jnvm.examples.expert;

import org.jnvm.PObject;
import org.jnvm.Persistent;

/**
 * A ring with a bug: it does not find its first value after a crash.
 *
 * @param <T> the values
 */
@Persistent
public class ForgetfulRing<T extends PObject> extends Ring<T> {
    /**
     * Makes an empty ring.
     *
     * @param capacity how many values it can take
     */
    public ForgetfulRing(int capacity) {
        super(capacity);
    }

    @Override
    public void recover() {}
}
