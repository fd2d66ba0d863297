package org.jnvm.transform.step;

import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.MethodWrapper;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets {@code synchronized} methods lock the object instead of one of its proxies. To be applied after failure-atomic
 * blocks, so that the lock is held until the block has ended. In a canonical class the proxy does.
 */
final class MonitorStep extends Step {
    MonitorStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        if (persistent.layout().canonical()) {
            return;
        }
        for (MethodNode method : node.methods) {
            int flags = method.access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE);
            if (flags == Opcodes.ACC_SYNCHRONIZED) {
                method.access &= ~Opcodes.ACC_SYNCHRONIZED;
                wrap(method);
            }
        }
    }

    private void wrap(MethodNode method) {
        MethodWrapper wrapper = new MethodWrapper(node.name, method, null);
        int monitor = wrapper.newSlot(Names.OBJECT);
        InsnList entry = new InsnList();
        Code.append(
                entry,
                Code.loadThis(),
                IdentityCalls.monitor(),
                new InsnNode(Opcodes.DUP),
                new VarInsnNode(Opcodes.ASTORE, monitor),
                new InsnNode(Opcodes.MONITORENTER));
        wrapper.wrap(entry, exit -> release(exit, monitor));
        release(method.instructions, monitor);
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
    }

    private static void release(InsnList code, int monitor) {
        Code.append(code, new VarInsnNode(Opcodes.ALOAD, monitor), new InsnNode(Opcodes.MONITOREXIT));
    }
}
