package org.jnvm.internal.object;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.value.ValueNames;
import org.jspecify.annotations.Nullable;

/**
 * The enum constants that a heap has ever held, by id: enum class and constant name. So the order of constants in a
 * class may change, and constants be added; what a heap holds is found by name.
 *
 * <p>A {@link RecordList}; nothing is ever removed. Look-ups are array loads one way
 * and a look-up by identity the other; safe for use by several threads.
 */
public final class EnumTable implements ValueNames {
    private static final class Entry {
        private final String className;
        private final String constantName;
        /** The constant, once it was asked for. */
        private volatile Enum<?> constant;

        private Entry(String className, String constantName) {
            this.className = className;
            this.constantName = constantName;
        }

        private String text() {
            return className + " " + constantName;
        }
    }

    private final ObjectSpace space;
    private final RecordList records;
    private final Map<String, Integer> idByText = new HashMap<>();
    private final Map<Enum<?>, Integer> idByConstant = new ConcurrentHashMap<>();
    /** Entry by id; ids begin at 1. */
    private volatile Entry[] byId = new Entry[16];

    private int nextId = 1;

    EnumTable(ObjectSpace space) {
        this.space = space;
        this.records =
                new RecordList(space, "table of enum constants", StateLayout.ENUMS_OFFSET, ReservedClass.ENUM_RECORD);
    }

    /** Reads the records; again, if a redo log was replayed since. Before any other use of the table. */
    public void load() {
        idByText.clear();
        byId = new Entry[16];
        nextId = 1;
        List<Entry> entries = new ArrayList<>(); // newest first
        records.read(new RecordList.Reader() {
            @Override
            public void read(long record, int id, String text) {
                String[] words = text.split(" ");
                if (space.damage() != null) {
                    addSound(record, id, words);
                    return;
                }
                nextId = entries.isEmpty() ? id + 1 : nextId;
                if (id <= 0 || id != nextId - 1 - entries.size() || words.length != 2) {
                    throw records.damaged("id out of order or malformed: id=" + id + ", text=" + text, record);
                }
                entries.add(new Entry(words[0], words[1]));
            }
        });
        if (space.damage() != null) {
            return;
        }
        if (entries.size() != nextId - 1) { // ids are given from 1 on, and no record is ever removed
            throw records.damaged("records are missing: oldest id=" + (nextId - entries.size()), Reference.NULL);
        }
        for (int id = entries.size(); id > 0; id--) {
            Entry entry = entries.get(entries.size() - id);
            if (idByText.containsKey(entry.text())) {
                throw records.damaged("constant given twice: id=" + id + ", text=" + entry.text(), Reference.NULL);
            }
            add(id, entry);
        }
    }

    /** Adds a record of a damaged table, of which others may be missing. */
    private void addSound(long record, int id, String[] words) {
        if (id <= 0 || id > space.file().bytes() >>> BlockLayout.BLOCK_SHIFT || words.length != 2) {
            throw records.damaged("id out of range, or malformed: id=" + id, record);
        }
        add(id, new Entry(words[0], words[1]));
    }

    /** Returns the name of a constant for people, also where its class is missing. */
    public String name(int id) {
        Entry entry = entry(id);
        return entry != null ? entry.constantName : id == 0 ? "null" : "unknown constant " + id;
    }

    private Entry entry(int id) {
        Entry[] entries = byId;
        return id > 0 && id < entries.length ? entries[id] : null;
    }

    private void add(int id, Entry entry) {
        Entry[] entries = byId;
        entries = id >= entries.length ? Arrays.copyOf(entries, Math.max(id + 1, id * 2)) : entries.clone();
        entries[id] = entry;
        byId = entries;
        idByText.put(entry.text(), id);
        nextId = Math.max(nextId, id + 1);
    }

    /**
     * Returns the id of a constant; the first time, adds it to the heap.
     *
     * @param constant a constant, or null
     * @return its id, 0 for null
     * @throws org.jnvm.HeapFullException if there is no room for another record
     */
    public int id(Enum<?> constant) {
        if (constant == null) {
            return 0;
        }
        Integer id = idByConstant.get(constant);
        return id != null ? id : bind(constant);
    }

