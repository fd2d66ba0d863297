package org.jnvm.internal.value;

import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jnvm.ClassMismatchException;
import org.jnvm.JnvmException;
import org.jnvm.NotTransformedException;
import org.jnvm.ValueType;
import org.jnvm.internal.layout.ValueCode;
import org.jspecify.annotations.Nullable;

/**
 * The values of a heap: which objects of Java are values, their bytes, and their hashes, which are the same in each JVM. Safe for use by
 * several threads.
 */
public final class ValueCodec {
    /** Loads classes of the program that a heap names. */
    public interface Classes {
        /**
         * Returns an enum or a record class.
         *
         * @param name its name
         * @throws ClassMismatchException if the program has no such class
         */
        Class<?> load(String name);
    }

    private static final int NO_VALUE = -1;

    private final ValueNames names;
    private final Classes classes;
    private final ValueDecoder decoder;
    /** The codes of classes that were asked for. */
    private final ConcurrentMap<Class<?>, Integer> codes = new ConcurrentHashMap<>();
    /** The numbers of enum constants, of record classes, and of other classes. */
    private final ConcurrentMap<Object, Integer> numbers = new ConcurrentHashMap<>();
    /** Enum constants, and record classes, by their number. */
    private final ConcurrentMap<Integer, Object> byNumber = new ConcurrentHashMap<>();

    private volatile @Nullable ValueTypes types;

    /**
     * Makes the codec of a heap.
     *
     * @param names its table of names
     * @param classes loads classes
     */
    public ValueCodec(ValueNames names, Classes classes) {
        this.names = names;
        this.classes = classes;
        this.decoder = new ValueDecoder(names, new Forms());
    }

    // ---- which objects are values ----

    /** Tells whether an object is a value: a record may have components that are none. */
    public boolean isValue(@Nullable Object object) {
        return object != null && code(object) != NO_VALUE;
    }

    private int code(Object value) {
        if (value instanceof Enum<?>) {
            return ValueCode.ENUM;
        }
        Integer code = codes.get(value.getClass());
        return code != null ? code : codeOfNew(value.getClass());
    }

    private int codeOfNew(Class<?> type) {
        int code = ValueCode.of(type.getName());
        if (code == ValueCode.NULL) {
            boolean other = !type.isRecord() && types().of(type.getName()) != null;
            code = type.isRecord() ? ValueCode.RECORD : other ? ValueCode.OTHER : NO_VALUE;
        }
        codes.put(type, code);
        return code;
    }

    private ValueTypes types() {
        ValueTypes known = types;
        if (known == null) {
            known = new ValueTypes();
            types = known;
        }
        return known;
    }

    @SuppressWarnings("unchecked") // it was found by the name of the class
    private ValueType<Object> type(Class<?> type) {
        ValueType<Object> found = (ValueType<Object>) types().of(type.getName());
        if (found == null || found.type() != type) {
            throw new ClassMismatchException("class of a value was loaded twice: class=" + type.getName()
                    + ", class loader=" + type.getClassLoader()
                    + "; let one class loader load it and its org.jnvm.ValueType");
        }
        return found;
    }

    // ---- bytes ----

    /**
     * Writes a value.
     *
     * @param value a value
     * @return its bytes
     * @throws NotTransformedException if it is none, or a component of it
     */
    public byte[] encode(Object value) {
        ValueWriter out = new ValueWriter();
        write(out, value, 0);
        return out.toBytes();
    }

    private void write(ValueWriter out, @Nullable Object value, int level) {
        if (level > ValueCode.MOST_LEVELS) {
            throw new JnvmException("values lie too deep in each other: levels=" + ValueCode.MOST_LEVELS
                    + "; let a class annotated with @Persistent take the place of the record");
        }
        if (value == null) {
            out.writeByte(ValueCode.NULL);
            return;
        }
        int code = code(value);
        if (code == NO_VALUE) {
            throw new NotTransformedException(value);
        }
        out.writeByte(code);
        switch (code) {
            case ValueCode.ENUM -> out.writeInt(number((Enum<?>) value));
            case ValueCode.OPTIONAL -> write(out, ((Optional<?>) value).orElse(null), level + 1);
            case ValueCode.RECORD -> writeRecord(out, value, level);
            case ValueCode.OTHER -> writeOther(out, value);
            default -> BuiltInValues.write(out, code, value);
        }
    }

    private int number(Enum<?> constant) {
        Integer known = numbers.get(constant);
        if (known != null) {
            return known;
        }
        int number = names.number(constant.getDeclaringClass().getName(), constant.name());
        byNumber.put(number, constant);
        numbers.put(constant, number);
        return number;
    }

