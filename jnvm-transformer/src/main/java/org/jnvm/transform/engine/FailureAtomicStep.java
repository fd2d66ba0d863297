package org.jnvm.transform.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes methods and constructors failure-atomic blocks (T§4.7.2 step 8).
 *
 * <p>{@code faStart} at entry; {@code faEnd} before each return; {@code faFail} when an exception leaves, or
 * {@code faEnd} if the annotation says that it keeps the effects. A return
 * jumps to its {@code faEnd} behind the code of the method, so that no handler of the method catches a failed commit.
 */
final class FailureAtomicStep {
    private static final int NOT_WRAPPED = Opcodes.ACC_PRIVATE
            | Opcodes.ACC_STATIC
            | Opcodes.ACC_ABSTRACT
            | Opcodes.ACC_NATIVE
            | Opcodes.ACC_SYNTHETIC
            | Opcodes.ACC_BRIDGE;

    /** Methods of {@code PObject}: what the runtime calls, or the program to control persistence itself. */
    private static final Set<String> OF_POBJECT = Set.of(
            "addr()J",
            "heap()Lorg/jnvm/Heap;",
            "pwb()V",
            "pfence()V",
            "psync()V",
            "validate()V",
            "invalidate()V",
            "isValid()Z",
            "recover()V",
            "resurrect()V");

    private FailureAtomicStep() {}

    /**
     * Chooses the methods to wrap; to be applied before methods are generated.
     *
     * @throws org.jnvm.TransformException if an annotation is where it cannot be obeyed
     */
    static List<MethodNode> choose(ClassNode node, PersistentClass persistent) {
        List<MethodNode> chosen = new ArrayList<>();
        for (MethodNode method : node.methods) {
            boolean wanted = Annotations.find(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC) != null;
            boolean refused = Annotations.find(method.invisibleAnnotations, Names.NOT_FAILURE_ATOMIC_DESC) != null;
            if (wanted) {
                check(node, method, refused);
                chosen.add(method);
            } else if (!refused && persistent.failureAtomicMethods() && isWrappedByDefault(method, persistent)) {
                chosen.add(method);
            }
        }
        return chosen;
    }

