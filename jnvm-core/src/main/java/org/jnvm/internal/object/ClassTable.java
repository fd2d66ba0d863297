package org.jnvm.internal.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jnvm.ClassMismatchException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.LayoutChange;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.spi.ClassDescriptor;

/**
 * The class table of a heap: class id to name and full layout, so that a heap can be recovered without the program's
 * classes; and its counterpart in this JVM, class id to descriptor and back.
 *
 * <p>The table is a {@link RecordList}. Several records of one name are versions of its layout, each with a class id of its own: new objects are of the newest, older ones are converted
 * when they are used ({@link Migration}). Look-ups by id and by descriptor are array loads; adding a class takes
 * constant time. Safe for use by several threads.
 */
public final class ClassTable {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(ClassEntry[].class);

    private final ObjectSpace space;
    private final RecordList records;
    private final PersistentClasses loader;
    /** The newest version of each class. */
    private final Map<String, ClassEntry> byName = new HashMap<>();
    /** Entry by class id. Elements are set with release and read with acquire semantics; the array grows. */
    private volatile ClassEntry[] byId = new ClassEntry[BlockLayout.FIRST_USER_CLASS_ID + 16];
    /** Entry by {@link ClassDescriptor#index()}, as {@link #byId}. */
    private volatile ClassEntry[] byIndex = new ClassEntry[64];

    private int nextId = BlockLayout.FIRST_USER_CLASS_ID;

    ClassTable(ObjectSpace space, PersistentClasses loader) {
        this.space = space;
        this.records = new RecordList(space, "class table", StateLayout.CLASS_TABLE_OFFSET, ReservedClass.CLASS_RECORD);
        this.loader = loader;
    }

    /** Reads the records; again, if a redo log was replayed since. Before any other use of the table. */
    public void load() {
        byName.clear();
        byId = new ClassEntry[BlockLayout.FIRST_USER_CLASS_ID + 16];
        for (int id = 1; id < ReservedClass.CORE_IDS; id++) {
            if (ReservedClass.coreLayout(id) != null) {
                add(new ClassEntry(id, ReservedClass.coreLayout(id)));
            }
        }
        nextId = BlockLayout.FIRST_USER_CLASS_ID;
        records.read(new RecordList.Reader() {
            @Override
            public void read(long record, int id, String text) {
                ClassTable.this.read(record, id, text);
            }
        });
    }

    private void read(long record, int id, String text) {
        ClassLayout layout;
        try {
            layout = ClassLayout.parse(text);
        } catch (IllegalArgumentException e) {
            throw records.damaged(e.getMessage(), record);
        }
        if (id <= 0 || id > BlockLayout.CLASS_ID_MAX || entry(id) != null) {
            throw records.damaged("class id given twice or out of range: id=" + id, record);
        }
        ClassEntry known = byName.get(layout.className());
        if (known != null && known.layout().version() <= layout.version()) { // records come newest first
            throw records.damaged(
                    "class versions out of order: class=" + layout.className() + ", version=" + layout.version()
                            + ", in a newer record=" + known.layout().version(),
                    record);
        }
        add(new ClassEntry(id, layout));
        nextId = Math.max(nextId, id + 1);
    }

    /**
     * Returns the entry of a class id.
     *
     * @param id a class id, 0 to 32767
     * @return the entry, or null if the heap has no such class
     */
    public ClassEntry entry(int id) {
        ClassEntry[] entries = byId;
        return id < entries.length ? (ClassEntry) ELEMENT.getAcquire(entries, id) : null;
    }

    /** Returns the layouts by class id, null where the heap has no class. */
    public ClassLayout[] layouts() {
        ClassEntry[] entries = byId;
        ClassLayout[] layouts = new ClassLayout[entries.length];
        for (int id = 0; id < entries.length; id++) {
            layouts[id] = entries[id] == null ? null : entries[id].layout();
        }
        return layouts;
    }

