package org.jnvm.internal.inspect;

import java.util.HashMap;
import java.util.Map;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.Strings;

/**
 * Fills a new heap with objects by their layouts, without the classes of the program. Objects have ids, by which others may
 * refer to them before they are made. One thread.
 *
 * <p>Until {@link #finish} the heap holds references that lead nowhere: nobody else may see it before.
 */
public final class HeapBuilder {
    private final OfflineHeap target;
    private final NewObjects made;
    private final Map<String, ClassEntry> classes = new HashMap<>();

    /**
     * Begins to fill a heap.
     *
     * @param target a heap that was just created
     */
    public HeapBuilder(OfflineHeap target) {
        this.target = target;
        this.made = new NewObjects(target.heap());
    }

    /** Returns how many objects were made, without what collections and references own. */
    public long objects() {
        return made.count();
    }

    /**
     * Adds a layout, before the first object that has it; later ones of a class after earlier ones.
     *
     * @param reservedId the class id if it is a class of J-NVM, else 0
     * @param layout the layout
     * @throws IllegalArgumentException if the class has it, or a later one, already
     */
    public void addClass(int reservedId, ClassLayout layout) {
        ClassEntry entry = target.heap().space().classes().define(reservedId, layout);
        classes.put(key(layout.className(), layout.version()), entry);
    }

    /**
     * Begins an object.
     *
     * @param className its class
     * @param version the version of the layout
     * @return what the object is made with
     * @throws IllegalArgumentException if there is no such layout
     */
    public ObjectBuilder object(String className, int version) {
        ClassEntry entry = classes.get(key(className, version));
        if (entry == null) {
            throw new IllegalArgumentException(
                    "class whose layout is not given: class=" + className + ", version=" + version);
        }
        return new ObjectBuilder(made, entry);
    }

    /** Makes a string that is an object of its own. */
    public void string(ObjectId id, String text) {
        made.operate(() -> made.add(id, made.finish(Strings.create(made.space(), text))));
    }

    private static String key(String className, int version) {
        return className + " " + version;
    }

    /** Says that there is no object of an id: references to it become null. */
    public void leaveOut(ObjectId id) {
        made.leaveOut(id);
    }

    // persist-order: [contents and valid bits of all objects] < pfence < [root entry] < pfence < [slot] < psync
    //   Until a slot nothing reaches any object, and the file has not its name yet.
    /**
     * Gives objects what they refer to by ids, and makes the roots. Durable when it returns.
     *
     * @param roots by name, the objects
     * @throws IllegalArgumentException if there is no object of an id
     */
    public void finish(Map<String, ObjectId> roots) {
        made.operate(() -> {
            made.resolve();
            made.space().pfence();
        });
        roots.forEach((name, id) -> target.roots().putReference(name, made.get(id.id())));
    }
}
