package org.jnvm.transform.asm;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Tells whether a constructor may give {@code this} away: then the object can be reached though the constructor throws, and
 * must not be freed.
 *
 * <p>Given away is what is stored elsewhere, captured, or an argument; also by methods of the class that are called. Of
 * methods that are inherited all but those of {@code Object} are taken to do it; that a subclass overrides one is not seen.
 */
public final class EscapeOfThis {
    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

    private final ClassNode node;
    private final Set<MethodNode> seen = new HashSet<>();

    private EscapeOfThis(ClassNode node) {
        this.node = node;
    }

    /** Tells whether a constructor of a class does; to be asked before the class is changed. */
    public static boolean fromConstructors(ClassNode node) {
        EscapeOfThis escape = new EscapeOfThis(node);
        return node.methods.stream().filter(Code::isConstructor).anyMatch(escape::from);
    }

    private boolean from(MethodNode method) {
        if (!seen.add(method)) {
            return false;
        }
        if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            return true;
        }
        Frame<SourceValue>[] frames;
        try {
            frames = new Analyzer<>(new Copies()).analyze(node.name, method);
        } catch (AnalyzerException e) {
            return true;
        }
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null && givesAway(method.instructions.get(i), frames[i])) {
                return true;
            }
        }
        return false;
    }

    private boolean givesAway(AbstractInsnNode insn, Frame<SourceValue> frame) {
        return switch (insn.getOpcode()) {
            case Opcodes.PUTSTATIC, Opcodes.AASTORE -> isThis(frame, 0);
            case Opcodes.PUTFIELD -> isThis(frame, 0) && !(isThis(frame, 1) && isOwn((FieldInsnNode) insn));
            case Opcodes.INVOKEDYNAMIC -> {
                InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) insn;
                yield !dynamic.bsm.getOwner().equals(CONCATENATION) && anyArgumentIsThis(frame, dynamic.desc);
            }
            case Opcodes.INVOKESTATIC -> anyArgumentIsThis(frame, ((MethodInsnNode) insn).desc);
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKEINTERFACE ->
                givesAway((MethodInsnNode) insn, frame);
            default -> false;
        };
    }

    private boolean isOwn(FieldInsnNode access) {
        return access.owner.equals(node.name);
    }

    private boolean givesAway(MethodInsnNode call, Frame<SourceValue> frame) {
        if (anyArgumentIsThis(frame, call.desc)) {
            return true;
        }
        if (!isThis(frame, Type.getArgumentTypes(call.desc).length)) {
            return false;
        }
        if (call.name.equals("<init>")) { // its own are looked at anyway, the superclass was
            return false;
        }
        for (MethodNode method : node.methods) {
            if (method.name.equals(call.name) && method.desc.equals(call.desc)) {
                return from(method);
            }
        }
        return !(call.name.equals("getClass") || call.name.equals("hashCode"));
    }

    private static boolean anyArgumentIsThis(Frame<SourceValue> frame, String descriptor) {
        for (int above = 0; above < Type.getArgumentTypes(descriptor).length; above++) {
            if (isThis(frame, above)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThis(Frame<SourceValue> frame, int above) {
        return frame.getStack(frame.getStackSize() - 1 - above).insns.stream()
                .anyMatch(source ->
                        source instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD && load.var == 0);
    }

    /** Follows values through local variables, duplications and casts. */
    private static final class Copies extends SourceInterpreter {
        Copies() {
            super(Opcodes.ASM9);
        }

        @Override
        public SourceValue copyOperation(AbstractInsnNode insn, SourceValue value) {
            return insn instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD && load.var == 0
                    ? super.copyOperation(insn, value)
                    : value;
        }

        @Override
        public SourceValue unaryOperation(AbstractInsnNode insn, SourceValue value) {
            return insn.getOpcode() == Opcodes.CHECKCAST ? value : super.unaryOperation(insn, value);
        }
    }
}
