package org.jnvm.transform.step;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Chooses the methods that become failure-atomic blocks: by their annotations, and by that of the class, which leaves out
 * {@linkplain ReadOnlyMethods those that write nothing}. What overrides a
 * method of {@code PObject} is called by the runtime, or by the program to control persistence itself, so it becomes one
 * only if it says so.
 */
final class FailureAtomicChoice extends Step {
    private static final int NOT_WRAPPED = Opcodes.ACC_PRIVATE
            | Opcodes.ACC_STATIC
            | Opcodes.ACC_ABSTRACT
            | Opcodes.ACC_NATIVE
            | Opcodes.ACC_SYNTHETIC
            | Opcodes.ACC_BRIDGE;

    FailureAtomicChoice(Subject subject) {
        super(subject);
    }

    /** To be applied before methods are generated. */
    @Override
    void apply() {
        ClassInfo info = hierarchy.find(node.name);
        List<MethodNode> chosen = new ArrayList<>();
        ReadOnlyMethods readOnly = new ReadOnlyMethods(node);
        for (MethodNode method : node.methods) {
            boolean wanted = Annotations.find(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC) != null;
            boolean refused = Annotations.find(method.invisibleAnnotations, Names.NOT_FAILURE_ATOMIC_DESC) != null;
            if (wanted) {
                check(method, refused);
                chosen.add(method);
            } else if (!refused
                    && persistent.failureAtomicMethods()
                    && !subject.methods().overrides(info, method)
                    && isWrappedByDefault(method)
                    && !readOnly.contains(method)) {
                chosen.add(method);
            }
        }
        subject.failureAtomic(chosen);
    }

    private void check(MethodNode method, boolean refused) {
        if (refused) {
            throw Problem.at(node, method, "both @FailureAtomic and @NotFailureAtomic stand on it; remove one of them");
        }
        if ((method.access & Opcodes.ACC_STATIC) != 0) {
            throw Problem.at(
                    node,
                    method,
                    "a static method cannot be @FailureAtomic, no object tells the heap; call"
                            + " Heap.atomically in it instead");
        }
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            throw Problem.at(
                    node, method, "a method without a body cannot be @FailureAtomic; annotate what implements it");
        }
    }

    /** Refuses {@code @FailureAtomic} in a class that is not persistent. */
    static void checkPlain(ClassNode node) {
        for (MethodNode method : node.methods) {
            if (Annotations.find(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC) != null) {
                throw Problem.at(
                        node,
                        method,
                        "@FailureAtomic needs a persistent class; annotate the class with @org.jnvm.Persistent, or call"
                                + " Heap.atomically");
            }
        }
    }

    private boolean isWrappedByDefault(MethodNode method) {
        return (method.access & NOT_WRAPPED) == 0 && !isAccessor(method);
    }

    private boolean isAccessor(MethodNode method) {
        for (PersistentClass c = persistent; c != null; c = c.superclass()) {
            for (PersistentField field : c.fields()) {
                boolean getter =
                        method.name.equals("get" + field.capitalised()) && method.desc.equals(field.getterDescriptor());
                boolean setter =
                        method.name.equals("set" + field.capitalised()) && method.desc.equals(field.setterDescriptor());
                if (getter || setter) {
                    return true;
                }
            }
        }
        return false;
    }
}
