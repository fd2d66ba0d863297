package org.jnvm.transform.model;

import java.util.List;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;

/**
 * A persistent class: one to transform, or one that was transformed before.
 *
 * @param name internal name
 * @param superclass the persistent superclass, or null
 * @param fields the persistent fields it declares itself, in order of offset
 * @param layout the layout of its objects, superclasses included
 * @param evolution what the class says of its past, empty if it was transformed before; see {@code Evolution} of core
 * @param failureAtomicMethods whether its non-private methods are failure-atomic blocks by default
 * @param leaksThis whether a constructor, of a superclass maybe, may give {@code this} away
 */
public record PersistentClass(
        String name,
        PersistentClass superclass,
        List<PersistentField> fields,
        ClassLayout layout,
        String evolution,
        boolean failureAtomicMethods,
        boolean leaksThis) {
    /** Tells whether this is the first persistent class of its hierarchy. */
    public boolean isTopmost() {
        return superclass == null;
    }

    /** Returns the number of persistent superclasses. */
    int depth() {
        return superclass == null ? 0 : superclass.depth() + 1;
    }

    /** Tells whether an object takes several blocks, so that its proxy knows where each of them is. */
    boolean hasBlocks() {
        return layout.bytes() > BlockLayout.BLOCK_BYTES;
    }

    /** Tells whether this is the class of the hierarchy that declares where the blocks are. */
    public boolean declaresBlocks() {
        return hasBlocks() && (superclass == null || !superclass.hasBlocks());
    }

    /** Returns a field that this class declares itself, or null. */
    public PersistentField field(String fieldName, String descriptor) {
        for (PersistentField field : fields) {
            if (field.name().equals(fieldName) && field.descriptor().equals(descriptor)) {
                return field;
            }
        }
        return null;
    }
}
