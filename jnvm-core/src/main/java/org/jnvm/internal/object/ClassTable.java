package org.jnvm.internal.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jnvm.ClassMismatchException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Evolution;
import org.jnvm.internal.layout.KnownLayouts;
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
    /** Of each class that has or had several names in this heap, all of them. */
    private final Map<String, Set<String>> families = new HashMap<>();
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
        families.clear();
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
            layout = KnownLayouts.parse(text);
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
        ClassLayout now = loader.layoutOf(nameNow(entry.layout().className()));
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
        Set<String> names = family(layout);
        ClassEntry entry = newestOf(names);
        if (entry == null) {
            entry = append(descriptor.reservedId(), layout);
        } else if (entry.descriptor() != null
                && entry.descriptor() != descriptor
                && !entry.layout().className().equals(layout.className())) {
            throw new ClassMismatchException("two classes have been one class in the heap: heap="
                    + space.file().path() + ", class=" + layout.className() + ", in use="
                    + entry.layout().className() + ", names=" + names
                    + "; give the class a name that no other class had in this heap");
        } else if (entry.descriptor() != null && entry.descriptor() != descriptor) {
            throw new ClassMismatchException("class is in use from another class loader: heap="
                    + space.file().path()
                    + ", class=" + layout.className() + ", in use from="
                    + entry.descriptor().type().getClassLoader() + ", refused from="
                    + descriptor.type().getClassLoader()
                    + "; load it by one class loader, or close the heap before the program is loaded again");
        } else if (!isOf(entry, layout, names)) {
            refuseUnlessConvertible(entry, descriptor);
            entry = append(
                    descriptor.reservedId(),
                    ClassLayout.parse(layout.textOfVersion(entry.layout().version() + 1)));
        }
        entry.bind(descriptor);
        byIndex = with(byIndex, descriptor.index(), entry);
        return entry;
    }

    /** Tells whether an entry is of a layout of the program, and says what names the class had in this heap. */
    private static boolean isOf(ClassEntry entry, ClassLayout layout, Set<String> names) {
        return entry.layout().sameBytes(layout)
                && (names.size() == 1 || entry.layout().formerNames().containsAll(layout.formerNames()));
    }

    /** Returns the names under which a class of the program may be in this heap. */
    private Set<String> family(ClassLayout layout) {
        Set<String> names = new TreeSet<>(families.getOrDefault(layout.className(), Set.of(layout.className())));
        for (String former : layout.formerNames()) {
            if (byName.containsKey(former)) {
                names.addAll(families.getOrDefault(former, Set.of(former)));
            }
        }
        return names;
    }

    private synchronized List<ClassEntry> history(ClassLayout layout) {
        return versions(family(layout));
    }

    private ClassEntry sameAs(ClassLayout layout) {
        for (ClassEntry entry : byId) {
            if (entry != null && entry.layout().sameBytes(layout)) {
                return entry;
            }
        }
        return null;
    }

    /** Returns the entry that was added last under any of some names, or null. */
    private ClassEntry newestOf(Set<String> names) {
        ClassEntry newest = null;
        for (String name : names) {
            ClassEntry each = byName.get(name);
            newest = newest == null || each != null && each.id() > newest.id() ? each : newest;
        }
        return newest;
    }

    /** Returns all layouts that a class has in this heap under some names, the oldest first. */
    private List<ClassEntry> versions(Set<String> names) {
        return Arrays.stream(byId)
                .filter(each -> each != null && names.contains(each.layout().className()))
                .sorted(Comparator.comparingInt(ClassEntry::id))
                .toList();
    }

    /**
     * Returns what becomes of objects of an older layout.
     *
     * @param old its entry
     * @param descriptor the class of the program
     */
    public synchronized LayoutChange change(ClassEntry old, ClassDescriptor descriptor) {
        ClassLayout layout = descriptor.layout();
        List<ClassLayout> between = new ArrayList<>();
        for (ClassEntry each : versions(family(layout))) {
            if (each.id() > old.id() && each.descriptor() != descriptor) {
                between.add(each.layout());
            }
        }
        return LayoutChange.of(old.layout(), between, layout, Evolutions.of(descriptor));
    }

    /**
     * Returns the entry here of a class of another heap: one of the same layout; or, if that heap knows how the layout
     * followed from the one here, a new one, with all that came between; or one of a later layout that its objects can be
     * converted to. Durable when it returns.
     *
     * @param source the other heap's table
     * @param other an entry of it
     * @return the entry; if its layout has not the {@linkplain ClassLayout#sameBytes same bytes}, a later version
     * @throws ClassMismatchException if the layouts do not follow from each other, or the heap has no class id left
     */
    public synchronized ClassEntry adopt(ClassTable source, ClassEntry other) {
        ClassLayout layout = other.layout();
        ClassEntry known = sameAs(layout);
        if (known != null) {
            return known;
        }
        int reservedId = other.id() < BlockLayout.FIRST_USER_CLASS_ID ? other.id() : 0;
        ClassEntry newest = newestOf(family(layout));
        if (reservedId != 0 && newest == null) {
            return append(reservedId, ClassLayout.parse(layout.textOfVersion(1)));
        }
        List<ClassEntry> history = source.history(layout);
        int next = history.size();
        while (next > 0 && (newest == null || !history.get(next - 1).layout().sameBytes(newest.layout()))) {
            next--;
        }
        if (reservedId == 0 && (newest == null || next > 0)) {
            int version = newest == null ? 0 : newest.layout().version();
            for (ClassEntry each : history.subList(next, history.size())) {
                version++;
                append(0, ClassLayout.parse(each.layout().textOfVersion(version)));
            }
            return sameAs(layout);
        }
        LayoutChange later = LayoutChange.of(newest.layout(), List.of(), layout, Evolution.NONE);
        if (reservedId == 0 && later.isPlain()) {
            return append(
                    0, ClassLayout.parse(layout.textOfVersion(newest.layout().version() + 1)));
        }
        if (reservedId != 0
                || !LayoutChange.of(layout, List.of(), newest.layout(), Evolution.NONE)
                        .isPlain()) {
            String obstacle = reservedId != 0
                    ? "class of J-NVM itself"
                    : later.obstacle() != null
                            ? later.obstacle()
                            : later.description().get(0);
            throw new ClassMismatchException("class is laid out otherwise in the heap: heap="
                    + space.file().path() + ", class=" + layout.className() + ", first difference=[" + obstacle
                    + "], in the heap=[" + oneLine(newest.layout()) + "], in the other heap=[" + oneLine(layout)
                    + "]; without the program, fields can only be added and reordered: use a heap of the same version of"
                    + " the program, or convert the older one by jnvm migrate first");
        }
        return newest;
    }

    /**
     * Adds a layout of a class that no program uses yet. Durable when it returns.
     *
     * @param reservedId the class id if it is a class of J-NVM, else 0
     * @param layout the layout
     * @return its entry
     * @throws IllegalArgumentException if the class has it, or a later one, already, or the id is not reserved
     */
    public synchronized ClassEntry define(int reservedId, ClassLayout layout) {
        ClassEntry known = byName.get(layout.className());
        boolean possible = reservedId == 0 || reservedId < BlockLayout.FIRST_USER_CLASS_ID && reservedId > 0;
        if (known != null && known.layout().version() >= layout.version() || !possible) {
            throw new IllegalArgumentException(
                    "layout out of order: heap=" + space.file().path() + ", class=" + layout.className() + ", version="
                            + layout.version() + ", class id=" + reservedId);
        }
        return append(reservedId, layout);
    }

    /**
     * Refuses a class of the program, as its first use would, to which objects of a layout cannot be converted; adds
     * nothing to the heap.
     *
     * @param old the entry of the layout
     * @param descriptor the class
     * @throws ClassMismatchException if they cannot
     */
    public synchronized void requireConvertible(ClassEntry old, ClassDescriptor descriptor) {
        ClassEntry newest = newestOf(family(descriptor.layout()));
        if (newest != null && !newest.layout().sameBytes(descriptor.layout())) {
            refuseUnlessConvertible(newest, descriptor);
        }
        LayoutChange change = change(old, descriptor);
        if (change.obstacle() != null) {
            throw mismatch(old, descriptor, change.obstacle(), change.remedy());
        }
    }

    private void refuseUnlessConvertible(ClassEntry inHeap, ClassDescriptor descriptor) {
        if (descriptor.reservedId() != 0) {
            throw mismatch(
                    inHeap,
                    descriptor,
                    "class of J-NVM itself, whose id has one layout",
                    "run the release of J-NVM that wrote the heap");
        }
        String nameInHeap = inHeap.layout().className();
        String name = descriptor.layout().className();
        if (!nameInHeap.equals(name) && !descriptor.layout().formerNames().contains(nameInHeap)) {
            throw mismatch(
                    inHeap,
                    descriptor,
                    "class has another name since: " + nameInHeap,
                    "run the release that renamed it, or write @Formerly(\"" + nameInHeap + "\") on the class");
        }
        LayoutChange change = change(inHeap, descriptor);
        if (change.obstacle() != null) {
            throw mismatch(inHeap, descriptor, change.obstacle(), change.remedy());
        }
        for (ClassEntry each : versions(family(descriptor.layout()))) {
            if (each.layout().sameBytes(descriptor.layout()) && !change.isReordering()) {
                throw mismatch(
                        inHeap,
                        descriptor,
                        "layout of an earlier release, as in version "
                                + each.layout().version() + "; "
                                + change.description().get(0),
                        "run the newer release; if this is the newer one, and takes the old layout up again, declare the"
                                + " fields in another order");
            }
        }
    }

    private ClassMismatchException mismatch(
            ClassEntry inHeap, ClassDescriptor descriptor, String difference, String remedy) {
        return new ClassMismatchException("class is laid out otherwise in the heap: heap="
                + space.file().path()
                + ", class=" + descriptor.layout().className() + ", first difference=[" + difference
                + "], in the heap=[" + oneLine(inHeap.layout()) + "], in the program=["
                + oneLine(descriptor.layout()) + "]; " + remedy + ", or run the program with the class as it was");
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
        if (!entry.layout().formerNames().isEmpty()) {
            Set<String> names = new TreeSet<>(entry.layout().formerNames());
            names.add(entry.layout().className());
            for (String name : Set.copyOf(names)) {
                names.addAll(families.getOrDefault(name, Set.of()));
            }
            names.forEach(name -> families.put(name, names));
        }
    }

    /** Returns the name under which a class of this heap was used last: its own, or a later one. */
    public synchronized String nameNow(String className) {
        Set<String> names = families.get(className);
        ClassEntry newest = names == null ? null : newestOf(names);
        return newest == null ? className : newest.layout().className();
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
            ClassEntry newest = newest(nameNow(entry.layout().className()));
            descriptor = newest == null ? null : newest.descriptor(); // core's own classes have no record
        }
        if (descriptor == null) {
            descriptor = program(entry, loader);
            entry(descriptor);
        }
        return descriptor;
    }

    /**
     * Returns the class of the program that objects of an entry become objects of, loading the class if it is one that may
     * be; adds nothing to the heap.
     *
     * @param entry an entry of this table, of any version
     * @param classes those of the program
     * @throws ClassMismatchException if the class is missing
     */
    public ClassDescriptor program(ClassEntry entry, PersistentClasses classes) {
        return classes.load(nameNow(entry.layout().className()), space.file().path());
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