    private void writeRecord(ValueWriter out, Object value, int level) {
        RecordClass type = RecordClass.of(value.getClass());
        Integer number = numbers.get(value.getClass());
        if (number == null) {
            number = names.number(value.getClass().getName(), RecordForm.of(type.names()));
            byNumber.put(number, value.getClass());
            numbers.put(value.getClass(), number);
        }
        out.writeInt(number);
        for (int i = 0; i < type.names().length; i++) {
            write(out, type.get(value, i), level + 1);
        }
    }

    private void writeOther(ValueWriter out, Object value) {
        ValueType<Object> type = type(value.getClass());
        Integer number = numbers.get(value.getClass());
        if (number == null) {
            number = names.number(value.getClass().getName(), RecordForm.of(type.version()));
            numbers.put(value.getClass(), number);
        }
        out.writeInt(number);
        out.writeBytes(type.toBytes(value));
    }

    /**
     * Reads a value.
     *
     * @param bytes what {@link #encode} returned
     * @return the value
     * @throws MalformedValueException if the bytes are no value
     * @throws ClassMismatchException if its class is missing, or has changed
     */
    public Object decode(byte[] bytes) {
        return decoder.decode(bytes);
    }

    /** Returns the constant of an enum that was read or written before by its number; null if none was. */
    public @Nullable Object knownConstant(int number) {
        return byNumber.get(number) instanceof Enum<?> constant ? constant : null;
    }

    /** Makes what is read of the classes of the program. */
    private final class Forms implements ValueForms {
        @Override
        public Object constant(int number, String className, String name) {
            Object known = byNumber.get(number);
            if (known != null) {
                return known;
            }
            Class<?> type = classes.load(className);
            if (!type.isEnum()) {
                throw new ClassMismatchException("class of a value in the heap is no enum any more: class=" + className
                        + ", constant=" + name + "; make it an enum again, with that constant");
            }
            Object constant = names.constantOf(number, type);
            byNumber.put(number, constant);
            return constant;
        }

        @Override
        public Object record(int number, String className, String[] present, Object[] values) {
            Object known = byNumber.get(number);
            if (known == null) {
                known = classes.load(className);
                byNumber.put(number, known);
            }
            Class<?> type = (Class<?>) known;
            if (!type.isRecord()) {
                throw new ClassMismatchException("class of a value in the heap is no record any more: class="
                        + className + "; make it a record again, with an org.jnvm.ValueType if it must be a class");
            }
            return RecordClass.of(type).make(present, values);
        }

        @Override
        public Object other(String className, int version, byte[] bytes) {
            ValueType<?> type = types().of(className);
            if (type == null) {
                throw new ClassMismatchException("class of a value in the heap has no value type: class=" + className
                        + "; put its org.jnvm.ValueType on the class path, named in META-INF/services");
            }
            return type.fromBytes(bytes, version);
        }
    }

    // ---- hashes ----

    /**
     * Returns the hash code of a value that it is found by in hash tables of heaps: of values that are equal the same, in each JVM. Of
     * strings and boxes that of Java.
     */
    public int hashCode(Object value) {
        return hash(value, 0);
    }

    private int hash(@Nullable Object value, int level) {
        if (value == null || level > ValueCode.MOST_LEVELS) {
            return 0;
        }
        int code = code(value);
        return switch (code) {
            case ValueCode.ENUM -> ((Enum<?>) value).name().hashCode();
            case ValueCode.OPTIONAL -> hash(((Optional<?>) value).orElse(null), level + 1);
            case ValueCode.RECORD -> hashOfRecord(value, level);
            case ValueCode.OTHER -> hash(type(value.getClass()).toBytes(value));
            case NO_VALUE -> value.hashCode(); // looked for, and in no heap
            case ValueCode.UUID -> hash((UUID) value);
            case ValueCode.LOCAL_DATE -> PackedValue.hashOfSigned(((LocalDate) value).toEpochDay());
            default -> code <= ValueCode.STRING ? value.hashCode() : hashOfBuiltIn(code, value);
        };
    }

    private static int hash(UUID id) {
        return PackedValue.hash(PackedValue.hash(1, id.getMostSignificantBits()), id.getLeastSignificantBits());
    }

    private static int hashOfBuiltIn(int code, Object value) {
        ValueWriter out = new ValueWriter();
        BuiltInValues.write(out, code, value);
        return hash(out.toBytes());
    }

    private static int hash(byte[] bytes) {
        int hash = 1;
        for (byte b : bytes) {
            hash = 31 * hash + b;
        }
        return hash;
    }

    /** A component that is null or zero counts nothing: the same record without that component has the same hash. */
    private int hashOfRecord(Object value, int level) {
        RecordClass type = RecordClass.of(value.getClass());
        int hash = 0;
        for (int i = 0; i < type.names().length; i++) {
            Object part = type.get(value, i);
            int component = Boolean.FALSE.equals(part) ? 0 : hash(part, level + 1);
            hash += component == 0 ? 0 : component * (type.names()[i].hashCode() | 1);
        }
        return hash;
    }
}
