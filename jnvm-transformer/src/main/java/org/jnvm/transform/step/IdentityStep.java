package org.jnvm.transform.step;

import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.ClassTypes;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentTypes;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Makes what goes by the identity of an object mean the persistent object instead of its proxy: {@code ==},
 * {@code synchronized} blocks, {@code wait} and {@code notify}, {@code System.identityHashCode}, {@code super.equals},
 * {@code super.hashCode} and {@code super.clone} where they lead to {@code Object}.
 *
 * <p>Only where the static types, found by data flow, may be those of persistent objects. The calls leave the operand stack
 * as the instructions did, so the stack map frames of a class stay valid.
 */
final class IdentityStep extends Step {
    private final PersistentTypes types;

    IdentityStep(Subject subject) {
        super(subject);
        types = new PersistentTypes(hierarchy);
    }

    /** Tells whether a class has instructions that go by identity. */
    static boolean concerns(ClassReader reader) {
        Finder finder = new Finder();
        reader.accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return finder.found;
    }

    @Override
    void apply() {
        for (MethodNode method : node.methods) {
            boolean found = false;
            for (AbstractInsnNode insn : method.instructions) {
                found |= isByIdentity(insn);
            }
            if (found && new Rewriting(method).run()) {
                subject.rewroteIdentity();
            }
        }
    }

    private static boolean isByIdentity(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (insn instanceof MethodInsnNode call) {
            return isByIdentity(call);
        }
        return opcode == Opcodes.IF_ACMPEQ
                || opcode == Opcodes.IF_ACMPNE
                || opcode == Opcodes.MONITORENTER
                || opcode == Opcodes.MONITOREXIT
                || opcode == Opcodes.INVOKEDYNAMIC;
    }

    private static boolean isByIdentity(MethodInsnNode call) {
        return isSuperCall(call.getOpcode(), call.name, call.desc)
                || IdentityCalls.replacement(call) != null
                || IdentityCalls.comparesProxies(call);
    }

    private static boolean isSuperCall(int opcode, String name, String descriptor) {
        if (opcode != Opcodes.INVOKESPECIAL) {
            return false;
        }
        return switch (name) {
            case "equals" -> descriptor.equals("(" + Names.OBJECT_DESC + ")Z");
            case "hashCode" -> descriptor.equals("()I");
            case "clone" -> descriptor.equals("()" + Names.OBJECT_DESC);
            default -> false;
        };
    }

    /** One method with the types of its values. */
    private final class Rewriting {
        private final MethodNode method;
        private final Frame<BasicValue>[] frames;
        private boolean changed;

        Rewriting(MethodNode method) {
            this.method = method;
            this.frames = analyze();
        }

        /** Returns null if the method cannot be analysed, as some class that it names is missing: then all may be. */
        private Frame<BasicValue>[] analyze() {
            try {
                return new Analyzer<>(new ClassTypes(hierarchy, node)).analyze(node.name, method);
            } catch (AnalyzerException | RuntimeException e) {
                return null;
            }
        }

        boolean run() {
            AbstractInsnNode[] instructions = method.instructions.toArray();
            for (int i = 0; i < instructions.length; i++) {
                Frame<BasicValue> frame = frames == null ? null : frames[i];
                if (frames == null || frame != null) { // else it is never reached
                    rewrite(instructions[i], frame);
                }
            }
            return changed;
        }

        private void rewrite(AbstractInsnNode insn, Frame<BasicValue> frame) {
            switch (insn.getOpcode()) {
                case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
                    if (mayBePersistent(frame, 0) && mayBePersistent(frame, 1)) {
                        compare((JumpInsnNode) insn);
                    }
                }
                case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> {
                    if (!isDone(insn.getPrevious(), "monitor") && mayBePersistent(frame, 0)) {
                        method.instructions.insertBefore(insn, IdentityCalls.monitor());
                        changed = true;
                    }
                }
                case Opcodes.INVOKEDYNAMIC -> replaceReferences((InvokeDynamicInsnNode) insn);
                case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL, Opcodes.INVOKESTATIC ->
                    rewriteCall((MethodInsnNode) insn, frame);
                default -> {}
            }
        }

        /** Tells whether an earlier run put the call of a method of core here. */
        private static boolean isDone(AbstractInsnNode insn, String name) {
            return insn instanceof MethodInsnNode call && call.owner.equals(Names.IDENTITY) && call.name.equals(name);
        }

        private boolean mayBePersistent(Frame<BasicValue> frame, int above) {
            if (frame == null) {
                return true;
            }
            BasicValue value = frame.getStack(frame.getStackSize() - 1 - above);
            return types.mayBePersistent(value.getType());
        }

