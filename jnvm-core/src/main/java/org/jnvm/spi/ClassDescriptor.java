package org.jnvm.spi;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.ClassMismatchException;
import org.jnvm.internal.layout.ClassLayout;
import org.jspecify.annotations.Nullable;

/**
 * A persistent class as the running program knows it: its layout and how to make its proxies.
 *
 * <p>Every persistent class registers one in its static initialiser. Immutable; safe for use by several threads.
 */
public final class ClassDescriptor {
    private static final AtomicInteger NEXT_INDEX = new AtomicInteger();
    /** Refers to classes weakly, so that a class loader can go; a class keeps its descriptor, in a static field. */
    private static final Map<Class<?>, WeakReference<ClassDescriptor>> REGISTERED =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Class<?> type;
    private final ClassLayout layout;
    private final @Nullable ProxyFactory factory;
    private final int index;
    private final int reservedId;
    private final boolean resurrects;
    private final boolean assignsEarly;
    private final String evolution;

    private ClassDescriptor(
            Class<?> type, ClassLayout layout, @Nullable ProxyFactory factory, int reservedId, String evolution) {
        this.type = type;
        this.layout = layout;
        this.evolution = evolution;
        this.factory = factory;
        this.reservedId = reservedId;
        Transformed stamp = type.getAnnotation(Transformed.class);
        this.resurrects = stamp == null || stamp.resurrects();
        this.assignsEarly = AssignsEarly.class.isAssignableFrom(type);
        this.index = NEXT_INDEX.getAndIncrement();
    }

    /**
     * Registers a class of the program; called once, by its static initialiser.
     *
     * @param type the persistent class
     * @param layout its layout, in the text form of {@code docs/FORMAT.md} (class records)
     * @param factory makes a proxy for an existing object; null for an abstract class
     * @return the descriptor
     * @throws IllegalArgumentException if the layout text is malformed or names another class
     * @throws ClassMismatchException if the layout was made for a superclass with other fields
     */
    public static ClassDescriptor register(Class<?> type, String layout, @Nullable ProxyFactory factory) {
        return register(type, layout, factory, 0, "");
    }

    /**
     * Registers a class of the program that says something of its past.
     *
     * @param type the persistent class
     * @param layout its layout
     * @param factory makes a proxy for an existing object; null for an abstract class
     * @param evolution how older objects get the values of its fields, in the text form of {@code
     *     org.jnvm.internal.layout.Evolution}
     * @return the descriptor
     */
    public static ClassDescriptor register(
            Class<?> type, String layout, @Nullable ProxyFactory factory, String evolution) {
        return register(type, layout, factory, 0, evolution);
    }

    /**
     * Registers a class whose class file is too old to name its resurrect constructor by a lambda.
     *
     * @param caller the look-up of the class, which is not abstract
     * @param layout its layout
     * @param evolution see {@link #register(Class, String, ProxyFactory, String)}; may be empty
     * @return the descriptor
     */
    public static ClassDescriptor register(MethodHandles.Lookup caller, String layout, String evolution) {
        Class<?> type = caller.lookupClass();
        try {
            MethodHandle constructor = caller.findConstructor(
                    type, MethodType.methodType(void.class, Region.class, long.class, long[].class));
            MethodType create = MethodType.methodType(Proxy.class, Region.class, long.class, long[].class);
            ProxyFactory factory = (ProxyFactory) LambdaMetafactory.metafactory(
                            caller, "create", MethodType.methodType(ProxyFactory.class), create, constructor, create)
                    .getTarget()
                    .invokeExact();
            return register(type, layout, factory, evolution);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException("class has no resurrect constructor: class=" + type.getName(), e);
        }
    }

