package org.jnvm.transform.check;

import org.jnvm.transform.RefusedException;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.Hierarchy;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentClasses;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.ClassReader;

/**
 * Refuses classes that were rewritten when a field was persistent and that were not compiled anew since it is not, or
 * has another type: their calls would fail at run time. Incremental compilers that look at signatures leave such
 * classes.
 */
public final class StaleAccessCheck {
    private static final int METHOD_REFERENCE_TAG = 10;

    private final Hierarchy hierarchy;
    private final PersistentClasses classes;

    public StaleAccessCheck(Hierarchy hierarchy, PersistentClasses classes) {
        this.hierarchy = hierarchy;
        this.classes = classes;
    }

    /**
     * Checks a class, by its constant pool.
     *
     * @param info the class
     * @param reader its class file
     * @throws RefusedException if it calls a hidden accessor that is no more
     */
    public void check(ClassInfo info, ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item != 0 && reader.readByte(item - 1) == METHOD_REFERENCE_TAG) {
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                String name = reader.readUTF8(nameAndType, buffer);
                if (PersistentField.isHiddenAccessor(name)) {
                    check(info, reader.readClass(item, buffer), name, reader.readUTF8(nameAndType + 2, buffer));
                }
            }
        }
    }

    private void check(ClassInfo info, String owner, String accessor, String descriptor) {
        for (ClassInfo c = hierarchy.find(owner); c != null; c = hierarchy.superclass(c)) {
            PersistentClass persistent = classes.find(c.name());
            if (persistent != null && has(persistent, accessor, descriptor)) {
                return;
            }
        }
        throw info.error(
                "accesses the field " + Names.binary(owner) + "." + accessor.substring(accessor.lastIndexOf('$') + 1)
                        + " as it was when it was persistent, with another type or in another class; compile it"
                        + " again");
    }

    private static boolean has(PersistentClass persistent, String accessor, String descriptor) {
        return persistent.fields().stream()
                .anyMatch(field -> field.hiddenGetter().equals(accessor)
                                && field.getterDescriptor().equals(descriptor)
                        || field.hiddenSetter().equals(accessor)
                                && field.setterDescriptor().equals(descriptor));
    }
}
