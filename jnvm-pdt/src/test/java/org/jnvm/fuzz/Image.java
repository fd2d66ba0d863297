package org.jnvm.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A heap file as bytes, read and changed without J-NVM. Offsets stand here once more as literals, on purpose: what
 * damages files must know the format by itself.
 */
final class Image {
    static final int BLOCK = 256;
    static final int STATE = 8192;
    static final int BUMP = 8192;
    static final int CLASS_TABLE = 8200;
    static final int ROOTS = 8208;
    static final int LOGS = 8216;
    static final int ENUMS = 8224;
    static final int BLOCKS = 12288;

    static final int CLASS_RECORD = 1;
    static final int SLOT_ARRAY = 2;
    static final int ROOT_ENTRY = 3;
    static final long LOG_CHECKSUM = 0x4A4E_564D_4C4F_4733L;
    static final int LOG = 4;
    static final int ENUM_RECORD = 7;
    static final int STRING = 8;
    static final int VALUE = 9;
    static final int TABLE_SEGMENT = 11;
    static final int TREE_LEAF = 14;
    static final int TREE_NODE = 15;
    static final int MAP = 16;
    static final int LIST = 17;
    static final int ELEMENTS = 18;
    static final int LONG_ARRAY = 53;

    static final int PAGE = 4096;

    /** More units than the logs of small heaps have. */
    private static final int MOST_UNITS = 4096;

    private static final int FIRST_POOL = 40;
    private static final int[] SLOT_BYTES = {16, 24, 32, 40, 48, 56, 80, 120};
    private static final int FIRST_PAGE_POOL = 20;
    private static final int[] PAGE_SLOT_BYTES = {96, 112, 120, 136, 144, 160, 176, 192, 208, 224, 240};
    private static final long OFFSET_MASK = (1L << 48) - 1;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;

    Image(byte[] bytes) {
        this.bytes = bytes;
    }

