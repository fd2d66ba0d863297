package org.jnvm.internal.object;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.spi.ClassDescriptor;

/**
 * The class table of a heap: class id to name and full layout, so that a heap can be recovered without the program's
 * classes; and its counterpart in this JVM, class id to descriptor and back.
 *
 * <p>The table is a list of class records, newest first. Each record carries a checksum. Look-ups by id and by
 * descriptor are array loads; safe for use by several threads.
 */
public final class ClassTable {
    private final ObjectSpace space;
    private final PersistentClasses loader;
    private final Map<String, ClassEntry> byName = new HashMap<>();
    private volatile ClassEntry[] byId = new ClassEntry[BlockLayout.FIRST_USER_CLASS_ID + 16];
    /** Entry by {@link ClassDescriptor#index()}. */
    private volatile ClassEntry[] byIndex = new ClassEntry[64];

    private int nextId = BlockLayout.FIRST_USER_CLASS_ID;

    ClassTable(ObjectSpace space, PersistentClasses loader) {
        this.space = space;
        this.loader = loader;
        for (int id = 1; id < ReservedClass.CORE_IDS; id++) {
            if (ReservedClass.coreLayout(id) != null) {
                add(new ClassEntry(id, ReservedClass.coreLayout(id)));
            }
        }
    }

    /** Reads the records. */
    void load() {
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        long ref = space.load(StateLayout.CLASS_TABLE_OFFSET);
        for (long count = 0; ref != Reference.NULL; count++) {
            if (count > limit) {
                throw damaged("records form a cycle", ref);
            }
            ObjectView record = space.viewChecked(ref, ReservedClass.CLASS_RECORD);
            if (record == null) {
                throw damaged("no valid class record", ref);
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
            ClassLayout layout;
            try {
                layout = ClassLayout.parse(new String(text, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw damaged(e.getMessage(), ref);
            }
            // heaps of format version 1 have a record of the class of strings
            boolean known = id == ReservedClass.STRING && entry(id).layout().sameBytes(layout);
            if (id <= 0 || id > BlockLayout.CLASS_ID_MAX || entry(id) != null && !known) {
                throw damaged("class id given twice or out of range: id=" + id, ref);
            }
            if (!known) {
                add(new ClassEntry(id, layout));
            }
            nextId = Math.max(nextId, id + 1);
            ref = record.load(ReservedClass.RECORD_NEXT_OFFSET);
        }
    }

    private HeapFormatException damaged(String what, long ref) {
        return new HeapFormatException(
                "class table damaged: heap=" + space.file().path() + ", record=" + Reference.describe(ref) + ", " + what
                        + "; restore the file from a copy");
    }

    /**
     * Returns the entry of a class id.
     *
     * @param id a class id, 0 to 32767
     * @return the entry, or null if the heap has no such class
     */
    public ClassEntry entry(int id) {
        ClassEntry[] entries = byId;
        return id < entries.length ? entries[id] : null;
    }

    /**
     * Returns the entry of a class of the program; the first time, adds the class to the heap or checks that the heap
     * knows it by the same layout.
     *
     * @param descriptor the class
     * @return its entry
     * @throws ClassMismatchException if objects in the heap are laid out otherwise
     */
    public ClassEntry entry(ClassDescriptor descriptor) {
        ClassEntry[] entries = byIndex;
        ClassEntry entry = descriptor.index() < entries.length ? entries[descriptor.index()] : null;
        return entry != null ? entry : bind(descriptor);
    }

    private synchronized ClassEntry bind(ClassDescriptor descriptor) {
        ClassEntry entry = byName.get(descriptor.layout().className());
        if (entry == null) {
            entry = append(descriptor);
        } else if (!entry.layout().sameBytes(descriptor.layout())) {
            throw new ClassMismatchException("class is laid out otherwise in the heap: heap="
                    + space.file().path()
                    + ", class=" + descriptor.layout().className() + ", in the heap=[" + oneLine(entry.layout())
                    + "], in the program=[" + oneLine(descriptor.layout())
                    + "]; run the program with the class as it was, or start a new heap");
        }
        entry.bind(descriptor);
        ClassEntry[] entries = byIndex;
        if (descriptor.index() >= entries.length) {
            entries = Arrays.copyOf(entries, descriptor.index() * 2);
        } else {
            entries = entries.clone();
        }
        entries[descriptor.index()] = entry;
        byIndex = entries;
        return entry;
    }

    private static String oneLine(ClassLayout layout) {
        return layout.text().replace("\n", "; ");
    }

    // persist-order: [record] < pfence < [class table word] < pfence < any object of the class becomes reachable
    //   crash before the first fence: the record is reachable from nothing
    //   crash before the second: no object of the class is live, as none could be made yet
    private ClassEntry append(ClassDescriptor descriptor) {
        int id = descriptor.reservedId() != 0 ? descriptor.reservedId() : nextId;
        if (id > BlockLayout.CLASS_ID_MAX) {
            throw new ClassMismatchException(
                    "heap has no class id left: heap=" + space.file().path() + ", classes="
                            + (BlockLayout.CLASS_ID_MAX - BlockLayout.FIRST_USER_CLASS_ID + 1) + ", refused="
                            + descriptor.layout().className() + "; use another heap for it");
        }
        byte[] text = descriptor.layout().text().getBytes(StandardCharsets.UTF_8);
        ObjectView record = space.create(
                ReservedClass.CLASS_RECORD,
                BlockLayout.bytesWithTail(ReservedClass.RECORD_TEXT_OFFSET, 1, text.length));
        record.store(ReservedClass.RECORD_NEXT_OFFSET, space.load(StateLayout.CLASS_TABLE_OFFSET));
        record.storeInt(ReservedClass.RECORD_ID_OFFSET, id);
        record.storeInt(ReservedClass.RECORD_CHECKSUM_OFFSET, checksum(id, text));
        record.store(ReservedClass.RECORD_LENGTH_OFFSET, text.length);
        record.storeTail(ReservedClass.RECORD_TEXT_OFFSET, text);
        record.setValid();
        record.pwb();
        space.pfence();
        MappedChunk state = space.file().chunkOf(0);
        state.storeLongRelease(StateLayout.CLASS_TABLE_OFFSET, record.ref());
        state.pwb(StateLayout.CLASS_TABLE_OFFSET);
        space.pfence();
        ClassEntry entry = new ClassEntry(id, descriptor.layout());
        add(entry);
        if (id >= BlockLayout.FIRST_USER_CLASS_ID) {
            nextId = id + 1;
        }
        return entry;
    }

    private void add(ClassEntry entry) {
        ClassEntry[] entries = byId;
        entries = entry.id() >= entries.length ? Arrays.copyOf(entries, entry.id() * 2) : entries.clone();
        entries[entry.id()] = entry;
        byId = entries;
        byName.put(entry.layout().className(), entry);
    }

    private static int checksum(int id, byte[] text) {
        CRC32C crc = new CRC32C();
        for (int shift = 0; shift < 32; shift += 8) {
            crc.update(id >>> shift);
        }
        crc.update(text);
        return (int) crc.getValue();
    }

    /**
     * Returns the descriptor of a class in the heap, loading the class if it is one that may be.
     *
     * @param entry an entry of this table
     * @return the descriptor
     * @throws ClassMismatchException if the class is missing, or laid out otherwise
     */
    public ClassDescriptor descriptor(ClassEntry entry) {
        ClassDescriptor descriptor = entry.descriptor();
        if (descriptor == null) {
            entry(loader.load(entry.layout().className(), space.file().path()));
            descriptor = entry.descriptor();
        }
        return descriptor;
    }
}
