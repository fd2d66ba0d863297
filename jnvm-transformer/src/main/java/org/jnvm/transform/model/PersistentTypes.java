package org.jnvm.transform.model;

import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Tells by its static type whether a value may be a persistent object. */
public final class PersistentTypes {
    private static final int NEVER_EXTENDED = Opcodes.ACC_FINAL | Opcodes.ACC_ENUM | Opcodes.ACC_RECORD;

    private final Hierarchy hierarchy;

    public PersistentTypes(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /**
     * Decides about a type; where nothing is known, it may.
     *
     * @param type a type, null or that of {@code null} for a value that is never an object
     */
    public boolean mayBePersistent(Type type) {
        return type != null && type.getSort() == Type.OBJECT && mayBePersistent(type.getInternalName());
    }

    /** Decides about a class or interface. */
    public boolean mayBePersistent(String name) {
        if (name.equals("null")) {
            return false;
        }
        ClassInfo info = hierarchy.find(name);
        return info == null || (info.access() & NEVER_EXTENDED) == 0 || info.persistent() || isPersistent(name);
    }

    /** Tells whether all objects of a type are persistent. */
    public boolean isPersistent(String name) {
        ClassInfo info = hierarchy.find(name);
        return info != null
                && (info.persistent()
                        || hierarchy.extendsPersistent(info)
                        || hierarchy.derivesFrom(name, Names.POBJECT));
    }
}
