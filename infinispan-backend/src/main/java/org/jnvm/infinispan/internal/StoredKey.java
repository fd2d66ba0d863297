package org.jnvm.infinispan.internal;

import java.util.Arrays;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * A key that is no persistent object itself, as the store keeps it: a form, and bytes. Found by an equal {@link KeyProbe}.
 *
 * <p>Immutable; safe for use by several threads.
 */
final class StoredKey extends StoredObject {
    private static final Object[] NO_REFERENCES = {};
    /** The form in the upper half, the hash code in the lower one. */
    private static final int KIND = 8;

    private static final int LENGTH = 16;
    private static final int TAIL = 24;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(StoredKey.class, """
            class org.jnvm.infinispan.internal.StoredKey
            version 1
            extends -
            bytes 24
            field org.jnvm.infinispan.internal.StoredKey kind J 8
            field org.jnvm.infinispan.internal.StoredKey length J 16
            tail B 24 16""", StoredKey::new);

    /** Makes the key that a probe finds, in the current heap. */
    StoredKey(KeyProbe probe) {
        byte[] bytes = probe.bytes();
        Allocation.allocateImmutable(
                this, TailAccess.bytesWithTail(TAIL, 1, bytes.length), NO_REFERENCES, kind(probe), bytes.length);
        TailAccess.initialiseTail(this, TAIL, bytes);
    }

    private static long kind(KeyProbe probe) {
        return (long) probe.form().ordinal() << Integer.SIZE | Integer.toUnsignedLong(probe.hashCode());
    }

    private StoredKey(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /**
     * Returns what the key is as a probe.
     *
     * @throws org.jnvm.StaleObjectException if it was freed
     */
    KeyProbe probe() {
        Epochs.enterRead();
        try {
            Durability.isValid(this); // refuses one that was freed
            int form = (int) (region.getLong(pointer, KIND) >>> Integer.SIZE);
            if (form >= KeyForm.COUNT) {
                throw damaged("form of the key", form);
            }
            return new KeyProbe(KeyForm.of(form), readTail(TAIL, 0, tailLength(TAIL, LENGTH)), hashCode());
        } finally {
            Epochs.exitRead();
        }
    }

    boolean matches(KeyProbe probe) {
        return region.getLong(pointer, KIND) == kind(probe)
                && region.getLong(pointer, LENGTH) == probe.bytes().length
                && Arrays.equals(readTail(TAIL, 0, tailLength(TAIL, LENGTH)), probe.bytes());
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof StoredKey that && matches(that.probe());
    }

    @Override
    public int hashCode() {
        return (int) region.getLong(pointer, KIND);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
