package org.jnvm.transform.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes methods and constructors failure-atomic blocks.
 *
 * <p>{@code faStart} at entry; {@code faEnd} before each return; {@code faFail} when an exception leaves, or
 * {@code faEnd} if the annotation says that it keeps the effects.
 */
final class FailureAtomicStep {
    private static final int NOT_WRAPPED = Opcodes.ACC_PRIVATE
            | Opcodes.ACC_STATIC
            | Opcodes.ACC_ABSTRACT
            | Opcodes.ACC_NATIVE
            | Opcodes.ACC_SYNTHETIC
            | Opcodes.ACC_BRIDGE;

    private FailureAtomicStep() {}

    /**
     * Chooses the methods to wrap; to be applied before methods are generated.
     *
     * @param node the class
     * @param persistent what it becomes
     * @param ofPObject tells which methods override one of {@code PObject}: what the runtime calls, or the program to control
     *     persistence itself
     * @throws org.jnvm.TransformException if an annotation is where it cannot be obeyed
     */
    static List<MethodNode> choose(ClassNode node, PersistentClass persistent, Predicate<MethodNode> ofPObject) {
        List<MethodNode> chosen = new ArrayList<>();
        for (MethodNode method : node.methods) {
            boolean wanted = Annotations.find(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC) != null;
            boolean refused = Annotations.find(method.invisibleAnnotations, Names.NOT_FAILURE_ATOMIC_DESC) != null;
            if (wanted) {
                check(node, method, refused);
                chosen.add(method);
            } else if (!refused
                    && persistent.failureAtomicMethods()
                    && !ofPObject.test(method)
                    && isWrappedByDefault(method, persistent)) {
                chosen.add(method);
            }
        }
        return chosen;
    }

    private static void check(ClassNode node, MethodNode method, boolean refused) {
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

    private static boolean isWrappedByDefault(MethodNode method, PersistentClass persistent) {
        return (method.access & NOT_WRAPPED) == 0 && !isAccessor(method, persistent);
    }

    private static boolean isAccessor(MethodNode method, PersistentClass persistent) {
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

    /**
     * Wraps methods.
     *
     * @param node the class
     * @param methods those that {@link #choose} gave
     * @param flows the constructors
     */
    static void apply(ClassNode node, List<MethodNode> methods, Map<MethodNode, ConstructorFlow> flows) {
        for (MethodNode method : methods) {
            ConstructorFlow flow = flows.get(method);
            wrap(node, method, flow == null ? null : bodyStart(node, method, flow));
        }
    }

    /** An allocation opens the block itself, so that what a failed constructor allocated is taken back. */
    private static AbstractInsnNode bodyStart(ClassNode node, MethodNode constructor, ConstructorFlow flow) {
        MethodInsnNode last = flow.lastBeforeBody();
        if (last == null) {
            throw Problem.at(
                    node,
                    constructor,
                    "a failure-atomic constructor must call super(...) or this(...) in exactly one place; annotate it"
                            + " with @NotFailureAtomic");
        }
        if (ConstructorFlow.isAllocation(last)) {
            last.name = Names.ALLOCATE_IN_BLOCK;
            last.desc = "(" + Names.PROXY_DESC + ")I";
        }
        return last;
    }

    private static void wrap(ClassNode node, MethodNode method, AbstractInsnNode before) {
        MethodWrapper wrapper = new MethodWrapper(node.name, method, before);
        if (wrapper.isEmpty()) {
            return;
        }
        int self = wrapper.self();
        int depth = wrapper.newSlot(Opcodes.INTEGER);
        boolean opened = before instanceof MethodInsnNode call && call.name.equals(Names.ALLOCATE_IN_BLOCK);
        InsnList entry = new InsnList();
        if (!opened) {
            entry.add(Code.loadThis());
            entry.add(Code.callStatic(Names.TRANSACTIONS, "faStart", "(" + Names.PROXY_DESC + ")I"));
        }
        entry.add(new VarInsnNode(Opcodes.ISTORE, depth));
        wrapper.wrap(entry, exit -> {
            exit.add(new VarInsnNode(Opcodes.ALOAD, self));
            exit.add(Code.callStatic(Names.TRANSACTIONS, "faEnd", "(" + Names.PROXY_DESC + ")V"));
        });

        InsnList code = method.instructions;
        int thrown = wrapper.newSlot(Names.THROWABLE);
        code.add(new VarInsnNode(Opcodes.ASTORE, thrown));
        LabelNode keep = new LabelNode();
        List<Type> kept = Annotations.types(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC, "commitOn");
        for (Type type : kept) {
            Code.append(
                    code,
                    new VarInsnNode(Opcodes.ALOAD, thrown),
                    new TypeInsnNode(Opcodes.INSTANCEOF, type.getInternalName()),
                    new JumpInsnNode(Opcodes.IFNE, keep));
        }
        leave(code, "faFail", self, thrown, depth);
        if (!kept.isEmpty()) {
            code.add(keep);
            code.add(wrapper.frame());
            leave(code, "faEnd", self, thrown, depth);
        }
    }

    /** Ends the block, and throws what was caught. */
    private static void leave(InsnList code, String how, int self, int thrown, int depth) {
        Code.append(
                code,
                new VarInsnNode(Opcodes.ALOAD, self),
                new VarInsnNode(Opcodes.ALOAD, thrown),
                new VarInsnNode(Opcodes.ILOAD, depth),
                Code.callStatic(Names.TRANSACTIONS, how, "(" + Names.PROXY_DESC + "Ljava/lang/Throwable;I)V"),
                new VarInsnNode(Opcodes.ALOAD, thrown),
                new InsnNode(Opcodes.ATHROW));
    }
}
