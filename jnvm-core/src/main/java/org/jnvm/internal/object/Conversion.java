package org.jnvm.internal.object;

import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jnvm.ClassMismatchException;
import org.jnvm.FieldConverter;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ClassLayout.Field;
import org.jnvm.internal.layout.FieldText;
import org.jnvm.internal.layout.LayoutChange;
import org.jnvm.internal.layout.LayoutChange.How;
import org.jnvm.internal.layout.LayoutChange.Step;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.layout.Widening;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

/**
 * How objects of one older layout of a class become objects of the one that the program has: which bytes move, which values
 * are made, and which are given up. Changes no object; {@link Migration} does. Safe for use by several threads.
 */
public final class Conversion {
    /**
     * A field whose value is not the bytes of an earlier one, and not zero.
     *
     * @param converter null if there is none
     * @param value of a field that was added its value, of another one what stands in for null; or null
     */
    private record Made(Step step, FieldConverter<Object, Object> converter, Object value) {}

    private final ObjectSpace space;
    private final LayoutChange change;
    private final ClassLoader loader;
    private final List<Step> copied = new ArrayList<>();
    private final List<Made> made = new ArrayList<>();
    /** Object offsets, in the older layout, of references to values that no field owns any more. */
    private final int[] givenUp;
    /** Those of them that own a value only if the reference says so. */
    private final Set<Integer> mayOwnOnly = new HashSet<>();

    private final OwnedValues values;

    /**
     * Prepares the conversion of objects.
     *
     * @param space the heap's objects
     * @param change a change without an obstacle
     * @param loader that of the program's class
     * @throws ClassMismatchException if a converter or an enum constant is missing
     */
    public Conversion(ObjectSpace space, LayoutChange change, ClassLoader loader) {
        this.space = space;
        this.change = change;
        this.loader = loader;
        this.values = new OwnedValues(space, new PersistentClasses());
        change.before().fields().stream()
                .filter(ClassLayout.Field::mayOwn)
                .forEach(field -> mayOwnOnly.add(field.offset()));
        for (Step step : change.steps()) {
            if (step.how() == How.COPIED && !isRenamedEnum(step)) {
                copied.add(step);
            } else if (step.from() != null || step.value() != null) {
                made.add(new Made(step, converter(step), value(step)));
            }
        }
        givenUp = Stream.concat(
                        change.dropped().stream(),
                        made.stream().map(each -> each.step().from()))
                .filter(field -> field != null && (field.isOwned() || field.mayOwn()))
                .mapToInt(Field::offset)
                .toArray();
    }

    /** Tells whether a field is of an enum that had another name, so that its constants have other ids now. */
    private static boolean isRenamedEnum(Step step) {
        return ValueLayout.isEnumType(step.to().type())
                && !step.to().type().equals(step.from().type());
    }

    /** Returns what is to be done. */
    public LayoutChange change() {
        return change;
    }

    /** Tells whether there is a value to be made which an object can refuse. */
    public boolean mayRefuse() {
        return made.stream().anyMatch(each -> each.step().how() != How.ADDED);
    }

    @SuppressWarnings("unchecked")
    private FieldConverter<Object, Object> converter(Step step) {
        if (step.converter() == null) {
            return null;
        }
        try {
            Constructor<?> constructor =
                    Class.forName(step.converter(), true, loader).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (FieldConverter<Object, Object>) constructor.newInstance();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new ClassMismatchException(
                    "converter of a field cannot be made: heap=" + space.file().path() + ", field=" + name(step)
                            + ", converter=" + step.converter() + ", error=" + e
                            + "; give it a constructor without parameters and, in a named module, open its package to"
                            + " org.jnvm.core",
                    e);
        }
    }

