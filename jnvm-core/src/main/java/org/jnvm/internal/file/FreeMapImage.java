package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A free map that is about to be written. */
public interface FreeMapImage {
    /** Takes the bytes of a map, in their order. */
    interface Sink {
        /**
         * Takes the next bytes.
         *
         * @param bytes from position to limit
         * @throws IOException if they cannot be written
         */
        void accept(ByteBuffer bytes) throws IOException;
    }

    /** Returns what the superblock is to say about the map. */
    FreeMapRef ref();

    /**
     * Hands over all bytes of the map.
     *
     * @param sink who takes them
     * @throws IOException if the sink throws it
     */
    void writeTo(Sink sink) throws IOException;
}
