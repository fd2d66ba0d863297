package org.jnvm.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A heap file as bytes, read and changed without J-NVM. Offsets are written out here once more, on purpose: these tests
 * notice when the format moves.
 */
public final class HeapImage {
    /** Heap offset of the index of the first block that was never handed out. */
    public static final int BUMP = 8192;
    /** Heap offset of the reference to the newest class record. */
    public static final int CLASS_TABLE = 8200;
    /** Heap offset of the reference to the first slot array of the root map. */
    public static final int ROOTS = 8208;
    /** Heap offset of the reference to the newest redo log. */
    public static final int LOGS = 8216;

    private final ByteBuffer bytes;

    private HeapImage(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Reads a heap file. */
    public static HeapImage of(Path file) {
        try {
            return new HeapImage(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes themselves. */
    public byte[] toBytes() {
        return bytes.array();
    }

    /** Returns a copy. */
    public HeapImage copy() {
        return new HeapImage(bytes.array().clone());
    }

    /** Writes the file. */
    public void write(Path file) {
        try {
            Files.write(file, bytes.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int size() {
        return bytes.capacity();
    }

    public long getLong(int offset) {
        return bytes.getLong(offset);
    }

    public int getInt(int offset) {
        return bytes.getInt(offset);
    }

    public HeapImage putLong(int offset, long value) {
        bytes.putLong(offset, value);
        return this;
    }

    public HeapImage putInt(int offset, int value) {
        bytes.putInt(offset, value);
        return this;
    }

    public HeapImage flip(int offset, int bit) {
        bytes.put(offset, (byte) (bytes.get(offset) ^ 1 << bit));
        return this;
    }

    /** Sets a long in both superblock copies and makes their checksums hold. */
    public HeapImage superblockLong(int offset, long value) {
        putLong(offset, value).putLong(4096 + offset, value);
        return sealSuperblocks();
    }

    /** Sets an int in both superblock copies and makes their checksums hold. */
    public HeapImage superblockInt(int offset, int value) {
        putInt(offset, value).putInt(4096 + offset, value);
        return sealSuperblocks();
    }

    /** Makes the superblocks' checksums hold. */
    private HeapImage sealSuperblocks() {
        for (int copy = 0; copy <= 4096; copy += 4096) {
            CRC32C crc = new CRC32C();
            crc.update(bytes.duplicate().position(copy).limit(copy + 148));
            bytes.putInt(copy + 148, (int) crc.getValue());
        }
        return this;
    }

    private static int offset(long ref) {
        return (int) (ref & (1L << 48) - 1);
    }

    /** Gives the class record of a class id another one, and makes its checksum hold. */
    public HeapImage changeClassId(int id, int newId) {
        for (long ref = getLong(CLASS_TABLE); ref != 0; ref = getLong(offset(ref) + 8)) {
            if (getInt(offset(ref) + 16) == id) {
                putInt(offset(ref) + 16, newId);
                return putInt(offset(ref) + 20, checksum(newId, text(offset(ref))));
            }
        }
        throw new IllegalArgumentException("no class record of id " + id);
    }

    private byte[] text(int record) {
        byte[] text = new byte[(int) getLong(record + 24)];
        for (int i = 0; i < text.length; i++) {
            text[i] = bytes.get(recordByte(record, i));
        }
        return text;
    }

    private static int checksum(int id, byte[] text) {
        CRC32C crc = new CRC32C();
        for (int shift = 0; shift < 32; shift += 8) {
            crc.update(id >>> shift);
        }
        crc.update(text);
        return (int) crc.getValue();
    }

    /** Replaces text by as much or less in the newest class record that has it, and makes its checksum hold. */
    public HeapImage editClassRecord(String find, String replacement) {
        for (long ref = getLong(CLASS_TABLE); ref != 0; ref = getLong(offset(ref) + 8)) {
            byte[] text = text(offset(ref));
            String old = new String(text, StandardCharsets.UTF_8);
            if (!old.contains(find)) {
                continue;
            }
            byte[] edited = old.replace(find, replacement).getBytes(StandardCharsets.UTF_8);
            if (edited.length > text.length) {
                throw new IllegalArgumentException("longer: " + replacement);
            }
            for (int i = 0; i < edited.length; i++) {
                bytes.put(recordByte(offset(ref), i), edited[i]);
            }
            putInt(offset(ref) + 20, checksum(getInt(offset(ref) + 16), edited));
            return putLong(offset(ref) + 24, edited.length);
        }
        throw new IllegalArgumentException("no class record contains: " + find);
    }

    /** Returns the file offset of the newest class record whose text contains something. */
    public int classRecord(String find) {
        for (long ref = getLong(CLASS_TABLE); ref != 0; ref = getLong(offset(ref) + 8)) {
            byte[] text = new byte[(int) getLong(offset(ref) + 24)];
            for (int i = 0; i < text.length; i++) {
                text[i] = bytes.get(recordByte(offset(ref), i));
            }
            if (new String(text, StandardCharsets.UTF_8).contains(find)) {
                return offset(ref);
            }
        }
        throw new IllegalArgumentException("no class record contains: " + find);
    }

    /** Returns the class id of the class whose record's text contains something. */
    public int classId(String find) {
        return getInt(classRecord(find) + 16);
    }

    private static final long EXTENT = 1L << 47;

    /**
     * Makes an extent linked blocks: the first one, and as many behind the bump pointer as its bytes need. Its other blocks are
     * free from then on.
     *
     * @param object the file offset of its header
     * @return the file offsets of its blocks
     */
    public int[] link(int object) {
        int size = (int) (getLong(object) >>> 8 & 0xFFFFFF) * 256;
        byte[] payload = Arrays.copyOfRange(toBytes(), object + 8, object + size);
        int[] blocks = new int[(payload.length + 247) / 248];
        int bump = (int) getLong(BUMP);
        for (int k = 0; k < blocks.length; k++) {
            blocks[k] = k == 0 ? object : bump + k - 1 << 8;
            long next = k == blocks.length - 1 ? 0 : bump + k;
            putLong(blocks[k], k == 0 ? getLong(object) & ~0xFF_FFFF_FFFF_00L | next << 8 : next << 8);
            int from = 248 * k;
            bytes.put(blocks[k] + 8, payload, from, Math.min(248, payload.length - from));
        }
        putLong(BUMP, bump + blocks.length - 1);
        return blocks;
    }

    /** The file offset of a byte of a class record's text, from object offset 32 on: in an extent, or 248 in each block. */
    private int recordByte(int block, int index) {
        if ((getLong(block) & EXTENT) != 0) {
            return block + 32 + index;
        }
        int room = 224;
        int start = 32;
        while (index >= room) {
            index -= room;
            block = (int) (getLong(block) >>> 8 & (1L << 40) - 1) << 8;
            room = 248;
            start = 8;
        }
        return block + start + index;
    }
}
