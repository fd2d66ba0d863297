package org.jnvm.internal.heap;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapPoisonedException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.OwnedValues;
import org.jnvm.internal.object.Strings;
import org.jnvm.internal.value.StoredForms;
import org.jnvm.internal.value.ValueDecoder;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * What {@code toString} of a proxy says: class, address, generation, and the persistent fields by name, as the calling
 * thread sees them. References are named, not followed, but for strings. Never throws for what an object or heap is in.
 */
public final class ObjectText {
    private static final int FIELDS_MAX = 32;
    private static final int CHARS_MAX = 60;
    /** Enough bytes for {@link #CHARS_MAX} characters in any coder. */
    private static final int BYTES_MAX = 4 * CHARS_MAX;

    private final Proxy self;
    private final PersistentHeap heap;
    private final ObjectSpace space;
    private final StringBuilder out;
    /** Whether the value that was read last is a reference to an object that is no value of the field. */
    private boolean leadsToObject;

    private ObjectText(Proxy self, PersistentHeap heap, StringBuilder out) {
        this.self = self;
        this.heap = heap;
        this.space = heap.space();
        this.out = out;
    }

    /** Returns class, address and generation. */
    public static String identity(Proxy self) {
        return self.getClass().getSimpleName() + "@" + Reference.describe(self.$jnvm$ref());
    }

    /** Returns class, address, generation and fields. */
    public static String of(Proxy self) {
        return read(self, ObjectText::fields);
    }

