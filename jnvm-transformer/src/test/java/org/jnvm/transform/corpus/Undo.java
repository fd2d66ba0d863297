package org.jnvm.transform.corpus;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a failure-atomic block undoes, as a model on the Java heap: the fields of objects that are not transient. */
public final class Undo {
    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        fields.add(field);
                    }
                }
            }
            return List.copyOf(fields);
        }
    };

    private final List<Runnable> actions = new ArrayList<>();

    private Undo() {}

    /** Notes what the objects have in their fields, and collections in them. */
    public static Undo of(Collection<?> objects) {
        Undo undo = new Undo();
        for (Object object : objects) {
            if (object instanceof Collection<?> collection) {
                undo.actions.add(contents(collection));
                continue;
            }
            if (object instanceof Map<?, ?> map) {
                undo.actions.add(contents(map));
                continue;
            }
            for (Field field : FIELDS.get(object.getClass())) {
                if (!Modifier.isTransient(field.getModifiers())) {
                    Object value = get(field, object);
                    undo.actions.add(() -> set(field, object, value));
                }
            }
        }
        return undo;
    }

    private static <T> Runnable contents(Collection<T> collection) {
        List<T> before = new ArrayList<>(collection);
        return () -> {
            collection.clear();
            collection.addAll(before);
        };
    }

    private static <K, V> Runnable contents(Map<K, V> map) {
        Map<K, V> before = new LinkedHashMap<>(map);
        return () -> {
            map.clear();
            map.putAll(before);
        };
    }

    /** Restores all of it. */
    public void run() {
        actions.forEach(Runnable::run);
    }

    /** Sets the transient fields of an object to what they are when it is found again. */
    public static void clearTransientFields(Object object) {
        for (Field field : FIELDS.get(object.getClass())) {
            if (Modifier.isTransient(field.getModifiers())) {
                set(field, object, Array.get(Array.newInstance(field.getType(), 1), 0));
            }
        }
    }

    private static Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static void set(Field field, Object object, Object value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
