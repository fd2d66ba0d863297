package org.jnvm.internal.layout;

import java.util.UUID;

/**
 * What the superblock of a heap file says, for people.
 *
 * @param version the format version
 * @param heapId the heap's id
 * @param sequence how often the superblock was changed
 * @param firstChunkBytes bytes of chunk 0
 * @param fileBytes bytes whose space is written
 * @param maxBytes bytes the heap may grow to
 * @param writer process id of the last writer
 * @param clean whether the heap was closed
 * @param freeMapBytes bytes of the free map that the last close left, 0 if there is none
 * @param otherBoot whether the last writer had the heap open under another boot of the machine than this one
 * @param hasWal whether a part of the heap is in its write-ahead log, in files beside it
 */
public record SuperblockInfo(
        int version,
        UUID heapId,
        long sequence,
        long firstChunkBytes,
        long fileBytes,
        long maxBytes,
        long writer,
        boolean clean,
        long freeMapBytes,
        boolean otherBoot,
        boolean hasWal) {}