    private Object value(Step step) {
        String type = step.to().type();
        if (step.value() == null) {
            return null;
        }
        Object value = FieldText.parse(type, step.value());
        if (!ValueLayout.isEnumType(type)) {
            return value;
        }
        Class<?> declared = enumClass(type);
        if (declared != null) {
            for (Object constant : declared.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(value)) {
                    return constant;
                }
            }
        }
        throw new ClassMismatchException("enum has not the constant that a field gets in older objects: heap="
                + space.file().path() + ", field=" + name(step) + ", enum=" + type + ", constant=" + value
                + "; build the class and the enum together");
    }

    /** Returns the enum of a field, or null if the program has none of that name. */
    private Class<?> enumClass(String type) {
        Class<?> declared = Evolutions.load(type.substring(1, type.length() - 1), loader);
        return declared != null && declared.isEnum() ? declared : null;
    }

    private static String name(Step step) {
        return step.to().declaringClass() + '.' + step.to().name();
    }

    // ---- values ----

    /**
     * Makes the values of the fields that are not copied; changes nothing.
     *
     * @param object an object of the older layout
     * @return the values, for {@link #fill}
     * @throws ClassMismatchException if a field refuses the value of the object
     */
    public Object[] values(ObjectView object) {
        Object[] values = new Object[made.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(object, made.get(i));
        }
        return values;
    }

    private Object value(ObjectView object, Made field) {
        Step step = field.step();
        if (step.from() == null) {
            return field.value();
        }
        if (step.how() == How.COPIED) {
            return constant(object, step);
        }
        Object before = read(object, step.from());
        Object value = before;
        if (before != null) {
            value = field.converter() == null
                    ? Widening.widen(before, step.to().type())
                    : convert(object, field, before);
        }
        boolean primitive = step.to().type().length() == 1;
        if (value == null && primitive) {
            value = field.value();
        }
        if (value == null && primitive) {
            throw refused(
                    object,
                    step,
                    before,
                    "null for a primitive field",
                    "write @Default on the field, or set it in all objects with the release before",
                    null);
        }
        return value;
    }

    private Object convert(ObjectView object, Made field, Object before) {
        Step step = field.step();
        String remedy = "correct the converter " + step.converter();
        Object value;
        try {
            value = field.converter().convert(before);
        } catch (RuntimeException e) {
            throw refused(object, step, before, "converter threw " + e, remedy, e);
        }
        if (value == null || isOf(value, step.to().type())) {
            return value;
        }
        throw refused(
                object,
                step,
                before,
                "converter made an instance of " + value.getClass().getName(),
                remedy,
                null);
    }

    private boolean isOf(Object value, String type) {
        if (ValueLayout.isEnumType(type)) {
            Class<?> declared = enumClass(type);
            return declared != null && declared.isInstance(value);
        }
        if (type.startsWith("O") || ValueLayout.isTimeWordType(type)) {
            Class<?> declared = Evolutions.load(type.substring(1, type.length() - 1), loader);
            return declared != null && declared.isInstance(value) && values.isValue(value);
        }
        return switch (Widening.kind(type)) {
            case 'Z' -> value instanceof Boolean;
            case 'B' -> value instanceof Byte;
            case 'S' -> value instanceof Short;
            case 'C' -> value instanceof Character;
            case 'I' -> value instanceof Integer;
            case 'J' -> value instanceof Long;
            case 'F' -> value instanceof Float;
            case 'D' -> value instanceof Double;
            default -> value instanceof String && type.equals(ValueLayout.STRING_TYPE);
        };
    }

    private ClassMismatchException refused(
            ObjectView object, Step step, Object before, String why, String remedy, Throwable cause) {
        return new ClassMismatchException(
                "value of an older layout is refused: heap=" + space.file().path() + ", object="
                        + Reference.describe(object.ref()) + ", field=" + name(step) + ", type="
                        + step.to().type() + ", before=" + step.from().type() + " " + before + ", reason=" + why + "; "
                        + remedy,
                cause);
    }

    /** Reads a field of an object of the older layout: a box, a string, an enum constant or its name, or null. */
    private Object read(ObjectView object, Field field) {
        String type = field.type();
        long at = object.heapOffset(field.offset());
        MappedChunk chunk = space.chunk(at);
        if (ValueLayout.isEnumType(type)) {
            return readEnum(chunk.loadInt(at), type);
        }
        if (field.isOwned()) {
            return readOwned(reference(chunk, at), type);
        }
        if (field.mayOwn()) {
            long ref = reference(chunk, at);
            return Reference.isOwner(ref) ? values.read(ref) : null;
        }
        if (ValueLayout.isBoxWordType(type)) {
            return ValueLayout.boxed(type, chunk.loadLong(at));
        }
        return switch (type.charAt(0)) {
            case 'Z', 'B' -> ofBits(type, chunk.loadByte(at));
            case 'S', 'C' -> ofBits(type, chunk.loadShort(at));
            case 'I', 'F' -> ofBits(type, chunk.loadInt(at));
            default -> ofBits(type, chunk.loadLong(at));
        };
    }

    /** Returns the reference in a field; null for one that a crash has left there and recovery takes away. */
    private long reference(MappedChunk chunk, long at) {
        long ref = chunk.loadLong(at);
        return ref == Reference.NULL || space.isLeftByCrash(ref) ? Reference.NULL : ref;
    }

    private Object readOwned(long ref, String type) {
        if (ref == Reference.NULL) {
            return null;
        }
        if (type.equals(ValueLayout.STRING_TYPE)) {
            return Strings.read(space, ref);
        }
        Strings.requireClass(space, ref, boxClass(type));
        return ofBits(type, space.load(Reference.offset(ref) + ValueLayout.BOX_VALUE_OFFSET));
    }

    private static int boxClass(String type) {
        return type.equals(ValueLayout.LONG_TYPE) ? ReservedClass.LONG_BOX : ReservedClass.DOUBLE_BOX;
    }

    private Object readEnum(int id, String type) {
        Class<?> declared = enumClass(type);
        if (declared == null) {
            return id == 0 ? null : space.enums().name(id);
        }
        return constant(id, declared);
    }

    /** Returns the constant of an enum that had another name. */
    private Object constant(ObjectView object, Step step) {
        Class<?> declared = enumClass(step.to().type());
        return declared == null ? null : constant(object.loadInt(step.from().offset()), declared);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object constant(int id, Class declared) {
        return space.enums().constant(id, declared);
    }

    private static Object ofBits(String type, long bits) {
        return switch (Widening.kind(type)) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'S' -> (short) bits;
            case 'C' -> (char) bits;
            case 'I' -> (int) bits;
            case 'J' -> bits;
            case 'F' -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    // ---- the object as it will be ----

    /**
     * Fills in the fields. Strings and boxes are made, valid and written back, and not fenced: until the object leads to
     * them a crash takes them back.
     *
     * @param image the bytes of the object as it will be, from object offset 0 on, all zero
     * @param object the object
     * @param values what {@link #values} returned
     * @param fresh gets the strings and boxes that were made, also if this throws
     * @throws org.jnvm.HeapFullException if there is no room
     */
    void fill(ByteBuffer image, ObjectView object, Object[] values, LongStack fresh) {
        for (Step step : copied) {
            copy(image, object, step);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                put(image, made.get(i).step().to(), values[i], fresh);
            }
        }
    }

    private void copy(ByteBuffer image, ObjectView object, Step step) {
        long at = object.heapOffset(step.from().offset());
        MappedChunk chunk = space.chunk(at);
        int to = step.to().offset();
        if (step.from().isReference()) {
            image.putLong(to, reference(chunk, at));
            return;
        }
        switch (ClassLayout.bytesOf(step.from().type().charAt(0))) {
            case 1 -> image.put(to, chunk.loadByte(at));
            case 2 -> image.putShort(to, chunk.loadShort(at));
            case 4 -> image.putInt(to, chunk.loadInt(at));
            default -> image.putLong(to, chunk.loadLong(at));
        }
    }

    private void put(ByteBuffer image, Field field, Object value, LongStack fresh) {
        String type = field.type();
        int at = field.offset();
        if (value instanceof Enum<?> constant && !field.mayOwn()) {
            image.putInt(at, space.enums().id(constant));
        } else if (field.mayOwn()) {
            image.putLong(at, Reference.owner(publish(this.values.create(value), fresh)));
        } else if (ValueLayout.isTimeWordType(type)) {
            image.putLong(at, ValueLayout.word(value));
        } else if (value instanceof String text) {
            image.putLong(at, publish(Strings.create(space, text), fresh));
        } else if (field.isOwned()) {
            ObjectView box = space.createPacked(boxClass(type), ValueLayout.BOX_BYTES);
            box.store(ValueLayout.BOX_VALUE_OFFSET, ValueLayout.bits(value));
            image.putLong(at, publish(box, fresh));
        } else if (ValueLayout.isBoxWordType(type)) {
            image.putLong(at, ValueLayout.PRESENT | ValueLayout.bits(value) & 0xFFFF_FFFFL);
        } else {
            long bits = ValueLayout.bits(value);
            switch (ClassLayout.bytesOf(type.charAt(0))) {
                case 1 -> image.put(at, (byte) bits);
                case 2 -> image.putShort(at, (short) bits);
                case 4 -> image.putInt(at, (int) bits);
                default -> image.putLong(at, bits);
            }
        }
    }

    // persist-order: [value] < F1 of the commit, or the fence before the slot word < the object leads to it
    private static long publish(ObjectView value, LongStack fresh) {
        fresh.push(value.ref());
        value.setValid();
        value.pwb();
        return value.ref();
    }

    /** Returns the values that the object owns and will not own any more. */
    LongStack givenUp(ObjectView object) {
        LongStack values = new LongStack();
        for (int off : givenUp) {
            long at = object.heapOffset(off);
            long ref = reference(space.chunk(at), at);
            if (ref != Reference.NULL && (!mayOwnOnly.contains(off) || Reference.isOwner(ref))) {
                values.push(Reference.plain(ref));
            }
        }
        return values;
    }
}
