package org.jnvm.internal.value;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jnvm.JnvmException;
import org.jspecify.annotations.Nullable;

/** A record class: its components, how to read them, and how to make a record of them. */
final class RecordClass {
    private static final ClassValue<RecordClass> CLASSES = new ClassValue<>() {
        @Override
        protected RecordClass computeValue(Class<?> type) {
            return new RecordClass(type);
        }
    };

    private final Class<?> type;
    private final String[] names;
    private final Class<?>[] types;
    private final MethodHandle[] getters;
    private final MethodHandle constructor;

    private RecordClass(Class<?> type) {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        names = new String[components.length];
        types = new Class<?>[components.length];
        getters = new MethodHandle[components.length];
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            for (int i = 0; i < components.length; i++) {
                names[i] = components[i].getName();
                types[i] = components[i].getType();
                Method getter = components[i].getAccessor();
                getter.setAccessible(true);
                getters[i] = lookup.unreflect(getter).asType(MethodType.methodType(Object.class, Object.class));
            }
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = lookup.unreflectConstructor(canonical)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            throw new JnvmException(
                    "record cannot be used as a value: class=" + type.getName() + ", error=" + e
                            + "; open its package to J-NVM: \"opens " + type.getPackageName()
                            + " to org.jnvm.core\" in module-info.java",
                    e);
        }
    }

    /** Returns what is known of a record class. */
    static RecordClass of(Class<?> type) {
        return CLASSES.get(type);
    }

    String[] names() {
        return names;
    }

    Object get(Object value, int component) {
        try {
            return (Object) getters[component].invokeExact(value);
        } catch (Throwable e) {
            throw failed("accessor " + names[component], e);
        }
    }

    /**
     * Makes a record.
     *
     * @param present the components that are given
     * @param values their values; a component that is not given is zero or null
     */
    Object make(String[] present, Object[] values) {
        Object[] arguments = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            int at = i < present.length && present[i].equals(names[i]) ? i : indexOf(present, names[i]);
            arguments[i] = argument(i, at < 0 ? null : values[at]);
        }
        try {
            return (Object) constructor.invokeExact(arguments);
        } catch (Throwable e) {
            throw failed("constructor", e);
        }
    }

    private static int indexOf(String[] names, String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private @Nullable Object argument(int component, @Nullable Object value) {
        Class<?> wanted = types[component];
        Object argument = value == null ? zero(wanted) : value;
        if (argument instanceof Number number) {
            argument = widened(number, wanted);
        }
        if (argument != null
                && !MethodType.methodType(wanted).wrap().returnType().isInstance(argument)) {
            throw new JnvmException("component of a record has another type now: class=" + type.getName()
                    + ", component=" + names[component] + ", type=" + wanted.getName() + ", value in the heap="
                    + argument.getClass().getName()
                    + "; give the component its type again, or add one of another name");
        }
        return argument;
    }

    /** Returns a number as a type that can hold it whatever it is, if it is of a smaller one. */
    private static Object widened(Number number, Class<?> wanted) {
        boolean whole = number instanceof Integer || number instanceof Short || number instanceof Byte;
        if (whole && (wanted == long.class || wanted == Long.class)) {
            return number.longValue();
        }
        if (whole && (wanted == int.class || wanted == Integer.class)) {
            return number.intValue();
        }
        if ((whole || number instanceof Float) && (wanted == double.class || wanted == Double.class)) {
            return number.doubleValue();
        }
        return number;
    }

    /** Returns what a component is that is not given. */
    private static @Nullable Object zero(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    private JnvmException failed(String what, Throwable e) {
        if (e instanceof Error error && !(e instanceof AssertionError)) {
            throw error;
        }
        return new JnvmException(
                what + " of a record threw: class=" + type.getName() + ", error=" + e
                        + "; a record that is kept by value must take what it was made of",
                e);
    }
}
