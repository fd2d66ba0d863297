package org.jnvm.transform.step;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.PersistentClass;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * A constructor, split at its call of {@code super(...)} or {@code this(...)}.
 *
 * <p>Found by data flow: the arguments of that call may make other objects, branch, and catch exceptions.
 */
final class ConstructorFlow {
    private final ClassNode node;
    private final MethodNode constructor;
    private final Frame<SourceValue>[] frames;
    private final List<MethodInsnNode> calls = new ArrayList<>();
    private final Set<AbstractInsnNode> prologue = new LinkedHashSet<>();

    ConstructorFlow(ClassNode node, MethodNode constructor) {
        this.node = node;
        this.constructor = constructor;
        try {
            this.frames = new Analyzer<>(new SourceInterpreter()).analyze(node.name, constructor);
        } catch (AnalyzerException e) {
            throw Problem.at(node, constructor, "invalid bytecode: " + e.getMessage() + "; compile it again");
        }
        for (AbstractInsnNode insn : constructor.instructions) {
            if (insn instanceof MethodInsnNode call && isConstructorCallOnThis(call)) {
                calls.add(call);
            }
        }
        walkPrologue();
    }

    private boolean isConstructorCallOnThis(MethodInsnNode call) {
        return call.getOpcode() == Opcodes.INVOKESPECIAL
                && call.name.equals("<init>")
                && isThis(call, Type.getArgumentTypes(call.desc).length);
    }

    /** Tells whether the operand below {@code above} others is {@code this}. */
    private boolean isThis(AbstractInsnNode insn, int above) {
        Frame<SourceValue> frame = frames[constructor.instructions.indexOf(insn)];
        if (frame == null) {
            return false;
        }
        Set<AbstractInsnNode> sources = frame.getStack(frame.getStackSize() - 1 - above).insns;
        return !sources.isEmpty()
                && sources.stream()
                        .allMatch(source -> source instanceof VarInsnNode load
                                && load.getOpcode() == Opcodes.ALOAD
                                && load.var == 0);
    }

    private void walkPrologue() {
        InsnList code = constructor.instructions;
        Deque<AbstractInsnNode> todo = new ArrayDeque<>();
        enqueue(code.getFirst(), todo);
        while (!todo.isEmpty()) {
            AbstractInsnNode insn = todo.pop();
            if (!prologue.add(insn) || calls.contains(insn)) {
                continue;
            }
            int index = code.indexOf(insn);
            for (TryCatchBlockNode block : constructor.tryCatchBlocks) {
                if (code.indexOf(block.start) <= index && index < code.indexOf(block.end)) {
                    enqueue(block.handler, todo);
                }
            }
            enqueueSuccessors(insn, todo);
        }
    }

    private static void enqueueSuccessors(AbstractInsnNode insn, Deque<AbstractInsnNode> todo) {
        int opcode = insn.getOpcode();
        if (insn instanceof JumpInsnNode jump) {
            enqueue(jump.label, todo);
        } else if (insn instanceof TableSwitchInsnNode choice) {
            enqueueAll(choice.labels, choice.dflt, todo);
            return;
        } else if (insn instanceof LookupSwitchInsnNode choice) {
            enqueueAll(choice.labels, choice.dflt, todo);
            return;
        }
        boolean ends = opcode == Opcodes.GOTO || opcode == Opcodes.ATHROW || opcode == Opcodes.RETURN;
        if (!ends) {
            enqueue(insn.getNext(), todo);
        }
    }

    private static void enqueueAll(List<LabelNode> labels, LabelNode otherwise, Deque<AbstractInsnNode> todo) {
        labels.forEach(label -> enqueue(label, todo));
        enqueue(otherwise, todo);
    }

    private static void enqueue(AbstractInsnNode insn, Deque<AbstractInsnNode> todo) {
        if (insn != null) {
            todo.push(insn);
        }
    }

    /** Returns the calls of {@code super(...)} or {@code this(...)}; javac makes exactly one. */
    List<MethodInsnNode> calls() {
        return calls;
    }

    /** Tells whether a call is one of {@code this(...)}. */
    boolean delegates(MethodInsnNode call) {
        return call.owner.equals(node.name);
    }

    /**
     * Returns the assignments to persistent fields before the object is allocated, which is right after {@code super(...)}.
     *
     * @param persistent the class
     */
    List<FieldInsnNode> earlyAssignments(PersistentClass persistent) {
        List<FieldInsnNode> found = new ArrayList<>();
        for (AbstractInsnNode insn : prologue) {
            if (insn instanceof FieldInsnNode access
                    && access.getOpcode() == Opcodes.PUTFIELD
                    && access.owner.equals(node.name)
                    && persistent.field(access.name, access.desc) != null
                    && isThis(access, 1)) {
                found.add(access);
            }
        }
        return found;
    }

    /**
     * Returns what comes last before the body: the call of {@code super(...)} or {@code this(...)}, or the allocation that
     * follows it.
     *
     * @return the instruction, or null if the body cannot be told from what comes before it
     */
    MethodInsnNode lastBeforeBody() {
        MethodInsnNode call = calls.size() == 1 ? calls.get(0) : null;
        int end = call == null ? -1 : constructor.instructions.indexOf(call);
        if (!prologue.stream().allMatch(insn -> constructor.instructions.indexOf(insn) <= end)) {
            return null;
        }
        AbstractInsnNode load = call.getNext();
        return load != null && load.getNext() instanceof MethodInsnNode next && isAllocation(next) ? next : call;
    }

    static boolean isAllocation(MethodInsnNode call) {
        return call.owner.equals(Names.ALLOCATION)
                && (call.name.equals("allocate") || call.name.equals(Names.ALLOCATE_IN_BLOCK));
    }
}
