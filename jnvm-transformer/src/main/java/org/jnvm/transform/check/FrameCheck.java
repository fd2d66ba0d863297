package org.jnvm.transform.check;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.ClassTypes;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Checks a method as the JVM does (JVMS §4.10.1): once along its code, with the types that its stack map frames declare.
 *
 * <p>Types are not inferred, so that a class which is missing leaves open only what the JVM would load it for. It does not
 * tell objects apart whose constructor was not called yet.
 */
final class FrameCheck {
    private final ClassTypes types;
    private final Type owner;
    private final MethodNode method;
    /** What is declared, by the instruction that it stands before. */
    private final Map<AbstractInsnNode, Frame<BasicValue>> declared = new IdentityHashMap<>();

    /**
     * Prepares a check.
     *
     * @param types of the class
     * @param node the class
     * @param method a method of it, with its frames expanded
     */
    FrameCheck(ClassTypes types, ClassNode node, MethodNode method) {
        this.types = types;
        this.owner = Type.getObjectType(node.name);
        this.method = method;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode frame) {
                declared.put(real(insn), read(frame));
            }
        }
    }

    /**
     * Checks the method.
     *
     * @throws AnalyzerException if the JVM would refuse it, with the instruction
     */
    void run() throws AnalyzerException {
        Frame<BasicValue> current = atEntry();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() < 0) {
                continue;
            }
            Frame<BasicValue> frame = declared.get(insn);
            if (frame != null) {
                if (current != null) {
                    checkFlow(insn, current, insn);
                }
                current = new Frame<>(frame);
            } else if (current == null) {
                throw new AnalyzerException(insn, "no stack map frame behind an instruction that never goes on");
            }
            checkHandlers(insn, current);
            current.execute(insn, types);
            current = checkSuccessors(insn, current) ? current : null;
        }
        if (current != null) {
            throw new AnalyzerException(method.instructions.getLast(), "execution leaves the code");
        }
    }

    /** Checks where an instruction may jump to; returns whether it may go on to the next one. */
    private boolean checkSuccessors(AbstractInsnNode insn, Frame<BasicValue> after) throws AnalyzerException {
        if (insn instanceof JumpInsnNode jump) {
            checkFlow(insn, after, jump.label);
        } else if (insn instanceof TableSwitchInsnNode choice) {
            checkChoice(insn, after, choice.labels, choice.dflt);
            return false;
        } else if (insn instanceof LookupSwitchInsnNode choice) {
            checkChoice(insn, after, choice.labels, choice.dflt);
            return false;
        }
        int opcode = insn.getOpcode();
        boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        return !returns && opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW;
    }

    private void checkChoice(
            AbstractInsnNode insn, Frame<BasicValue> after, List<LabelNode> labels, LabelNode otherwise)
            throws AnalyzerException {
        for (LabelNode label : labels) {
            checkFlow(insn, after, label);
        }
        checkFlow(insn, after, otherwise);
    }

    private void checkHandlers(AbstractInsnNode insn, Frame<BasicValue> before) throws AnalyzerException {
        int index = method.instructions.indexOf(insn);
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (method.instructions.indexOf(block.start) <= index && index < method.instructions.indexOf(block.end)) {
                Frame<BasicValue> thrown = new Frame<>(before);
                thrown.clearStack();
                thrown.push(types.newValue(Type.getObjectType(block.type == null ? Names.THROWABLE : block.type)));
                checkFlow(insn, thrown, block.handler);
            }
        }
    }

    private void checkFlow(AbstractInsnNode from, Frame<BasicValue> frame, AbstractInsnNode to)
            throws AnalyzerException {
        Frame<BasicValue> target = declared.get(real(to));
        if (target == null) {
            throw new AnalyzerException(from, "no stack map frame where it leads to");
        }
        if (frame.getStackSize() != target.getStackSize()) {
            throw new AnalyzerException(
                    from, "stack of " + frame.getStackSize() + ", declared " + target.getStackSize());
        }
        for (int i = 0; i < frame.getLocals(); i++) {
            checkValue(from, "variable " + i, frame.getLocal(i), target.getLocal(i));
        }
        for (int i = 0; i < frame.getStackSize(); i++) {
            checkValue(from, "stack value " + i, frame.getStack(i), target.getStack(i));
        }
    }

    private void checkValue(AbstractInsnNode from, String what, BasicValue value, BasicValue expected)
            throws AnalyzerException {
        if (!types.isDeclaredBy(value, expected)) {
            throw new AnalyzerException(from, what + " is " + value + ", declared " + expected);
        }
    }

    private Frame<BasicValue> atEntry() {
        Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
        int slot = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            frame.setLocal(slot++, types.newValue(owner));
        }
        for (Type parameter : Type.getArgumentTypes(method.desc)) {
            slot = setLocal(frame, slot, types.newValue(parameter));
        }
        clearFrom(frame, slot);
        frame.setReturn(types.newReturnTypeValue(Type.getReturnType(method.desc)));
        return frame;
    }

    private Frame<BasicValue> read(FrameNode node) {
        Frame<BasicValue> frame = new Frame<>(method.maxLocals, method.maxStack);
        int slot = 0;
        for (Object type : node.local) {
            slot = setLocal(frame, slot, value(type));
        }
        clearFrom(frame, slot);
        node.stack.forEach(type -> frame.push(value(type)));
        frame.setReturn(types.newReturnTypeValue(Type.getReturnType(method.desc)));
        return frame;
    }

    private static int setLocal(Frame<BasicValue> frame, int slot, BasicValue value) {
        frame.setLocal(slot, value);
        if (value.getSize() == 2) {
            frame.setLocal(slot + 1, BasicValue.UNINITIALIZED_VALUE);
        }
        return slot + value.getSize();
    }

    private static void clearFrom(Frame<BasicValue> frame, int slot) {
        for (int i = slot; i < frame.getLocals(); i++) {
            frame.setLocal(i, BasicValue.UNINITIALIZED_VALUE);
        }
    }

    private BasicValue value(Object type) {
        if (type instanceof LabelNode created) {
            return types.newValue(Type.getObjectType(((TypeInsnNode) real(created)).desc));
        }
        if (type instanceof String name) {
            return types.newValue(Type.getObjectType(name));
        }
        if (type.equals(Opcodes.UNINITIALIZED_THIS)) {
            return types.newValue(owner);
        }
        if (type.equals(Opcodes.NULL)) {
            return types.newValue(Type.getObjectType("null"));
        }
        return type.equals(Opcodes.INTEGER)
                ? BasicValue.INT_VALUE
                : type.equals(Opcodes.LONG)
                        ? BasicValue.LONG_VALUE
                        : type.equals(Opcodes.FLOAT)
                                ? BasicValue.FLOAT_VALUE
                                : type.equals(Opcodes.DOUBLE)
                                        ? BasicValue.DOUBLE_VALUE
                                        : BasicValue.UNINITIALIZED_VALUE;
    }

    /** Returns the first instruction from one on that is more than a mark in the code. */
    private static AbstractInsnNode real(AbstractInsnNode from) {
        AbstractInsnNode insn = from;
        while (insn.getOpcode() < 0) {
            insn = insn.getNext();
        }
        return insn;
    }
}
