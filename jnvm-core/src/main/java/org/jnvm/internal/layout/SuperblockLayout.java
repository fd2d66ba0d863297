package org.jnvm.internal.layout;

/**
 * The superblock: what a heap file is, and in which state it was left.
 *
 * <p>Two copies, each of {@link #BYTES} bytes at the start of a page of its own. A change goes to the copy with the
 * lower sequence number, whole and with a new checksum, and is fenced: a torn write leaves the other copy. The copy
 * with the highest sequence number whose checksum holds is the superblock.
 *
 * <pre>
 *   0  magic            8   "JNVMHEAP" in ASCII, little-endian
 *   8  format version   4
 *  12  block bytes      4   256
 *  16  heap id         16   UUID, made at creation
 *  32  sequence         8   counts changes of the superblock
 *  40  first chunk      8   bytes of chunk 0, a power of two: see {@link ChunkLayout}
 *  48  file bytes       8   bytes of the file whose space is written, a whole number of chunks or the maximum
 *  56  max bytes        8   bytes the heap may grow to
 *  64  boot id         16   boot under which the last writer opened the heap; 0 if unknown
 *  80  writer process   8   process id of the last writer
 *  88  clean            4   1 after close(), 0 while a writer has the heap open and after a crash
 *  92  reserved         4   0
 *  96  free map bytes   8   bytes of the free map, which lies behind the file bytes: see {@link FreeMapLayout}; 0: none
 * 104  free blocks      8   blocks that the free map calls free
 * 112  map end          8   index after the last block that the free map is about: the bump pointer at close
 * 120  directory check  4   CRC-32C of the free map's directory
 * 124  reserved         4   0
 * 128  log id         16   of the write-ahead log, where a part of the heap is: see {@link WalLayout}; 0: none
 * 144  reserved         4   0
 * 148  checksum         4   CRC-32C of bytes 0 to 147
 * </pre>
 */
public final class SuperblockLayout {
    /** "JNVMHEAP". */
    public static final long MAGIC = 0x5041_4548_4D56_4E4AL;
    /** The version that this code writes and reads. */
    public static final int FORMAT_VERSION = 1;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int BLOCK_BYTES_OFFSET = 12;
    public static final int HEAP_ID_OFFSET = 16;
    public static final int SEQUENCE_OFFSET = 32;
    public static final int FIRST_CHUNK_OFFSET = 40;
    public static final int FILE_BYTES_OFFSET = 48;
    public static final int MAX_BYTES_OFFSET = 56;
    public static final int BOOT_ID_OFFSET = 64;
    public static final int WRITER_OFFSET = 80;
    public static final int CLEAN_OFFSET = 88;
    public static final int MAP_BYTES_OFFSET = 96;
    public static final int MAP_FREE_BLOCKS_OFFSET = 104;
    public static final int MAP_END_OFFSET = 112;
    public static final int MAP_DIRECTORY_CHECKSUM_OFFSET = 120;
    public static final int WAL_ID_OFFSET = 128;
    public static final int CHECKSUM_OFFSET = 148;
    /** Bytes of one copy. */
    public static final int BYTES = 152;
    /** Heap offsets of the two copies. */
    private static final int[] COPY_OFFSETS = {0, 4096};

    private SuperblockLayout() {}

    /** Returns the heap offset of copy 0 or 1. */
    public static int copyOffset(int copy) {
        return COPY_OFFSETS[copy];
    }
}
