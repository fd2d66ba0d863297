package org.jnvm.transform.corpus;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What a failure-atomic block undoes, as a model on the Java heap: the fields of objects that are not transient. */
final class Undo {
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

    /** Notes what the objects have in their fields. */
    static Undo of(Collection<?> objects) {
        Undo undo = new Undo();
        for (Object object : objects) {
            for (Field field : FIELDS.get(object.getClass())) {
                if (!Modifier.isTransient(field.getModifiers())) {
                    Object value = get(field, object);
                    undo.actions.add(() -> set(field, object, value));
                }
            }
        }
        return undo;
    }

    /** Restores all of it. */
    void run() {
        actions.forEach(Runnable::run);
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
