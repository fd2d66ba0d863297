package org.jnvm.crashtest.internal.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/** Bytes that can be stored to and taken back, with a hash of what differs from the beginning. */
public final class Memory {
    private static final int WORD_BYTES = 8;

    private final byte[] bytes;
    /** Sum over all words, of what the word would add; 0 at the beginning. */
    private long hash;

    private final List<Undo> undo = new ArrayList<>();

    private record Undo(int offset, byte[] before) {}

    Memory(byte[] start) {
        bytes = start.clone();
    }

    /** Returns the bytes themselves. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the hash of the content: equal contents of memories with one beginning have equal hashes. */
    public long hash() {
        return hash;
    }

    /** Tells whether a store would leave everything as it is. */
    boolean holds(TraceEvent store) {
        int from = (int) store.offset();
        return Arrays.equals(bytes, from, from + store.bytes().length, store.bytes(), 0, store.bytes().length);
    }

    /** Stores for good. */
    void store(TraceEvent store) {
        put((int) store.offset(), store.bytes());
    }

    /** Stores until {@link #back}. */
    void storeForNow(TraceEvent store) {
        int from = (int) store.offset();
        undo.add(new Undo(from, Arrays.copyOfRange(bytes, from, from + store.bytes().length)));
        put(from, store.bytes());
    }

    /** Takes back all that was stored for now. */
    void back() {
        for (int i = undo.size() - 1; i >= 0; i--) {
            put(undo.get(i).offset(), undo.get(i).before());
        }
        undo.clear();
    }

    private void put(int offset, byte[] stored) {
        int word = offset & -WORD_BYTES;
        hash -= mix(word, wordAt(word));
        System.arraycopy(stored, 0, bytes, offset, stored.length);
        hash += mix(word, wordAt(word));
    }

    private long wordAt(int offset) {
        long word = 0;
        for (int i = Math.min(bytes.length, offset + WORD_BYTES) - 1; i >= offset; i--) {
            word = word << Byte.SIZE | bytes[i] & 0xFF;
        }
        return word;
    }

    /** Mixes two words into one. */
    public static long mix(long a, long b) {
        long x = a * 0x9E37_79B9_7F4A_7C15L + b;
        x = (x ^ x >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        x = (x ^ x >>> 29) * 0xBF58_476D_1CE4_E5B9L;
        return x ^ x >>> 32;
    }
}
