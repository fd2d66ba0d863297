package org.jnvm.internal.util;

/** Methods with large frames; see {@link LargeFrames}. */
abstract class Frames {
    /** Returns 0 for 0. */
    abstract int compound(int run);

    /** Returns 0 for 0. */
    abstract int operation(int run);

    /** Returns 0 for 0. */
    abstract int section(int run);
}
