package org.jnvm.transform.engine;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Instructions that several steps emit. */
final class Code {
    private Code() {}

    /** Makes a method without code. */
    static MethodNode method(int access, String name, String descriptor) {
        return new MethodNode(access, name, descriptor, null, null);
    }

    static AbstractInsnNode loadThis() {
        return new VarInsnNode(Opcodes.ALOAD, 0);
    }

    static AbstractInsnNode push(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        }
        if (value == (byte) value) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        }
        return value == (short) value ? new IntInsnNode(Opcodes.SIPUSH, value) : new LdcInsnNode(value);
    }

    static AbstractInsnNode load(String descriptor, int slot) {
        return new VarInsnNode(Type.getType(descriptor).getOpcode(Opcodes.ILOAD), slot);
    }

    static AbstractInsnNode returns(String descriptor) {
        return new InsnNode(Type.getType(descriptor).getOpcode(Opcodes.IRETURN));
    }

    static AbstractInsnNode callStatic(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    static AbstractInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    /** Appends instructions. */
    static void append(InsnList list, AbstractInsnNode... instructions) {
        for (AbstractInsnNode instruction : instructions) {
            list.add(instruction);
        }
    }

    static boolean isConstructor(MethodNode method) {
        return method.name.equals("<init>");
    }
}
