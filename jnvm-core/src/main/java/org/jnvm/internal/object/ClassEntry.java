package org.jnvm.internal.object;

import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.spi.ClassDescriptor;

/**
 * A class of a heap, in one version of its layout: its id and layout there and, if it is the version that the program
 * has and the program used it, its descriptor.
 */
public final class ClassEntry {
    private final int id;
    private final ClassLayout layout;
    private volatile ClassDescriptor descriptor;

    ClassEntry(int id, ClassLayout layout) {
        this.id = id;
        this.layout = layout;
    }

    /** Returns the class id in this heap. */
    public int id() {
        return id;
    }

    /** Returns the layout of the objects in this heap. */
    public ClassLayout layout() {
        return layout;
    }

    /** Returns the descriptor of the class, or null if it was not used yet or the program has a later version. */
    ClassDescriptor descriptor() {
        return descriptor;
    }

    void bind(ClassDescriptor bound) {
        descriptor = bound;
    }
}
