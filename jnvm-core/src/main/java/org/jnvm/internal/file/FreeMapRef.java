package org.jnvm.internal.file;

/**
 * What the superblock says about a free map; see {@link org.jnvm.internal.layout.SuperblockLayout}.
 *
 * @param bytes bytes of the map; 0 if there is none
 * @param freeBlocks blocks that it calls free
 * @param end the index after the last block that it is about
 * @param directoryChecksum CRC-32C of its directory
 */
public record FreeMapRef(long bytes, long freeBlocks, long end, int directoryChecksum) {
    /** There is no map. */
    static final FreeMapRef NONE = new FreeMapRef(0, 0, 0, 0);
}
