package org.jnvm.pdt.internal.index;

import java.util.AbstractSet;

/**
 * A set as its proxy sees it.
 *
 * @param <E> the elements
 */
public abstract class BackedSet<E> extends AbstractSet<E> {
    /** Returns what it consists of. */
    public abstract CollectionIndex<E, ?> index();
}
