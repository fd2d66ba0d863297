package org.jnvm.infinispan.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.infinispan.commons.marshall.WrappedByteArray;

/** The forms in which keys that are no persistent objects are kept; in the order of their numbers in the heap. */
enum KeyForm {
    /** A string of Latin-1 characters. */
    LATIN1 {
        @Override
        Object read(byte[] bytes) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    },
    /** Any other string, in UTF-16. */
    UTF16 {
        @Override
        Object read(byte[] bytes) {
            char[] units = new char[bytes.length / Character.BYTES];
            ByteBuffer.wrap(bytes).asCharBuffer().get(units);
            return new String(units);
        }
    },
    /** An array of bytes, as clients of a server and caches with another encoding than that of objects have. */
    BYTES {
        @Override
        Object read(byte[] bytes) {
            return new WrappedByteArray(bytes);
        }
    },
    /** An {@code Integer}. */
    INT {
        @Override
        Object read(byte[] bytes) {
            return ByteBuffer.wrap(bytes).getInt();
        }
    },
    /** A {@code Long}. */
    LONG {
        @Override
        Object read(byte[] bytes) {
            return ByteBuffer.wrap(bytes).getLong();
        }
    },
    /** What the cache's marshaller made of a key of another class. */
    MARSHALLED {
        @Override
        Object read(byte[] bytes) {
            throw new AssertionError("needs a marshaller");
        }
    };

    private static final KeyForm[] ALL = values();

    static final int COUNT = ALL.length;

    static KeyForm of(int number) {
        return ALL[number];
    }

    /** Returns the key; not for what is marshalled. */
    abstract Object read(byte[] bytes);
}
