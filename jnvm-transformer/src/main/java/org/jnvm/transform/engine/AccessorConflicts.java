package org.jnvm.transform.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * Refuses subclasses that an accessor generated in a superclass would give another meaning: a method of a superclass
 * wins over a default method, so the program would silently call the accessor.
 */
final class AccessorConflicts {
    private final Hierarchy hierarchy;
    private final ClassNode node;

    AccessorConflicts(Hierarchy hierarchy, ClassNode node) {
        this.hierarchy = hierarchy;
        this.node = node;
    }

    /**
     * Checks a class whose superclasses have their accessors.
     *
     * @throws org.jnvm.TransformException if a default method would be hidden
     */
    void check(PersistentClass persistent) {
        for (PersistentClass c = persistent.superclass(); c != null; c = c.superclass()) {
            ClassInfo info = hierarchy.find(c.name());
            for (PersistentField field : c.fields()) {
                check(info, field, "get", field.getterDescriptor());
                check(info, field, "pwb", "()V");
                if (!field.isFinal()) {
                    check(info, field, "set", field.setterDescriptor());
                    check(info, field, "update", field.setterDescriptor());
                    check(info, field, "replace", field.setterDescriptor());
                }
            }
        }
    }

    private void check(ClassInfo declaring, PersistentField field, String prefix, String descriptor) {
        String name = prefix + field.capitalised();
        if (!isGenerated(declaring, field, prefix, descriptor) || isDeclaredBelow(declaring, name, descriptor)) {
            return;
        }
        String source = interfaceWithDefault(name, descriptor);
        if (source != null) {
            throw Problem.at(
                    node,
                    "inherits " + name + "() from interface " + Names.binary(source) + " and from "
                            + declaring.binaryName() + ", where it is the accessor of field " + field.name()
                            + " and would win; override " + name + "() here");
        }
    }

    /** An accessor under its plain name is the class's own method exactly if the generated one had to evade it. */
    private static boolean isGenerated(ClassInfo declaring, PersistentField field, String prefix, String descriptor) {
        boolean present = false;
        for (ClassInfo.Member method : declaring.methods()) {
            boolean sameParameters = Names.parameters(method.descriptor()).equals(Names.parameters(descriptor));
            if (sameParameters && method.name().equals("_" + prefix + field.capitalised())) {
                return false;
            }
            present |= method.name().equals(prefix + field.capitalised())
                    && method.descriptor().equals(descriptor);
        }
        return present;
    }

    private boolean isDeclaredBelow(ClassInfo declaring, String name, String descriptor) {
        ClassInfo c = hierarchy.find(node.name);
        for (; c != null && !c.name().equals(declaring.name()); c = hierarchy.superclass(c)) {
            if (declares(c, name, descriptor)) {
                return true;
            }
        }
        return false;
    }

    private String interfaceWithDefault(String name, String descriptor) {
        Deque<String> todo = new ArrayDeque<>(node.interfaces);
        Set<String> seen = new HashSet<>();
        while (!todo.isEmpty()) {
            String next = todo.pop();
            ClassInfo info = seen.add(next) ? hierarchy.find(next) : null;
            if (info != null) {
                if (declares(info, name, descriptor)) {
                    return info.name();
                }
                todo.addAll(info.interfaces());
            }
        }
        return null;
    }

    private static boolean declares(ClassInfo info, String name, String descriptor) {
        return info.methods().stream()
                .anyMatch(m -> m.name().equals(name)
                        && m.descriptor().equals(descriptor)
                        && !m.is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE));
    }
}
