package org.jnvm.transform.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts code around the body of a method: before it, before each return, and where an exception leaves it.
 *
 * <p>A return jumps to its code behind the body, so that no handler of the method, the new one included, catches what that
 * code throws. What is wrapped again is wrapped around all of it.
 */
final class MethodWrapper {
    private final MethodNode method;
    private final AbstractInsnNode before;
    private final List<AbstractInsnNode> returns = new ArrayList<>();
    private final boolean empty;
    private int self;

    /**
     * Looks at a method.
     *
     * @param method the method
     * @param before the instruction after which the body begins, or null for the start of the method
     */
    MethodWrapper(MethodNode method, AbstractInsnNode before) {
        this.method = method;
        this.before = before;
        boolean any = false;
        AbstractInsnNode first = before == null ? method.instructions.getFirst() : before.getNext();
        for (AbstractInsnNode insn = first; insn != null; insn = insn.getNext()) {
            int opcode = insn.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                returns.add(insn);
            }
            any |= opcode >= 0;
        }
        empty = !any;
    }

    /** Tells whether there is no instruction to wrap. */
    boolean isEmpty() {
        return empty;
    }

    /** Returns a local variable that no other code uses, for one slot. */
    int newSlot() {
        return method.maxLocals++;
    }

    /** Returns the local variable that holds {@code this} to the end: 0, unless the code overwrites it. */
    int self() {
        for (AbstractInsnNode insn : method.instructions) {
            if (self == 0 && insn.getOpcode() == Opcodes.ASTORE && ((VarInsnNode) insn).var == 0) {
                self = newSlot();
            }
        }
        return self;
    }

    /**
     * Wraps the body. The code of the handler, which finds the exception on the stack, is to be added by the caller at the
     * end of the method.
     *
     * @param entry what comes first
     * @param exit adds what comes before each return, with the result on the stack
     */
    void wrap(InsnList entry, Consumer<InsnList> exit) {
        InsnList code = method.instructions;
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        insertEntry(entry, start);
        InsnList exits = new InsnList();
        returns.forEach(each -> exits.add(moveOut(each, exit)));
        code.add(end);
        code.add(exits);
        code.add(handler);
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
    }

    private void insertEntry(InsnList entry, LabelNode start) {
        InsnList all = new InsnList();
        LineNumberNode line = before == null ? firstLine() : null;
        if (line != null) {
            LabelNode label = new LabelNode();
            all.add(label);
            all.add(new LineNumberNode(line.line, label));
        }
        all.add(entry);
        if (self != 0) {
            all.add(Code.loadThis());
            all.add(new VarInsnNode(Opcodes.ASTORE, self));
        }
        all.add(start);
        if (before == null) {
            method.instructions.insert(all);
        } else {
            method.instructions.insert(before, all);
        }
    }

    private InsnList moveOut(AbstractInsnNode exit, Consumer<InsnList> work) {
        InsnList moved = new InsnList();
        LabelNode label = new LabelNode();
        moved.add(label);
        LineNumberNode line = lineBefore(exit);
        if (line != null) {
            moved.add(new LineNumberNode(line.line, label));
        }
        work.accept(moved);
        moved.add(new InsnNode(exit.getOpcode()));
        method.instructions.set(exit, new JumpInsnNode(Opcodes.GOTO, label));
        return moved;
    }

    private LineNumberNode firstLine() {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode line) {
                return line;
            }
        }
        return null;
    }

    private static LineNumberNode lineBefore(AbstractInsnNode insn) {
        for (AbstractInsnNode i = insn; i != null; i = i.getPrevious()) {
            if (i instanceof LineNumberNode line) {
                return line;
            }
        }
        return null;
    }
}