    /**
     * Tells whether the program's class overrides {@code recover()}: by the class itself, if it is there and may be
     * loaded, which does not initialise it; else by its record.
     *
     * @param entry an entry of this table
     */
    public boolean overridesRecover(ClassEntry entry) {
        ClassLayout now = loader.layoutOf(entry.layout().className());
        return (now == null ? entry.layout() : now).overridesRecover();
    }

    /**
     * Returns the entry of a class of the program; the first time, adds the class to the heap, or a new version of its
     * layout, or finds that the heap knows it by the same layout.
     *
     * @param descriptor the class
     * @return its entry
     * @throws ClassMismatchException if objects in the heap are laid out otherwise and cannot be converted, if the heap
     *     has no class id left, or if a class of this name from another class loader is in use
     */
    public ClassEntry entry(ClassDescriptor descriptor) {
        ClassEntry[] entries = byIndex;
        int index = descriptor.index();
        ClassEntry entry = index < entries.length ? (ClassEntry) ELEMENT.getAcquire(entries, index) : null;
        return entry != null ? entry : bind(descriptor);
    }

    private synchronized ClassEntry bind(ClassDescriptor descriptor) {
        ClassLayout layout = descriptor.layout();
        ClassEntry entry = byName.get(layout.className());
        if (entry == null) {
            entry = append(descriptor.reservedId(), layout);
        } else if (entry.descriptor() != null && entry.descriptor() != descriptor) {
            throw new ClassMismatchException("class is in use from another class loader: heap="
                    + space.file().path()
                    + ", class=" + layout.className() + ", in use from="
                    + entry.descriptor().type().getClassLoader() + ", refused from="
                    + descriptor.type().getClassLoader()
                    + "; load it by one class loader, or close the heap before the program is loaded again");
        } else if (!entry.layout().sameBytes(layout)) {
            refuseUnlessConvertible(entry.layout(), descriptor);
            entry = append(
                    descriptor.reservedId(),
                    ClassLayout.parse(layout.textOfVersion(entry.layout().version() + 1)));
        }
        entry.bind(descriptor);
        byIndex = with(byIndex, descriptor.index(), entry);
        return entry;
    }

    /**
     * Returns the entry here of a class of another heap: one of the same layout, which is added if need be, or of a later
     * one that its objects can be converted to. Durable when it returns.
     *
     * @param other an entry of another heap's table
     * @return the entry; if its layout has not the {@linkplain ClassLayout#sameBytes same bytes}, a later version
     * @throws ClassMismatchException if the layouts do not follow from each other, or the heap has no class id left
     */
    public synchronized ClassEntry adopt(ClassEntry other) {
        ClassLayout layout = other.layout();
        for (ClassEntry entry : byId) {
            if (entry != null && entry.layout().sameBytes(layout)) {
                return entry;
            }
        }
        int reservedId = other.id() < BlockLayout.FIRST_USER_CLASS_ID ? other.id() : 0;
        ClassEntry newest = byName.get(layout.className());
        if (newest == null) {
            return append(reservedId, ClassLayout.parse(layout.textOfVersion(1)));
        }
        String obstacle = reservedId != 0 ? "class of J-NVM itself" : LayoutChange.obstacle(newest.layout(), layout);
        if (obstacle == null) {
            return append(
                    0, ClassLayout.parse(layout.textOfVersion(newest.layout().version() + 1)));
        }
        if (reservedId != 0 || LayoutChange.obstacle(layout, newest.layout()) != null) {
            throw new ClassMismatchException("class is laid out otherwise in the heap: heap="
                    + space.file().path() + ", class=" + layout.className() + ", first difference=[" + obstacle
                    + "], in the heap=[" + oneLine(newest.layout()) + "], in the other heap=[" + oneLine(layout)
                    + "]; fields can be added and reordered, not removed, renamed or given another type: use a heap of"
                    + " the same version of the program");
        }
        return newest;
    }

