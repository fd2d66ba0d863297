package org.jnvm.internal.object;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import org.jnvm.Formerly;
import org.jnvm.internal.layout.Evolution;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.spi.ClassDescriptor;

/** What a class of the program and its persistent superclasses say of their past, together. */
final class Evolutions {
    /** The type of a reference to any object; by its name, as core knows no façade here. */
    private static final String ANY = "org.jnvm.PObject";

    private Evolutions() {}

    /** Returns what the program says of a class, which is initialised. */
    static Evolution of(ClassDescriptor descriptor) {
        ClassLoader loader = descriptor.type().getClassLoader();
        Evolution evolution = Evolution.of((from, to) -> accepts(className(from), className(to), from, loader));
        for (Class<?> c = descriptor.type(); c != null; c = c.getSuperclass()) {
            ClassDescriptor each = ClassDescriptor.of(c);
            if (each != null) {
                evolution.add(each.layout(), each.evolution());
            }
        }
        return evolution;
    }

    /** A field may be declared with the class under its new name, or with a supertype. */
    private static boolean accepts(String before, String now, String type, ClassLoader loader) {
        if (now.equals(ANY)) {
            return true;
        }
        Class<?> there = load(now, loader);
        if (there == null) {
            return false;
        }
        Class<?> then = load(before, loader);
        return isFormerly(there, before)
                || !ValueLayout.isEnumType(type) && then != null && there.isAssignableFrom(then);
    }

    private static String className(String type) {
        return type.substring(1, type.length() - 1);
    }

    /** Tells whether a class or an enum constant had a name. */
    static boolean isFormerly(AnnotatedElement declaration, String name) {
        Formerly formerly = declaration.getAnnotation(Formerly.class);
        return formerly != null && Arrays.asList(formerly.value()).contains(name);
    }

    /** Returns a class of the program, which is not initialised; null if there is none. */
    static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