    static Image of(Path file) {
        try {
            return new Image(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Image copy() {
        return new Image(bytes.clone());
    }

    /** Writes the file in place: its pages on a file system in memory are used again, which takes a third of the time. */
    void write(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.truncate(bytes.length);
            channel.write(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] bytes() {
        return bytes;
    }

    void replace(byte[] others) {
        bytes = others;
    }

    int size() {
        return bytes.length;
    }

    /** Tells whether a word can be read there; damage may have shortened the file. */
    boolean has(long at) {
        return at >= 0 && at + 8 <= bytes.length;
    }

    long getLong(int at) {
        return has(at) ? (long) LONGS.get(bytes, at) : 0;
    }

    void putLong(int at, long value) {
        if (has(at)) {
            LONGS.set(bytes, at, value);
        }
    }

    int getInt(int at) {
        return has(at) ? (int) INTS.get(bytes, at) : 0;
    }

    void putInt(int at, int value) {
        if (has(at)) {
            INTS.set(bytes, at, value);
        }
    }

    void putId(int at, long number) {
        putLong(at, number);
        putLong(at + 8, number);
    }

    byte get(int at) {
        return at >= 0 && at < bytes.length ? bytes[at] : 0;
    }

    void put(int at, byte value) {
        if (at >= 0 && at < bytes.length) {
            bytes[at] = value;
        }
    }

    // ---- structure ----

    static int classId(long header) {
        return (int) (header >>> 49);
    }

    static boolean isValid(long header) {
        return (header >>> 48 & 1) != 0;
    }

    static long next(long header) {
        return header >>> 8 & (1L << 40) - 1;
    }

    /** Returns what the slot word of an outgrown object has in the place of next. */
    static long link(int firstBlock) {
        return (firstBlock >> 8) + 4096;
    }

    /** Adds words to the checksum of a redo log's record, which begins with {@link #LOG_CHECKSUM}. */
    static long logChecksum(long checksum, long... words) {
        long sum = checksum;
        for (long word : words) {
            long mixed = (sum ^ word) * 0x9E37_79B9_7F4A_7C15L;
            sum = mixed ^ mixed >>> 32;
        }
        return sum;
    }

    static long header(int classId, boolean valid, long next, int generation) {
        return (long) classId << 49 | (valid ? 1L << 48 : 0) | (next & (1L << 40) - 1) << 8 | generation & 0xFF;
    }

    static long reference(int kind, int generation, long offset) {
        return (long) kind << 56 | (generation & 0xFFL) << 48 | offset & OFFSET_MASK;
    }

    static long offset(long ref) {
        return ref & OFFSET_MASK;
    }

    /** Returns a reference to an object, in a block or a slot, as it is now. */
    long referenceTo(int object) {
        return reference(object % BLOCK == 0 ? 1 : 2, (int) getLong(object) & 0xFF, object);
    }

    /** Returns the end of the blocks that were ever handed out, in bytes. */
    int usedEnd() {
        long end = getLong(BUMP) << 8;
        return (int) Math.max(BLOCKS + BLOCK, Math.min(end, bytes.length));
    }

    /** Returns the offsets of the valid master blocks of a class, of any class but free if 0. */
    List<Integer> masters(int classId) {
        List<Integer> found = new ArrayList<>();
        for (int at = BLOCKS; at + BLOCK <= usedEnd(); at += BLOCK) {
            int id = classId(getLong(at));
            if (!isInterior(at) && id != 0 && (classId == 0 || id == classId)) {
                found.add(at);
            }
        }
        return found;
    }

    // ---- which blocks have headers ----

    /** Returns where the chunk starts that an offset lies in. */
    private int chunkStart(int at) {
        long first = getLong(40);
        int shift = first >= 1 << 20 && Long.bitCount(first) == 1 ? Long.numberOfTrailingZeros(first) : 20;
        return at >>> shift == 0 ? 0 : Integer.highestOneBit(at);
    }

    /**
     * Returns how many blocks there are below one.
     *
     * @param first bytes of the first chunk
     * @param end the index of the block
     */
    static long blocksBelow(long first, long end) {
        long blocks = end - BLOCKS / BLOCK - Math.max(PAGE, first / 2048) / BLOCK;
        for (long chunk = first; chunk / BLOCK < end; chunk *= 2) {
            blocks -= Math.min(end - chunk / BLOCK, Math.max(PAGE, chunk / 2048) / BLOCK);
        }
        return blocks;
    }

    /** Returns where the byte of the interior map is that tells of a block. */
    int mapByte(int at) {
        int chunk = chunkStart(at);
        return (chunk == 0 ? BLOCKS : chunk) + (at - chunk >>> 11);
    }

    /** Tells whether a block has no header; those that a map takes look as if they had. */
    boolean isInterior(int at) {
        return (get(mapByte(at)) >>> (at >>> 8 & 7) & 1) != 0;
    }

    /** Says whether a block has a header. */
    void setInterior(int at, boolean interior) {
        int bit = 1 << (at >>> 8 & 7);
        int old = get(mapByte(at));
        put(mapByte(at), (byte) (interior ? old | bit : old & ~bit));
    }

    /** Returns the interior blocks among those that were ever handed out. */
    List<Integer> interiorBlocks() {
        List<Integer> found = new ArrayList<>();
        for (int at = BLOCKS; at + BLOCK <= usedEnd(); at += BLOCK) {
            if (isInterior(at)) {
                found.add(at);
            }
        }
        return found;
    }

    /** Returns what the header of an extent has in the place of next. */
    static long extent(long blocks) {
        return 1L << 39 | blocks;
    }

    static boolean isExtent(long header) {
        return (next(header) >>> 39) != 0;
    }

    /** Tells whether a block is the first of a page that is a slab. */
    boolean isPagePool(int at) {
        int size = classId(getLong(at)) - FIRST_PAGE_POOL;
        return at % PAGE == 0
                && isValid(getLong(at))
                && size >= 0
                && size < PAGE_SLOT_BYTES.length
                && (get(mapByte(at)) & 0xFF) == 0xFE
                && get(mapByte(at) + 1) == -1;
    }

    /** Returns the offsets of the slabs. */
    List<Integer> pools() {
        return masters(0).stream()
                .filter(at -> isPagePool(at)
                        || classId(getLong(at)) >= FIRST_POOL && classId(getLong(at)) < FIRST_POOL + SLOT_BYTES.length)
                .toList();
    }

    /** Returns the header of a slab with slots of some size, in a block or a page. */
    long poolHeader(int size, long next, int generation) {
        int inPages = size - SLOT_BYTES.length;
        return header(inPages < 0 ? FIRST_POOL + size : FIRST_PAGE_POOL + inPages, true, next, generation);
    }

    /** Returns the offsets of the slot words of a slab, also of free slots. */
    List<Integer> slots(int pool) {
        int id = classId(getLong(pool));
        boolean page = isPagePool(pool);
        int size = page
                ? PAGE_SLOT_BYTES[id - FIRST_PAGE_POOL]
                : SLOT_BYTES[Math.floorMod(id - FIRST_POOL, SLOT_BYTES.length)];
        int end = Math.min(bytes.length, pool + (page ? PAGE : BLOCK));
        List<Integer> found = new ArrayList<>();
        for (int at = pool + 8; at + size <= end; at += size) {
            found.add(at);
        }
        return found;
    }

    /** Returns the offsets of the objects of a class, of any class if 0, in blocks of their own or in slots. */
    List<Integer> objects(int classId) {
        List<Integer> found = new ArrayList<>(masters(classId));
        for (int pool : pools()) {
            for (int slot : slots(pool)) {
                int id = classId(getLong(slot));
                if (id != 0 && (classId == 0 || id == classId)) {
                    found.add(slot);
                }
            }
        }
        return found;
    }

    /** Returns the places of words that look like references. */
    List<Integer> references() {
        List<Integer> found = new ArrayList<>();
        for (int at = STATE; at + 8 <= usedEnd(); at += 8) {
            long word = getLong(at);
            int kind = (int) (word >>> 56);
            long offset = offset(word);
            if (at % BLOCK != 0 && (kind == 1 || kind == 2) && offset >= BLOCKS && offset < bytes.length) {
                found.add(at);
            }
        }
        return found;
    }

    /** Returns the offset of a byte of a tail that starts at {@code start} of an object. */
    int tailByte(int block, int start, int index) {
        if (isExtent(getLong(block))) {
            return block + start + index;
        }
        int room = BLOCK - start;
        int from = start;
        int hops = 0;
        while (index >= room && hops++ < 4096) {
            index -= room;
            block = (int) (next(getLong(block)) << 8);
            room = 248;
            from = 8;
        }
        return block + from + index;
    }

    /** Returns the class id of the class record that names a class, 0 if there is none. */
    int classIdOf(String name) {
        for (int record : masters(CLASS_RECORD)) {
            if (recordText(record).startsWith("class " + name + "\n")) {
                return getInt(record + 16);
            }
        }
        return 0;
    }

    String recordText(int record) {
        int length = (int) Math.max(0, Math.min(getLong(record + 24), 100_000));
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = get(tailByte(record, 32, i));
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Replaces the text of a class record, as far as its blocks have room, and seals it. */
    void setRecordText(int record, String text) {
        boolean extent = isExtent(getLong(record));
        int capacity = extent ? (int) (next(getLong(record)) & 0xFFFF) * BLOCK - 32 : 224;
        int hops = 0;
        for (long next = extent ? 0 : next(getLong(record));
                next != 0 && hops++ < 1000;
                next = next(getLong((int) (next << 8)))) {
            capacity += 248;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(encoded.length, capacity);
        for (int i = 0; i < length; i++) {
            put(tailByte(record, 32, i), encoded[i]);
        }
        putLong(record + 24, length);
        sealRecord(record);
    }

    /** Makes the checksum of a record of the class table or the table of enum constants hold. */
    void sealRecord(int record) {
        int length = (int) Math.max(0, Math.min(getLong(record + 24), 100_000));
        CRC32C crc = new CRC32C();
        int id = getInt(record + 16);
        for (int shift = 0; shift < 32; shift += 8) {
            crc.update(id >>> shift);
        }
        for (int i = 0; i < length; i++) {
            crc.update(get(tailByte(record, 32, i)));
        }
        putInt(record + 20, (int) crc.getValue());
    }

    /** Makes the checksum of a superblock copy hold. */
    void sealSuperblock(int copy) {
        int checksum = 148;
        if (has(copy * 4096 + checksum)) {
            CRC32C crc = new CRC32C();
            crc.update(bytes, copy * 4096, checksum);
            putInt(copy * 4096 + checksum, (int) crc.getValue());
        }
    }

    /** Makes the checksum of the free map's directory hold, in the superblock that counts and in that itself. */
    void sealFreeMap() {
        int superblock = newestSuperblock() * 4096;
        int start = freeMap();
        long pages = start == 0 ? 0 : getLong(start);
        long length = Math.min(bytes.length - start, 4096 * (1 + getLong(superblock + 112) * 8 / (32768L * 4096)));
        if (start != 0 && pages >= 0 && length > 0) {
            CRC32C crc = new CRC32C();
            crc.update(bytes, start, (int) length);
            putInt(superblock + 120, (int) crc.getValue());
            sealSuperblock(newestSuperblock());
        }
    }

    /** Returns where a unit of a redo log is. */
    int logUnit(int log, int unit) {
        int block = log;
        int inBlock = 40 + unit * 16;
        for (int left = unit - 13; left >= 0; left -= 15) {
            block = (int) (next(getLong(block)) << 8);
            inBlock = 8 + left * 16;
        }
        return block + inBlock;
    }

    /** Returns the checksum that the record of a redo log should have. */
    long logChecksumOf(int log) {
        long units = getLong(log + 24);
        long sum = logChecksum(LOG_CHECKSUM, getLong(log + 16), units);
        for (int unit = 0; unit < Math.min(units, MOST_UNITS); unit++) {
            int at = logUnit(log, unit);
            sum = logChecksum(sum, getLong(at), getLong(at + 8));
        }
        return sum;
    }

    /** Tells whether a redo log has a record that counts. */
    boolean hasRecord(int log) {
        return getLong(log + 16) != 0
                && getLong(log + 24) > 0
                && getLong(log + 24) <= MOST_UNITS
                && getLong(log + 32) == logChecksumOf(log);
    }

    /** Makes the checksum of the record of a redo log hold, if it has one. */
    void sealLog(int log) {
        if (getLong(log + 16) != 0) {
            putLong(log + 32, logChecksumOf(log));
        }
    }

    /** Makes the checksum of the first bytes of something hold. */
    void seal(int from, int length, int checksumAt) {
        seal(from, length, checksumAt, 0, 0);
    }

    /** Makes a checksum hold that is about the first bytes of something and a range of others. */
    void seal(int from, int length, int checksumAt, int moreFrom, int moreEnd) {
        if (has(checksumAt) && has(from + length - 8)) {
            CRC32C crc = new CRC32C();
            crc.update(bytes, from, length);
            if (moreEnd > moreFrom) {
                crc.update(bytes, moreFrom, moreEnd - moreFrom);
            }
            putInt(checksumAt, (int) crc.getValue());
        }
    }

    /** Returns the offset of the free map behind the heap, 0 if there is none. */
    int freeMap() {
        int superblock = newestSuperblock() * 4096;
        long start = getLong(superblock + 48);
        return getInt(superblock + 8) > 1 && getLong(superblock + 96) > 0 && start > 0 && start < bytes.length - 64
                ? (int) start
                : 0;
    }

    /** Returns which copy of the superblock counts. */
    int newestSuperblock() {
        return getLong(32) >= getLong(4096 + 32) ? 0 : 1;
    }
}