    private void refuseUnlessConvertible(ClassLayout inHeap, ClassDescriptor descriptor) {
        String obstacle = descriptor.reservedId() != 0
                ? "class of J-NVM itself, whose id has one layout"
                : LayoutChange.obstacle(inHeap, descriptor.layout());
        if (obstacle != null) {
            throw new ClassMismatchException("class is laid out otherwise in the heap: heap="
                    + space.file().path()
                    + ", class=" + inHeap.className() + ", first difference=[" + obstacle + "], in the heap=["
                    + oneLine(inHeap) + "], in the program=[" + oneLine(descriptor.layout())
                    + "]; fields can be added and reordered, not removed, renamed or given another type: run the"
                    + " program with the class as it was, or start a new heap");
        }
    }

    /** Sets an element of a table whose other elements stay; returns the table, or a larger one in its place. */
    private static ClassEntry[] with(ClassEntry[] entries, int index, ClassEntry entry) {
        ClassEntry[] table = index < entries.length ? entries : Arrays.copyOf(entries, index * 2);
        ELEMENT.setRelease(table, index, entry);
        return table;
    }

    private static String oneLine(ClassLayout layout) {
        return layout.text().replace("\n", "; ");
    }

    // Objects of the older versions of the class, and their records, stay what they are.
    private ClassEntry append(int reservedId, ClassLayout layout) {
        int id = reservedId != 0 ? reservedId : nextId;
        if (entry(id) != null) {
            throw new ClassMismatchException("class id is given to another class in the heap: heap="
                    + space.file().path() + ", id=" + id + ", class=" + layout.className()
                    + ", in the heap=" + entry(id).layout().className() + "; restore the file from a copy");
        }
        if (id > BlockLayout.CLASS_ID_MAX) {
            throw new ClassMismatchException(
                    "heap has no class id left: heap=" + space.file().path() + ", classes="
                            + (BlockLayout.CLASS_ID_MAX - BlockLayout.FIRST_USER_CLASS_ID + 1) + ", refused="
                            + layout.className() + ", version=" + layout.version() + "; use another heap for it");
        }
        records.append(id, layout.text());
        ClassEntry entry = new ClassEntry(id, layout);
        add(entry);
        if (id >= BlockLayout.FIRST_USER_CLASS_ID) {
            nextId = id + 1;
        }
        return entry;
    }

    private void add(ClassEntry entry) {
        byId = with(byId, entry.id(), entry);
        ClassEntry newest = byName.get(entry.layout().className());
        if (newest == null || newest.layout().version() < entry.layout().version()) {
            byName.put(entry.layout().className(), entry);
        }
    }

    /**
     * Returns the descriptor of a class in the heap, loading the class if it is one that may be.
     *
     * @param entry an entry of this table, of any version
     * @return the descriptor of the class; if {@code entry} is not what {@link #entry(ClassDescriptor)} tells for it,
     *     {@code entry} is an older version
     * @throws ClassMismatchException if the class is missing, or laid out otherwise
     */
    public ClassDescriptor descriptor(ClassEntry entry) {
        ClassDescriptor descriptor = entry.descriptor();
        if (descriptor == null) {
            ClassEntry newest = newest(entry.layout().className());
            descriptor = newest == null ? null : newest.descriptor(); // core's own classes have no record
        }
        if (descriptor == null) {
            descriptor = loader.load(entry.layout().className(), space.file().path());
            entry(descriptor);
        }
        return descriptor;
    }

    private synchronized ClassEntry newest(String className) {
        return byName.get(className);
    }

    /** Returns how many class ids are in use, those of core's own classes not counted. */
    public synchronized int size() {
        int count = 0;
        for (ClassEntry entry : byId) {
            count += entry != null && ReservedClass.coreLayout(entry.id()) == null ? 1 : 0;
        }
        return count;
    }
}
