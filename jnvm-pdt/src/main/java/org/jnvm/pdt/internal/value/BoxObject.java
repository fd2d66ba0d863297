package org.jnvm.pdt.internal.value;

import java.util.List;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/** What the collections ask of a persistent box; there is one class of these. */
public abstract class BoxObject extends AbstractProxy {
    /** What a box can hold, in the order of their numbers in the heap, from 0 on. */
    protected static final List<Class<?>> TYPES = List.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    /** For a new object, which is allocated next. */
    protected BoxObject() {}

    /**
     * For an object that exists.
     *
     * @param region the chunk of its block
     * @param ref the reference word
     * @param blocks the block offsets, or null
     */
    protected BoxObject(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns the value.
     *
     * @return a Java box
     */
    public abstract Object value();
}
