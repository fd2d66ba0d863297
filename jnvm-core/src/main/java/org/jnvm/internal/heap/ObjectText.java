package org.jnvm.internal.heap;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jnvm.HeapClosedException;
import org.jnvm.InvalidObjectException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

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
    private final ObjectSpace space;
    private final StringBuilder out;

    private ObjectText(Proxy self, ObjectSpace space, StringBuilder out) {
        this.self = self;
        this.space = space;
        this.out = out;
    }

    /** Returns class, address and generation. */
    public static String identity(Proxy self) {
        return self.getClass().getSimpleName() + "@" + Reference.describe(self.$jnvm$ref());
    }

    /** Returns class, address, generation and fields. */
    public static String of(Proxy self) {
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
            heap.space().header(self.$jnvm$ref());
            new ObjectText(self, heap.space(), out).fields();
        } catch (InvalidObjectException e) { // also while the fields were read
            out.setLength(end);
            out.append("(freed)");
        } catch (HeapClosedException e) {
            out.setLength(end);
            out.append("(heap closed)");
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

    /** Returns the name of a field, qualified where a subclass hides the field of a superclass. */
    private static String name(ClassLayout.Field field, List<ClassLayout.Field> fields) {
        boolean hidden =
                fields.stream().anyMatch(other -> other != field && other.name().equals(field.name()));
        return hidden ? simpleName(field.declaringClass()) + "." + field.name() : field.name();
    }

    private long heapOffset(int off) {
        long[] blocks = off < BlockLayout.BLOCK_BYTES ? null : self.$jnvm$blocks();
        return Reference.offset(Region.far(self.$jnvm$ref(), blocks, off)) + (off & BlockLayout.BLOCK_MASK);
    }

    private void value(ClassLayout.Field field) {
        long block = Reference.offset(Region.far(
                self.$jnvm$ref(),
                field.offset() < BlockLayout.BLOCK_BYTES ? null : self.$jnvm$blocks(),
                field.offset()));
        Region region = self.$jnvm$region().at(block);
        long place = region.place(block);
        int off = field.offset() & BlockLayout.BLOCK_MASK;
        switch (field.type().charAt(0)) {
            case 'Z' -> out.append(region.getBoolean(place, off));
            case 'B' -> out.append(region.getByte(place, off));
            case 'S' -> out.append(region.getShort(place, off));
            case 'C' -> quote(String.valueOf(region.getChar(place, off)), '\'');
            case 'I' -> out.append(region.getInt(place, off));
            case 'F' -> out.append(region.getFloat(place, off));
            case 'J' -> out.append(region.getLong(place, off));
            case 'D' -> out.append(region.getDouble(place, off));
            case 'V' -> box(field.type(), region.getLong(place, off));
            case 'E' -> {
                int id = region.getInt(place, off);
                out.append(id == 0 ? "null" : simpleName(field.type().replace(";", "")) + "#" + id);
            }
            default -> reference(region.getLong(place, off));
        }
    }

    /** A boxed value of at most 32 bits: in the low half of a word, whose bit 32 tells that it is not null. */
    private void box(String type, long word) {
        int value = (int) word;
        if ((word & 1L << 32) == 0) {
            out.append("null");
            return;
        }
        switch (type) {
            case "Vjava.lang.Boolean;" -> out.append(value != 0);
            case "Vjava.lang.Character;" -> quote(String.valueOf((char) value), '\'');
            case "Vjava.lang.Float;" -> out.append(Float.intBitsToFloat(value));
            default -> out.append(value);
        }
    }

    private static String simpleName(String binaryName) {
        return binaryName.substring(Math.max(binaryName.lastIndexOf('.'), binaryName.lastIndexOf('$')) + 1);
    }

    private void reference(long ref) {
        if (ref == Reference.NULL) {
            out.append("null");
            return;
        }
        boolean slot = Reference.kind(ref) == Reference.KIND_SLOT;
        long offset = Reference.offset(ref);
        if (slot && (offset & 7) != 0 || !space.file().isBlock(offset & -BlockLayout.BLOCK_BYTES)) {
            out.append("nothing@").append(Reference.describe(ref));
            return;
        }
        long header = space.load(offset); // of a block or a slot, which have the same bits
        int id = BlockLayout.classId(header);
        if (id == 0 || BlockLayout.generation(header) != Reference.generation(ref)) {
            out.append("freed@").append(Reference.describe(ref));
            return;
        }
        switch (id) {
            case ReservedClass.STRING -> string(ref, slot ? BlockLayout.next(header) : 0);
            case ReservedClass.LONG_BOX -> out.append(space.load(offset + 8));
            case ReservedClass.DOUBLE_BOX -> out.append(Double.longBitsToDouble(space.load(offset + 8)));
            default -> {
                ClassEntry entry = space.classes().entry(id);
                out.append(
                        entry == null
                                ? "class " + id
                                : simpleName(entry.layout().className()));
                out.append('@').append(Reference.describe(ref));
            }
        }
    }

    /** Shows the beginning of a string that lies in blocks, or in a slot of so many bytes. */
    private void string(long ref, long slotBytes) {
        long offset = Reference.offset(ref);
        long length = space.load(offset + ReservedClass.STRING_LENGTH_OFFSET);
        int text = ReservedClass.STRING_TEXT_OFFSET;
        ObjectView view = slotBytes == 0 ? space.view(ref) : null;
        long most = view != null ? view.tailCapacity(text) : Math.min(slotBytes, BlockLayout.BLOCK_BYTES) - text;
        byte[] bytes = new byte[(int) Math.max(0, Math.min(length, Math.min(BYTES_MAX, most)))];
        if (view != null) {
            view.loadTail(text, bytes);
        } else {
            space.chunk(offset).loadBytes(offset + text, bytes, 0, bytes.length);
        }
        String shown = switch (space.chunk(offset).loadByte(offset + ReservedClass.STRING_CODER_OFFSET)) {
            case 0 -> new String(bytes, StandardCharsets.ISO_8859_1);
            case 1 -> new String(bytes, StandardCharsets.UTF_8);
            default -> utf16(bytes);
        };
        boolean cut = shown.length() > CHARS_MAX || bytes.length < length;
        quote(cut ? shown.substring(0, Math.min(shown.length(), CHARS_MAX)) + "…" : shown, '"');
    }

    /** Decodes UTF-16, low byte first, unpaired surrogates included, which the JDK's decoder would replace. */
    private static String utf16(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length / 2);
        for (int i = 0; i + 1 < bytes.length; i += 2) {
            text.append((char) (bytes[i] & 0xFF | bytes[i + 1] << 8));
        }
        return text.toString();
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
                        out.append(String.format("\\u%04x", (int) c));
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