    /**
     * Registers a class that has one of the class ids 1 to 63; for the data types of this project only.
     *
     * @param type the persistent class
     * @param layout its layout
     * @param factory makes a proxy for an existing object
     * @param reservedId the id, or 0 if each heap gives the class an id of its own
     * @return the descriptor
     */
    public static ClassDescriptor register(
            Class<?> type, String layout, @Nullable ProxyFactory factory, int reservedId) {
        return register(type, layout, factory, reservedId, "");
    }

    private static ClassDescriptor register(
            Class<?> type, String layout, @Nullable ProxyFactory factory, int reservedId, String evolution) {
        ClassLayout parsed = ClassLayout.parse(layout);
        if (!parsed.className().equals(type.getName())) {
            throw new IllegalArgumentException(
                    "layout names another class: class=" + type.getName() + ", layout=" + parsed.className());
        }
        checkInherited(type, parsed);
        ClassDescriptor descriptor = new ClassDescriptor(type, parsed, factory, reservedId, evolution);
        REGISTERED.put(Objects.requireNonNull(type), new WeakReference<>(descriptor));
        return descriptor;
    }

    /**
     * Refuses a class that was built when its superclass had other fields, as with a jar that was replaced: both would
     * use the same bytes of an object.
     */
    private static void checkInherited(Class<?> type, ClassLayout layout) {
        ClassDescriptor parent = null;
        for (Class<?> c = type.getSuperclass(); c != null && parent == null; c = c.getSuperclass()) {
            parent = of(c);
        }
        List<ClassLayout.Field> inherited = layout.fields().stream()
                .filter(field -> !field.declaringClass().equals(type.getName()))
                .toList();
        if (parent != null && !inherited.equals(parent.layout.fields())) {
            throw new ClassMismatchException("class was built when its superclass had other fields: class="
                    + type.getName() + ", then=" + inherited + ", now=" + parent.layout.fields()
                    + "; build it again, against the superclass it runs with");
        }
    }

    /**
     * Returns the descriptor that an initialised class registered.
     *
     * @param type a class
     * @return its descriptor, or null if it registered none
     */
    public static @Nullable ClassDescriptor of(Class<?> type) {
        WeakReference<ClassDescriptor> registered = REGISTERED.get(type);
        return registered == null ? null : registered.get();
    }

    /**
     * Returns the class that had a name, if it is registered.
     *
     * @param formerName a binary name
     * @param loader a class loader that must see the class
     * @return its descriptor, or null
     */
    public static @Nullable ClassDescriptor formerly(String formerName, ClassLoader loader) {
        List<WeakReference<ClassDescriptor>> registered;
        synchronized (REGISTERED) { // not while classes are loaded
            registered = List.copyOf(REGISTERED.values());
        }
        for (WeakReference<ClassDescriptor> reference : registered) {
            ClassDescriptor each = reference.get();
            if (each != null && each.layout.formerNames().contains(formerName) && each.isVisibleTo(loader)) {
                return each;
            }
        }
        return null;
    }

    private boolean isVisibleTo(ClassLoader loader) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Returns the persistent class. */
    public Class<?> type() {
        return type;
    }

    /** Returns the layout of the class; for core. */
    @SuppressWarnings("exports")
    public ClassLayout layout() {
        return layout;
    }

    /** Returns what the class says of its past, see {@link #register(Class, String, ProxyFactory, String)}; for core. */
    public String evolution() {
        return evolution;
    }

    /** Returns the factory of proxies, or null for an abstract class. */
    public @Nullable ProxyFactory factory() {
        return factory;
    }

    /** Returns a small number, unique in this JVM, by which heaps find the class's id in an array. */
    public int index() {
        return index;
    }

    /** Returns the reserved class id (1 to 63), or 0 if each heap gives the class an id of its own. */
    public int reservedId() {
        return reservedId;
    }

    /** Tells whether {@code resurrect()} is to be called of each new proxy; a class may have a method of its own so called. */
    public boolean resurrects() {
        return resurrects;
    }

    /** Tells whether proxies of the class are {@link AssignsEarly}. */
    public boolean assignsEarly() {
        return assignsEarly;
    }
}
