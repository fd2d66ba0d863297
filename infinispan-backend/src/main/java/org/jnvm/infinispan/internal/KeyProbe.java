package org.jnvm.infinispan.internal;

import java.util.Arrays;

/** The form and the bytes of a key, to look a {@link StoredKey} up by, or to make one. */
final class KeyProbe {
    private final KeyForm form;
    private final byte[] bytes;
    private final int hash;

    /**
     * Makes a probe.
     *
     * @param bytes not copied
     * @param hash equal for equal keys in all JVMs, as it is kept in the heap
     */
    KeyProbe(KeyForm form, byte[] bytes, int hash) {
        this.form = form;
        this.bytes = bytes;
        this.hash = hash;
    }

    KeyProbe(KeyForm form, byte[] bytes) {
        this(form, bytes, Arrays.hashCode(bytes));
    }

    KeyForm form() {
        return form;
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredKey key && key.matches(this);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return form == KeyForm.MARSHALLED ? bytes.length + " marshalled bytes" : String.valueOf(form.read(bytes));
    }
}
