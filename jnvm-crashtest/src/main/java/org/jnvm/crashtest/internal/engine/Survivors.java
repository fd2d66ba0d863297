package org.jnvm.crashtest.internal.engine;

import java.util.BitSet;

/** Tells what of memory a program would still have after a crash. Words are numbered by their offset divided by 8. */
public interface Survivors {
    /** Returns the words of all objects, reachable and valid or not; not those of in-flight copies and free blocks. */
    BitSet objects(byte[] image);

    /** Returns the words of the objects that recovery from the image leaves alive. */
    BitSet live(byte[] image);
}
