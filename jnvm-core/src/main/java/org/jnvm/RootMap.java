package org.jnvm;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jnvm.internal.heap.Roots;
import org.jspecify.annotations.Nullable;

/**
 * The named entry points of a heap: an object survives iff it is valid and reachable from a root.
 *
 * <p>Safe for use by several threads. Takes part in the failure-atomic block of the calling thread: other threads see
 * its changes once it has committed.
 */
public final class RootMap {
    /** Where they are: always in one heap, or in the one that is the default at the time. */
    private final Supplier<Roots> where;

    RootMap(Supplier<Roots> where) {
        this.where = where;
    }

    private Roots roots() {
        return where.get();
    }

    /**
     * Tells whether there is a root of a name.
     *
     * @param name a name
     * @return whether {@link #get(String)} returns an object
     */
    public boolean exists(String name) {
        return roots().exists(name);
    }

    /**
     * Returns a root.
     *
     * @param name a name
     * @return its object, or null if there is none
     * @throws ClassMismatchException if the object's class is missing or laid out otherwise
     */
    public @Nullable Object get(String name) {
        return roots().get(name);
    }

    /**
     * Returns a root of a type.
     *
     * @param <T> the type
     * @param name a name
     * @param type the class that the object must be an instance of
     * @return its object, or null if there is none
     * @throws ClassMismatchException if the object is of another class
     */
    public <T> @Nullable T get(String name, Class<T> type) {
        Object found = get(name);
        if (found != null && !type.isInstance(found)) {
            throw new ClassMismatchException("root is of another class: root=" + name + ", class="
                    + found.getClass().getName() + ", expected=" + type.getName() + "; ask for its own class");
        }
        return type.cast(found);
    }

    /**
     * Sets a root. Writes back and validates every still invalid object that is reachable from the value. Whoever was
     * the root before is not freed.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits. Failure atomicity: after
     * a crash the root is the old value or the new one.
     *
     * @param name a name
     * @param value a persistent object of this heap
     * @throws NotTransformedException if the value is not persistent
     * @throws ForeignHeapException if the value is of another heap
     */
    public void put(String name, Object value) {
        roots().put(name, value);
    }

    /**
     * Sets a root weakly: without a fence, and without validating the value.
     *
     * <p>Durability: durable after the next {@code pfence} of this thread; the value survives a crash only once it was
     * validated.
     *
     * @param name a name
     * @param value a persistent object of this heap
     */
    public void wput(String name, Object value) {
        roots().wput(name, value);
    }

    /**
     * Removes a root. Its object is not freed; without another reference to it the next recovery does that.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @param name a name
     * @return whether there was one
     */
    public boolean remove(String name) {
        return roots().remove(name);
    }

    /** Returns the names of all roots at this moment, sorted; a copy. */
    public Set<String> names() {
        return new TreeSet<>(roots().names());
    }

    /** Returns the number of roots. */
    public int size() {
        return roots().names().size();
    }
}