        private void compare(JumpInsnNode jump) {
            method.instructions.insertBefore(jump, IdentityCalls.same());
            changed = true;
            jump.setOpcode(jump.getOpcode() == Opcodes.IF_ACMPEQ ? Opcodes.IFNE : Opcodes.IFEQ);
        }

        private void replaceReferences(InvokeDynamicInsnNode dynamic) {
            for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                Handle replaced =
                        dynamic.bsmArgs[i] instanceof Handle handle ? IdentityCalls.replacement(handle) : null;
                if (replaced != null) {
                    dynamic.bsmArgs[i] = replaced;
                    captureAsObject(dynamic);
                    changed = true;
                }
            }
        }

        /** What a reference to a static method captures must have exactly the type of its parameter. */
        private static void captureAsObject(InvokeDynamicInsnNode dynamic) {
            Type[] captured = Type.getArgumentTypes(dynamic.desc);
            if (captured.length > 0) {
                captured[0] = Type.getObjectType(Names.OBJECT);
                dynamic.desc = Type.getMethodDescriptor(Type.getReturnType(dynamic.desc), captured);
            }
        }

        private void rewriteCall(MethodInsnNode call, Frame<BasicValue> frame) {
            IdentityCalls.Replacement replacement = IdentityCalls.replacement(call);
            if (replacement != null) {
                if (mayBePersistent(frame, replacement.above())) {
                    method.instructions.set(call, replacement.call());
                    changed = true;
                }
            } else if (isSuperCall(call.getOpcode(), call.name, call.desc)
                    && types.mayBePersistent(node.name)
                    && !isFollowedByCloned(call)
                    && leadsToTransientClass(call)) {
                rewriteSuperCall(call);
            } else if (frame != null && IdentityCalls.comparesProxies(call)) {
                warnAboutProxies(call, frame);
            }
        }

        private void warnAboutProxies(MethodInsnNode call, Frame<BasicValue> frame) {
            for (int above = 0; above < Type.getArgumentTypes(call.desc).length; above++) {
                Type type = frame.getStack(frame.getStackSize() - 1 - above).getType();
                PersistentClass persistent = type == null || type.getSort() != Type.OBJECT
                        ? null
                        : subject.classes().find(type.getInternalName());
                if (persistent != null && !persistent.layout().canonical()) {
                    subject.warn(Problem.warning(
                            node,
                            method,
                            call,
                            Names.binary(call.owner) + "." + call.name + "() compares proxies, of which an object of "
                                    + type.getClassName() + " can have several; use what goes by equals, or add a"
                                    + " transient field to make the class canonical"));
                    return;
                }
            }
        }

        private static boolean isFollowedByCloned(AbstractInsnNode call) {
            AbstractInsnNode load = call.getNext();
            return load != null && isDone(load.getNext(), "cloned");
        }

        /** Tells whether a call of {@code super} ends in {@code Object}; of {@code clone} in any transient class. */
        private boolean leadsToTransientClass(MethodInsnNode call) {
            for (ClassInfo c = hierarchy.find(node.superName); c != null; c = hierarchy.superclass(c)) {
                if (c.name().equals(Names.OBJECT)) {
                    return true;
                }
                if (c.method(call.name, call.desc) != null) {
                    return call.name.equals("clone") && !types.isPersistent(c.name());
                }
            }
            return false;
        }

        private void rewriteSuperCall(MethodInsnNode call) {
            changed = true;
            InsnList code = method.instructions;
            switch (call.name) {
                case "equals" -> code.set(call, IdentityCalls.same());
                case "hashCode" ->
                    code.set(call, Code.callStatic(Names.IDENTITY, "hashCode", "(" + Names.OBJECT_DESC + ")I"));
                default -> {
                    AbstractInsnNode cloned = IdentityCalls.cloned();
                    code.insert(call, cloned);
                    code.insertBefore(cloned, Code.loadThis());
                }
            }
        }
    }

    /** Looks through a class file without making objects of its instructions. */
    private static final class Finder extends ClassVisitor {
        private boolean found;

        Finder() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] exceptions) {
            return found ? null : new MethodFinder();
        }

        private final class MethodFinder extends MethodVisitor {
            MethodFinder() {
                super(Opcodes.ASM9);
            }

            @Override
            public void visitJumpInsn(int opcode, Label label) {
                found |= opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE;
            }

            @Override
            public void visitInsn(int opcode) {
                found |= opcode == Opcodes.MONITORENTER;
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean isInterface) {
                found |= isByIdentity(new MethodInsnNode(opcode, owner, name, desc, isInterface));
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String desc, Handle bootstrap, Object... arguments) {
                for (Object argument : arguments) {
                    found |= argument instanceof Handle handle && IdentityCalls.replacement(handle) != null;
                }
            }
        }
    }
}
