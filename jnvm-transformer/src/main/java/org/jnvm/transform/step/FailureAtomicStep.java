package org.jnvm.transform.step;

import java.util.List;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.MethodWrapper;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
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
final class FailureAtomicStep extends Step {
    FailureAtomicStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        for (MethodNode method : subject.failureAtomic()) {
            ConstructorFlow flow = subject.constructors().get(method);
            wrap(method, flow == null ? null : bodyStart(method, flow));
        }
    }

    /** An allocation opens the block itself, so that what a failed constructor allocated is taken back. */
    private AbstractInsnNode bodyStart(MethodNode constructor, ConstructorFlow flow) {
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

    private void wrap(MethodNode method, AbstractInsnNode before) {
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
