package org.jnvm.transform.asm;

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
public final class Code {
    private Code() {}

    /** Makes a method without code. */
    public static MethodNode method(int access, String name, String descriptor) {
        return new MethodNode(access, name, descriptor, null, null);
    }

    public static AbstractInsnNode loadThis() {
        return new VarInsnNode(Opcodes.ALOAD, 0);
    }

    public static AbstractInsnNode push(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        }
        if (value == (byte) value) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        }
        return value == (short) value ? new IntInsnNode(Opcodes.SIPUSH, value) : new LdcInsnNode(value);
    }

    public static AbstractInsnNode load(String descriptor, int slot) {
        return new VarInsnNode(Type.getType(descriptor).getOpcode(Opcodes.ILOAD), slot);
    }

    public static AbstractInsnNode returns(String descriptor) {
        return new InsnNode(Type.getType(descriptor).getOpcode(Opcodes.IRETURN));
    }

    public static AbstractInsnNode callStatic(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    public static AbstractInsnNode call(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    /** Appends instructions. */
    public static void append(InsnList list, AbstractInsnNode... instructions) {
        for (AbstractInsnNode instruction : instructions) {
            list.add(instruction);
        }
    }

    public static boolean isConstructor(MethodNode method) {
        return method.name.equals("<init>");
    }
}