    private static void check(ClassNode node, MethodNode method, boolean refused) {
        if (refused) {
            throw Problem.at(node, method, "both @FailureAtomic and @NotFailureAtomic stand on it; remove one of them");
        }
        if ((method.access & Opcodes.ACC_STATIC) != 0) {
            throw Problem.at(
                    node,
                    method,
                    "a static method cannot be @FailureAtomic, no object tells the heap; call"
                            + " Heap.atomically in it instead");
        }
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            throw Problem.at(
                    node, method, "a method without a body cannot be @FailureAtomic; annotate what implements it");
        }
    }

    /** Refuses {@code @FailureAtomic} in a class that is not persistent. */
    static void checkPlain(ClassNode node) {
        for (MethodNode method : node.methods) {
            if (Annotations.find(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC) != null) {
                throw Problem.at(
                        node,
                        method,
                        "@FailureAtomic needs a persistent class; annotate the class with @org.jnvm.Persistent, or call"
                                + " Heap.atomically");
            }
        }
    }

    private static boolean isWrappedByDefault(MethodNode method, PersistentClass persistent) {
        return (method.access & NOT_WRAPPED) == 0
                && !OF_POBJECT.contains(method.name + method.desc)
                && !isAccessor(method, persistent);
    }

    private static boolean isAccessor(MethodNode method, PersistentClass persistent) {
        for (PersistentClass c = persistent; c != null; c = c.superclass()) {
            for (PersistentField field : c.fields()) {
                boolean getter =
                        method.name.equals("get" + field.capitalised()) && method.desc.equals(field.getterDescriptor());
                boolean setter =
                        method.name.equals("set" + field.capitalised()) && method.desc.equals(field.setterDescriptor());
                if (getter || setter) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Wraps methods.
     *
     * @param methods those that {@link #choose} gave
     * @param flows the constructors
     */
    static void apply(List<MethodNode> methods, Map<MethodNode, ConstructorFlow> flows) {
        for (MethodNode method : methods) {
            wrap(method, bodyStart(flows.get(method)));
        }
    }

    /**
     * Returns the instruction after which the body begins, or null for the start of the method. An allocation opens the
     * block itself, so that what a failed constructor allocated is taken back.
     */
    private static AbstractInsnNode bodyStart(ConstructorFlow flow) {
        if (flow == null) {
            return null;
        }
        AbstractInsnNode call = flow.onlyCall();
        if (!isAllocation(call.getNext())) {
            return call;
        }
        MethodInsnNode allocation = (MethodInsnNode) call.getNext().getNext();
        allocation.name = Names.ALLOCATE_IN_BLOCK;
        allocation.desc = "(" + Names.PROXY_DESC + ")I";
        return allocation;
    }

    private static boolean isAllocation(AbstractInsnNode load) {
        return load != null
                && load.getNext() instanceof MethodInsnNode next
                && next.owner.equals(Names.ACCESS)
                && next.name.equals("allocate");
    }

    private static void wrap(MethodNode method, AbstractInsnNode before) {
        InsnList code = method.instructions;
        AbstractInsnNode first = before == null ? code.getFirst() : before.getNext();
        List<AbstractInsnNode> returns = new ArrayList<>();
        boolean anyInstruction = false;
        for (AbstractInsnNode insn = first; insn != null; insn = insn.getNext()) {
            int opcode = insn.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                returns.add(insn);
            }
            anyInstruction |= opcode >= 0;
        }
        if (!anyInstruction) {
            return;
        }
        int self = selfSlot(method);
        int depth = method.maxLocals++;
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        insertEntry(code, before, self, depth, start);
        InsnList exits = new InsnList();
        for (AbstractInsnNode exit : returns) {
            exits.add(moveOut(code, exit, self));
        }
        code.add(end);
        code.add(exits);
        code.add(handler);
        int thrown = method.maxLocals++;
        code.add(new VarInsnNode(Opcodes.ASTORE, thrown));
        LabelNode keep = new LabelNode();
        List<Type> kept = Annotations.types(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC, "commitOn");
        for (Type type : kept) {
            Code.append(
                    code,
                    new VarInsnNode(Opcodes.ALOAD, thrown),
                    new TypeInsnNode(Opcodes.INSTANCEOF, type.getInternalName()),
                    new JumpInsnNode(Opcodes.IFNE, keep));
        }
        leave(code, "faFail", self, thrown, depth);
        if (!kept.isEmpty()) {
            code.add(keep);
            leave(code, "faEnd", self, thrown, depth);
        }
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
    }

    /** Ends the block, and throws what was caught. */
    private static void leave(InsnList code, String how, int self, int thrown, int depth) {
        Code.append(
                code,
                new VarInsnNode(Opcodes.ALOAD, self),
                new VarInsnNode(Opcodes.ALOAD, thrown),
                new VarInsnNode(Opcodes.ILOAD, depth),
                Code.access(how, "(" + Names.PROXY_DESC + "Ljava/lang/Throwable;I)V"),
                new VarInsnNode(Opcodes.ALOAD, thrown),
                new InsnNode(Opcodes.ATHROW));
    }

    /** Returns the local variable that holds {@code this} to the end: 0, unless the code overwrites it. */
    private static int selfSlot(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.ASTORE && ((VarInsnNode) insn).var == 0) {
                return method.maxLocals++;
            }
        }
        return 0;
    }

    private static void insertEntry(InsnList code, AbstractInsnNode before, int self, int depth, LabelNode start) {
        InsnList entry = new InsnList();
        LineNumberNode line = before == null ? firstLine(code) : null;
        if (line != null) {
            LabelNode label = new LabelNode();
            entry.add(label);
            entry.add(new LineNumberNode(line.line, label));
        }
        if (opensBlock(before)) {
            entry.add(new VarInsnNode(Opcodes.ISTORE, depth));
        }
        if (self != 0) {
            entry.add(Code.loadThis());
            entry.add(new VarInsnNode(Opcodes.ASTORE, self));
        }
        if (!opensBlock(before)) {
            entry.add(Code.loadThis());
            entry.add(Code.access("faStart", "(" + Names.PROXY_DESC + ")I"));
            entry.add(new VarInsnNode(Opcodes.ISTORE, depth));
        }
        entry.add(start);
        if (before == null) {
            code.insert(entry);
        } else {
            code.insert(before, entry);
        }
    }

    private static boolean opensBlock(AbstractInsnNode before) {
        return before instanceof MethodInsnNode call && call.name.equals(Names.ALLOCATE_IN_BLOCK);
    }

    private static InsnList moveOut(InsnList code, AbstractInsnNode exit, int self) {
        InsnList moved = new InsnList();
        LabelNode label = new LabelNode();
        moved.add(label);
        LineNumberNode line = lineBefore(exit);
        if (line != null) {
            moved.add(new LineNumberNode(line.line, label));
        }
        moved.add(new VarInsnNode(Opcodes.ALOAD, self));
        moved.add(Code.access("faEnd", "(" + Names.PROXY_DESC + ")V"));
        moved.add(new InsnNode(exit.getOpcode()));
        code.set(exit, new JumpInsnNode(Opcodes.GOTO, label));
        return moved;
    }

    private static LineNumberNode firstLine(InsnList code) {
        for (AbstractInsnNode insn : code) {
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