    /**
     * Returns the fields by name: of an object that a field leads to a proxy, of all else the text that {@link #of} has.
     *
     * @return the fields; none if the object was freed, its heap is closed, or it has no persistent part yet
     */
    public static Map<String, @Nullable Object> fieldsOf(Proxy self) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        String text = read(self, reader -> reader.fields(fields));
        return text.endsWith(")") ? Map.of() : fields;
    }

    private static String read(Proxy self, Consumer<ObjectText> reader) {
        FieldRegion region = (FieldRegion) self.$jnvm$region();
        if (region == null) {
            return self.getClass().getSimpleName() + "(no persistent part yet)";
        }
        StringBuilder out = new StringBuilder(identity(self));
        int end = out.length();
        try {
            if (region.isFreed()) {
                return out.append("(freed)").toString();
            }
            PersistentHeap heap = (PersistentHeap) region.owner();
            heap.requireOpen();
            EpochSections.enter(); // what is there now keeps its bytes until the section ends, whoever frees it
            try {
                heap.space().header(self.$jnvm$ref());
                reader.accept(new ObjectText(self, heap, out));
            } finally {
                EpochSections.exit();
            }
        } catch (StaleObjectException e) { // also while the fields were read
            out.setLength(end);
            out.append("(freed)");
        } catch (HeapClosedException e) {
            out.setLength(end);
            out.append("(heap closed)");
        } catch (HeapPoisonedException e) {
            out.setLength(end);
            out.append("(heap poisoned)");
        } catch (InternalError e) {
            ((PersistentHeap) region.owner()).poison(e);
            out.setLength(end);
            out.append("(heap poisoned)");
        }
        return out.toString();
    }

    private void fields() {
        ClassLayout layout = self.$jnvm$descriptor().layout();
        List<ClassLayout.Field> fields = layout.fields();
        out.append('[');
        for (int i = 0; i < fields.size() && i < FIELDS_MAX; i++) {
            ClassLayout.Field field = fields.get(i);
            out.append(i == 0 ? "" : ", ").append(name(field, fields)).append('=');
            value(field);
        }
        if (fields.size() > FIELDS_MAX) {
            out.append(", ").append(fields.size() - FIELDS_MAX).append(" more");
        }
        ClassLayout.Tail tail = layout.tail();
        if (tail != null) {
            out.append(fields.isEmpty() ? "" : ", ").append(elementName(tail.type()));
            out.append('[')
                    .append(self.$jnvm$region().getLongAt(heapOffset(tail.lengthOffset())))
                    .append(']');
        }
        out.append(']');
    }

    private void fields(Map<String, @Nullable Object> into) {
        List<ClassLayout.Field> fields = self.$jnvm$descriptor().layout().fields();
        for (ClassLayout.Field field : fields) {
            into.put(name(field, fields), valueOrProxy(field));
        }
    }

    private @Nullable Object valueOrProxy(ClassLayout.Field field) {
        int start = out.length();
        value(field);
        String text = out.substring(start);
        out.setLength(start);
        if (!leadsToObject) {
            return text.equals("null") ? null : text;
        }
        leadsToObject = false;
        try {
            return heap.proxy(self.$jnvm$region().getLongAt(heapOffset(field.offset())));
        } catch (StaleObjectException | ClassMismatchException e) {
            return text; // freed meanwhile, or of a class that the program has not
        }
    }

    /** Returns the name of a field, qualified where a subclass hides the field of a superclass. */
    private static String name(ClassLayout.Field field, List<ClassLayout.Field> fields) {
        boolean hidden =
                fields.stream().anyMatch(other -> other != field && other.name().equals(field.name()));
        String declaring = field.declaringClass();
        return hidden
                ? declaring.substring(Math.max(declaring.lastIndexOf('.'), declaring.lastIndexOf('$')) + 1) + "."
                        + field.name()
                : field.name();
    }

    private long from(int off) {
        long[] blocks = off < BlockLayout.BLOCK_BYTES ? null : self.$jnvm$blocks();
        return self.$jnvm$region().far(self.$jnvm$ref(), blocks, off);
    }

    private long heapOffset(int off) {
        return Reference.offset(from(off)) + Region.within(off);
    }

    private void value(ClassLayout.Field field) {
        long from = from(field.offset());
        Region region = self.$jnvm$region().at(from);
        long pointer = region.pointer(from);
        int off = Region.within(field.offset());
        switch (field.type().charAt(0)) {
            case 'Z' -> out.append(region.getBoolean(pointer, off));
            case 'B' -> out.append(region.getByte(pointer, off));
            case 'S' -> out.append(region.getShort(pointer, off));
            case 'C' -> quote(String.valueOf(region.getChar(pointer, off)), '\'');
            case 'I' -> out.append(region.getInt(pointer, off));
            case 'F' -> out.append(region.getFloat(pointer, off));
            case 'J' -> out.append(region.getLong(pointer, off));
            case 'D' -> out.append(region.getDouble(pointer, off));
            case 'V' -> box(field.type(), region.getLong(pointer, off));
            case 'E' -> out.append(space.enums().name(region.getInt(pointer, off)));
            default -> reference(region.getLong(pointer, off));
        }
    }

    private void box(String type, long word) {
        Object value = StoredForms.boxed(type, word);
        if (value instanceof Character character) {
            quote(character.toString(), '\'');
        } else {
            out.append(value);
        }
    }

    private void reference(long ref) {
        if (ref == Reference.NULL) {
            out.append("null");
            return;
        }
        ObjectView target;
        try {
            target = space.viewLive(ref);
        } catch (StaleObjectException e) {
            out.append("freed@").append(Reference.describe(ref));
            return;
        }
        int id = BlockLayout.classId(target.header());
        if (id == ReservedClass.STRING) {
            string(target);
            return;
        }
        if (id == ReservedClass.LONG_BOX) {
            out.append(target.load(ValueLayout.BOX_VALUE_OFFSET));
            return;
        }
        if (id == ReservedClass.DOUBLE_BOX) {
            out.append(Double.longBitsToDouble(target.load(ValueLayout.BOX_VALUE_OFFSET)));
            return;
        }
        if (id == ReservedClass.VALUE) {
            ownedValue(target);
            return;
        }
        leadsToObject = true;
        ClassEntry entry = space.classes().entry(id);
        String name = entry == null ? "class " + id : entry.layout().className();
        out.append(name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1));
        out.append('@').append(Reference.describe(ref));
    }

    private void ownedValue(ObjectView view) {
        long length = view.load(ValueLayout.VALUE_LENGTH_OFFSET);
        if (length > BYTES_MAX) {
            out.append("value of ").append(length).append(" bytes");
            return;
        }
        String text = OwnedValues.describe(view, new ValueDecoder(space.enums(), new StoredForms()))
                .toString();
        out.append(text.length() > CHARS_MAX ? text.substring(0, CHARS_MAX) + "…" : text);
    }

    private void string(ObjectView view) {
        long length = view.load(ValueLayout.STRING_BYTES_OFFSET);
        byte[] bytes = new byte
                [(int) Math.max(
                        0, Math.min(length, Math.min(BYTES_MAX, view.tailCapacity(ValueLayout.STRING_TEXT_OFFSET))))];
        view.loadTail(ValueLayout.STRING_TEXT_OFFSET, bytes);
        int coder = view.loadByte(ValueLayout.STRING_CODER_OFFSET);
        String text = Strings.decode(bytes, coder);
        boolean cut = text.length() > CHARS_MAX || bytes.length < length;
        quote(cut ? text.substring(0, Math.min(text.length(), CHARS_MAX)) + "…" : text, '"');
    }

    private void quote(String text, char mark) {
        out.append(mark);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (c == mark) {
                        out.append('\\').append(c);
                    } else if (Character.isISOControl(c) || Character.isSurrogate(c) && mark == '\'') {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append(mark);
    }

    private static String elementName(char type) {
        return switch (type) {
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'S' -> "short";
            case 'C' -> "char";
            case 'I' -> "int";
            case 'F' -> "float";
            case 'J' -> "long";
            case 'D' -> "double";
            default -> "reference";
        };
    }
}