    /**
     * Returns the id of a constant that the other table has, adding the constant if need be; durable when it returns.
     *
     * @param other the table of another heap
     * @param otherId an id that it has
     * @return the id here
     */
    public synchronized int adopt(EnumTable other, int otherId) {
        Entry entry = other.entry(otherId);
        return idOf(new Entry(entry.className, entry.constantName));
    }

    /** Tells whether there is a constant of that id. */
    public boolean has(int id) {
        return entry(id) != null;
    }

    // ---- names of values ----

    @Override
    public synchronized int number(String className, String form) {
        return idOf(new Entry(className, form));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Object constantOf(int number, Class<?> type) {
        return constant(number, (Class) type.asSubclass(Enum.class));
    }

    @Override
    public @Nullable String className(int number) {
        Entry entry = entry(number);
        return entry == null ? null : entry.className;
    }

    @Override
    public @Nullable String form(int number) {
        Entry entry = entry(number);
        return entry == null ? null : entry.constantName;
    }

    private int idOf(Entry entry) {
        Integer id = idByText.get(entry.text());
        return id == null ? append(entry) : id;
    }

    private synchronized int bind(Enum<?> constant) {
        int id = idOf(new Entry(constant.getDeclaringClass().getName(), constant.name()));
        idByConstant.put(constant, id);
        return id;
    }

    private int append(Entry entry) {
        int id = nextId;
        records.append(id, entry.text());
        add(id, entry);
        return id;
    }

    /**
     * Returns a constant.
     *
     * @param <E> the enum
     * @param id what a field holds
     * @param type the field's type
     * @return the constant, null for 0
     * @throws ClassMismatchException if the enum has no constant of that name any more
     * @throws HeapFormatException if the heap has no such id, or it is that of a constant of another enum
     */
    public <E extends Enum<E>> E constant(int id, Class<E> type) {
        if (id == 0) {
            return null;
        }
        Entry entry = entry(id);
        Enum<?> known = entry == null ? null : entry.constant;
        return known != null && known.getDeclaringClass() == type ? type.cast(known) : find(id, entry, type);
    }

    private <E extends Enum<E>> E find(int id, Entry entry, Class<E> type) {
        if (entry == null || !entry.className.equals(type.getName()) && !Evolutions.isFormerly(type, entry.className)) {
            throw new HeapFormatException("field holds no constant of its enum: heap="
                    + space.file().path() + ", enum=" + type.getName() + ", id=" + id + ", constant with that id="
                    + (entry == null ? "none" : entry.text()) + "; restore the file from a copy");
        }
        E found = named(entry.constantName, type);
        if (found != null) {
            entry.constant = found;
            return found;
        }
        throw new ClassMismatchException("enum has lost a constant that the heap holds: heap="
                + space.file().path() + ", enum=" + type.getName() + ", constant=" + entry.constantName
                + ", constants now="
                + Arrays.stream(type.getEnumConstants()).map(Enum::name).toList()
                + "; write @Formerly(\"" + entry.constantName + "\") on the constant that stands for it now, or add the"
                + " constant again");
    }

    /** Returns the constant of a name; else the one that had it, or replaces the one that had it. */
    private <E extends Enum<E>> E named(String name, Class<E> type) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        List<E> found = Arrays.stream(type.getEnumConstants())
                .filter(constant -> Evolutions.isFormerly(declaration(constant), name))
                .toList();
        if (found.size() > 1) {
            throw new ClassMismatchException("several constants stand for one that the heap holds: heap="
                    + space.file().path() + ", enum=" + type.getName() + ", constant=" + name + ", now="
                    + found.stream().map(Enum::name).toList()
                    + "; write @Formerly(\"" + name + "\") on one of them only");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    private static AnnotatedElement declaration(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getField(constant.name());
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e); // each constant has one
        }
    }
}
