package org.jnvm.transform.asm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
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
 *
 * <p>The stack map frames of the body are kept, with the variables of the new code added. So no type has to be inferred,
 * which needs all classes that the body names.
 */
public final class MethodWrapper {
    private final String owner;
    private final MethodNode method;
    private final AbstractInsnNode before;
    private final List<AbstractInsnNode> returns = new ArrayList<>();
    private final boolean empty;
    /** What frames say of the variables of the new code, by slot. */
    private final Map<Integer, Object> variables = new TreeMap<>();

    private final boolean keepsThis;
    private int self;

    /**
     * Looks at a method.
     *
     * @param owner the internal name of its class
     * @param method the method, not static, with its frames expanded
     * @param before the instruction after which the body begins, or null for the start of the method
     */
    public MethodWrapper(String owner, MethodNode method, AbstractInsnNode before) {
        this.owner = owner;
        this.method = method;
        this.before = before;
        boolean any = false;
        for (AbstractInsnNode insn = first(); insn != null; insn = insn.getNext()) {
            int opcode = insn.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                returns.add(insn);
            }
            any |= opcode >= 0;
        }
        empty = !any;
        keepsThis = keepsThis();
    }

    /** Returns what the body begins with. */
    private AbstractInsnNode first() {
        return before == null ? method.instructions.getFirst() : before.getNext();
    }

    /** Tells whether local variable 0 is {@code this} to the end; other compilers than javac may use it for more. */
    private boolean keepsThis() {
        for (AbstractInsnNode insn = first(); insn != null; insn = insn.getNext()) {
            int opcode = insn.getOpcode();
            if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE && ((VarInsnNode) insn).var == 0) {
                return false;
            }
            if (insn instanceof FrameNode frame && (frame.local.isEmpty() || !owner.equals(frame.local.get(0)))) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether there is no instruction to wrap. */
    public boolean isEmpty() {
        return empty;
    }

    /**
     * Returns a local variable that no other code uses, for one slot. To be asked for before {@link #wrap} if the entry sets
     * it, else where it is set.
     *
     * @param type its type, as frames have it
     */
    public int newSlot(Object type) {
        int slot = method.maxLocals++;
        variables.put(slot, type);
        return slot;
    }

    /** Returns the local variable that holds {@code this} to the end: 0, unless the code overwrites it. */
    public int self() {
        if (self == 0 && !keepsThis) {
            self = newSlot(owner);
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
    public void wrap(InsnList entry, Consumer<InsnList> exit) {
        InsnList code = method.instructions;
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        for (AbstractInsnNode insn = first(); insn != null; insn = insn.getNext()) {
            if (insn instanceof FrameNode frame) {
                frame.local = withVariables(frame.local);
            }
        }
        insertEntry(entry, start);
        InsnList exits = new InsnList();
        returns.forEach(each -> exits.add(moveOut(each, exit)));
        code.add(end);
        code.add(exits);
        code.add(handler);
        code.add(frame(Names.THROWABLE));
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
    }

    /**
     * Makes the frame of a place behind the body, where the variables of the new code can be used, and none of the body.
     *
     * @param stack the types on the operand stack
     */
    public FrameNode frame(Object... stack) {
        List<Object> locals = withVariables(keepsThis ? List.of(owner) : List.of());
        return new FrameNode(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.length, stack);
    }

    /** The new variables lie behind those of the body. */
    private List<Object> withVariables(List<Object> locals) {
        List<Object> all = new ArrayList<>(locals);
        int slots = 0;
        for (Object type : locals) {
            slots += type.equals(Opcodes.LONG) || type.equals(Opcodes.DOUBLE) ? 2 : 1;
        }
        for (Map.Entry<Integer, Object> variable : variables.entrySet()) {
            for (; slots < variable.getKey(); slots++) {
                all.add(Opcodes.TOP);
            }
            all.add(variable.getValue());
            slots++;
        }
        return all;
    }

    /** Returns what a return instruction finds on the stack, as frames have it. */
    private Object[] result() {
        Type type = Type.getReturnType(method.desc);
        return switch (type.getSort()) {
            case Type.VOID -> new Object[0];
            case Type.LONG -> new Object[] {Opcodes.LONG};
            case Type.FLOAT -> new Object[] {Opcodes.FLOAT};
            case Type.DOUBLE -> new Object[] {Opcodes.DOUBLE};
            case Type.OBJECT, Type.ARRAY -> new Object[] {type.getInternalName()};
            default -> new Object[] {Opcodes.INTEGER};
        };
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
        moved.add(frame(result()));
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
