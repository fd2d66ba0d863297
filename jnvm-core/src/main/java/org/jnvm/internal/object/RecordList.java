package org.jnvm.internal.object;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.memory.MappedChunk;

/**
 * A list of records, newest first, each with an id, a text, and a checksum of both: what the class table and the table
 * of enum constants are on media. Records are only ever added. Guarded by the table's lock.
 */
public final class RecordList {
    /** Takes a record whose checksum holds. */
    @FunctionalInterface
    interface Reader {
        /**
         * Called for each, the newest first.
         *
         * @param record its reference
         * @param id its id
         * @param text its text
         */
        void read(long record, int id, String text);
    }

    private final ObjectSpace space;
    private final String name;
    private final long word;
    private final int classId;

    /**
     * Attaches to a list.
     *
     * @param space the heap's objects
     * @param name what it is, for messages
     * @param word the heap offset of the state word that leads to the newest record
     * @param classId the class of its records
     */
    RecordList(ObjectSpace space, String name, long word, int classId) {
        this.space = space;
        this.name = name;
        this.word = word;
        this.classId = classId;
    }

    /**
     * A record.
     *
     * @param ref its reference
     * @param id its id
     * @param text its text
     * @param next the reference to the next older one, or null
     */
    record Found(long ref, int id, String text, long next) {}

    /**
     * Reads all records.
     *
     * @param reader takes them
     * @throws HeapFormatException if one is damaged, unless the heap is looked at for what is sound in it
     */
    void read(Reader reader) {
        if (space.damage() != null) {
            new SoundRecords(space, this, word, classId).read(reader);
            return;
        }
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        long ref = space.load(word);
        for (long count = 0; ref != Reference.NULL; count++) {
            if (count > limit) {
                throw damaged("records form a cycle", ref);
            }
            Found found = record(ref);
            reader.read(ref, found.id(), found.text());
            ref = found.next();
        }
    }

    /** Reads a record. */
    Found record(long ref) {
        ObjectView record = space.viewChecked(ref, classId);
        if (record == null) {
            throw damaged("no valid record", ref);
        }
        long length = record.load(ReservedClass.RECORD_LENGTH_OFFSET);
        if (length < 0 || length > record.tailCapacity(ReservedClass.RECORD_TEXT_OFFSET)) {
            throw damaged("impossible text length=" + length, ref);
        }
        byte[] text = new byte[(int) length];
        record.loadTail(ReservedClass.RECORD_TEXT_OFFSET, text);
        int id = record.loadInt(ReservedClass.RECORD_ID_OFFSET);
        int checksum = record.loadInt(ReservedClass.RECORD_CHECKSUM_OFFSET);
        if (checksum != checksum(id, text)) {
            throw damaged(
                    "checksum=0x" + Integer.toHexString(checksum) + ", expected=0x"
                            + Integer.toHexString(checksum(id, text)),
                    ref);
        }
        return new Found(
                ref, id, new String(text, StandardCharsets.UTF_8), record.load(ReservedClass.RECORD_NEXT_OFFSET));
    }

    /**
     * Adds a record; durable when this returns, so that the caller may let anything use its id.
     *
     * @param id its id
     * @param text its text
     * @throws org.jnvm.HeapFullException if there is no room for it
     */
    // persist-order: [record] < pfence < [state word] < pfence < anything with the id becomes reachable
    //   crash before the first fence: the record is reachable from nothing, recovery takes it back
    //   crash before the second: nothing has the id, as nothing could be given it yet
    //   in a failure-atomic block too: the record is not taken back when the block is aborted, which does no harm
    void append(int id, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ObjectView record =
                space.create(classId, BlockLayout.bytesWithTail(ReservedClass.RECORD_TEXT_OFFSET, 1, bytes.length));
        record.store(ReservedClass.RECORD_NEXT_OFFSET, space.load(word));
        record.storeInt(ReservedClass.RECORD_ID_OFFSET, id);
        record.storeInt(ReservedClass.RECORD_CHECKSUM_OFFSET, checksum(id, bytes));
        record.store(ReservedClass.RECORD_LENGTH_OFFSET, bytes.length);
        record.storeTail(ReservedClass.RECORD_TEXT_OFFSET, bytes);
        record.setValid();
        record.pwb();
        space.pfence();
        MappedChunk state = space.file().chunkOf(0);
        space.overwritingAt(word);
        state.storeLongRelease(word, record.ref());
        state.pwb(word);
        space.pfence();
    }

    /** Returns what it is, for messages. */
    String name() {
        return name;
    }

    /** Returns what to throw for a record that cannot be. */
    HeapFormatException damaged(String what, long record) {
        return new HeapFormatException(name + " damaged: heap=" + space.file().path() + ", record="
                + Reference.describe(record) + ", " + what + "; restore the file from a copy");
    }

    /** Returns the checksum of a record. */
    public static int checksum(int id, byte[] text) {
        CRC32C crc = new CRC32C();
        for (int shift = 0; shift < 32; shift += 8) {
            crc.update(id >>> shift);
        }
        crc.update(text);
        return (int) crc.getValue();
    }
}
