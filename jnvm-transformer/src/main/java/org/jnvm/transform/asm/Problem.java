package org.jnvm.transform.asm;

import java.util.List;
import org.jnvm.TransformException;
import org.jnvm.transform.Finding;
import org.jnvm.transform.RefusedException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes build errors and warnings that say where in the source they are. Their texts have the form {@code cause;
 * remedy}.
 */
public final class Problem {
    private Problem() {}

    /** Makes the error of a class. */
    public static TransformException at(ClassNode node, String text) {
        return error(warning(node, text));
    }

    /** Makes the error of a field; its line is that of its initialiser, where there is one. */
    public static TransformException at(ClassNode node, String field, String text) {
        return error(warning(node, field, text));
    }

    /** Makes the error of a method. */
    public static TransformException at(ClassNode node, MethodNode method, String text) {
        return error(warning(node, method, text));
    }

    /** Makes the error of an instruction. */
    public static TransformException at(ClassNode node, MethodNode method, AbstractInsnNode insn, String text) {
        return error(warning(node, method, insn, text));
    }

    /** Makes the error of a file that is no class, or an error whose place is in its text. */
    public static TransformException in(String name, String text, Throwable cause) {
        return new RefusedException(List.of(Finding.of(name, "", "", 0, text)), cause);
    }

    /** Makes the warning of a class. */
    public static Finding warning(ClassNode node, String text) {
        return Finding.of(Names.binary(node.name), "", node.sourceFile, 0, text);
    }

    /** Makes the warning of a class of which the code does not matter. */
    public static Finding warning(String binaryName, String source, String text) {
        return Finding.of(binaryName, "", source, 0, text);
    }

    /** Makes the warning of a field. */
    public static Finding warning(ClassNode node, String field, String text) {
        return Finding.of(Names.binary(node.name), field, node.sourceFile, lineOfField(node, field), text);
    }

    /** Makes the warning of a method. */
    public static Finding warning(ClassNode node, MethodNode method, String text) {
        int line = firstLine(method.instructions);
        return Finding.of(Names.binary(node.name), method.name + "()", node.sourceFile, line, text);
    }

    /** Makes the warning of an instruction. */
    public static Finding warning(ClassNode node, MethodNode method, AbstractInsnNode insn, String text) {
        return Finding.of(Names.binary(node.name), method.name + "()", node.sourceFile, lineOf(insn), text);
    }

    /** Makes an exception of findings. */
    public static TransformException error(Finding finding) {
        return new RefusedException(List.of(finding), null);
    }

    /**
     * Returns the line of the first store of a field's initialiser, which stands where the field is declared; 0 if it has
     * none, as class files tell no lines of declarations.
     */
    private static int lineOfField(ClassNode node, String field) {
        for (MethodNode method : node.methods) {
            if (method.name.equals("<init>")) {
                int line = lineOfInitialiser(node, method, field);
                if (line > 0) {
                    return line;
                }
            }
        }
        return 0;
    }

    private static int lineOfInitialiser(ClassNode node, MethodNode constructor, String field) {
        int first = firstLine(constructor.instructions);
        int last = lineOfEnd(constructor);
        for (AbstractInsnNode insn : constructor.instructions) {
            if (insn instanceof FieldInsnNode access
                    && insn.getOpcode() == Opcodes.PUTFIELD
                    && access.owner.equals(node.name)
                    && access.name.equals(field)) {
                // javac puts initialisers behind super(...): their lines are not between those of the constructor
                int line = lineOf(insn);
                return line < first || line > last ? line : 0;
            }
        }
        return 0;
    }

    /** Returns the line of the brace that ends a constructor; 0 if it has none, as nobody wrote it. */
    private static int lineOfEnd(MethodNode constructor) {
        int end = 0;
        for (AbstractInsnNode insn : constructor.instructions) {
            if (insn.getOpcode() == Opcodes.RETURN) {
                AbstractInsnNode before = insn.getPrevious();
                while (before != null && before.getOpcode() < 0 && !(before instanceof LineNumberNode)) {
                    before = before.getPrevious();
                }
                end = before instanceof LineNumberNode line ? Math.max(end, line.line) : end;
            }
        }
        return end;
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
