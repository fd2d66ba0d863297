package org.jnvm.transform.engine;

import org.jnvm.TransformException;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Build errors that say where in the source they are: {@code Order.items (Order.java:12): cause; remedy}. */
final class Problem {
    private Problem() {}

    /** Makes the error of a class. */
    static TransformException at(ClassNode node, String text) {
        return new TransformException(Names.binary(node.name) + place(node, 0) + ": " + text);
    }

    /** Makes the error of a field; its line is that of its first assignment in a constructor, where there is one. */
    static TransformException at(ClassNode node, String field, String text) {
        return new TransformException(
                Names.binary(node.name) + "." + field + place(node, lineOfField(node, field)) + ": " + text);
    }

    /** Makes the error of a method. */
    static TransformException at(ClassNode node, MethodNode method, String text) {
        return new TransformException(describe(node, method) + ": " + text);
    }

    /** Makes the error of an instruction. */
    static TransformException at(ClassNode node, MethodNode method, AbstractInsnNode insn, String text) {
        return new TransformException(
                Names.binary(node.name) + "." + method.name + "()" + place(node, lineOf(insn)) + ": " + text);
    }

    /** Returns a method as errors and warnings name it. */
    static String describe(ClassNode node, MethodNode method) {
        return Names.binary(node.name) + "." + method.name + "()" + place(node, firstLine(method.instructions));
    }

    private static String place(ClassNode node, int line) {
        if (node.sourceFile == null) {
            return "";
        }
        return " (" + node.sourceFile + (line > 0 ? ":" + line : "") + ")";
    }

    private static int lineOfField(ClassNode node, String field) {
        for (MethodNode method : node.methods) {
            if (!method.name.equals("<init>")) {
                continue;
            }
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof FieldInsnNode access
                        && access.owner.equals(node.name)
                        && access.name.equals(field)) {
                    return lineOf(insn);
                }
            }
        }
        return 0;
    }

    private static int lineOf(AbstractInsnNode insn) {
        for (AbstractInsnNode i = insn; i != null; i = i.getPrevious()) {
            if (i instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }

    private static int firstLine(InsnList instructions) {
        for (AbstractInsnNode insn : instructions) {
            if (insn instanceof LineNumberNode line) {
                return line.line;
            }
        }
        return 0;
    }
}
