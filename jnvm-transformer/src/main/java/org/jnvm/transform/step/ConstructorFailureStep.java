package org.jnvm.transform.step;

import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.MethodWrapper;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Frees an object whose constructor throws, as the collector does for other objects. To be applied after failure-atomic
 * blocks: what an exception undoes is undone before.
 */
final class ConstructorFailureStep extends Step {
    ConstructorFailureStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        if (persistent.leaksThis()) {
            return;
        }
        subject.constructors().forEach((constructor, flow) -> {
            AbstractInsnNode last = flow.lastBeforeBody();
            if (last != null && bodyMayThrow(last)) {
                wrap(constructor, last);
            }
        });
    }

    private static boolean bodyMayThrow(AbstractInsnNode before) {
        for (AbstractInsnNode insn = before.getNext(); insn != null; insn = insn.getNext()) {
            if (insn.getOpcode() >= 0 && insn.getOpcode() != Opcodes.RETURN) {
                return true;
            }
        }
        return false;
    }

    private void wrap(MethodNode constructor, AbstractInsnNode before) {
        MethodWrapper wrapper = new MethodWrapper(node.name, constructor, before);
        int self = wrapper.self();
        wrapper.wrap(new InsnList(), exit -> {});
        int thrown = wrapper.newSlot(Names.THROWABLE);
        Code.append(
                constructor.instructions,
                new VarInsnNode(Opcodes.ASTORE, thrown),
                new VarInsnNode(Opcodes.ALOAD, self),
                new VarInsnNode(Opcodes.ALOAD, thrown),
                Code.callStatic(
                        Names.ALLOCATION, "constructorFailed", "(" + Names.PROXY_DESC + "Ljava/lang/Throwable;)V"),
                new VarInsnNode(Opcodes.ALOAD, thrown),
                new InsnNode(Opcodes.ATHROW));
    }
}
