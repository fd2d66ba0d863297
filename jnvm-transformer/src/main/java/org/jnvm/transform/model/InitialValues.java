package org.jnvm.transform.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jnvm.transform.asm.Code;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What initialisers store in the fields of a class: what each constructor that calls {@code super(...)} stores behind that,
 * before it looks at a parameter. Only stores that stand on every way count, and only of constants: numbers, characters,
 * strings, boxes of these, enum constants, null.
 */
final class InitialValues {
    /** Stands for a value that is no constant. */
    static final Object COMPUTED = new Object();
    /** Stands for null. */
    static final Object NULL = new Object();

    private final ClassNode node;
    private final Hierarchy hierarchy;

    private InitialValues(ClassNode node, Hierarchy hierarchy) {
        this.node = node;
        this.hierarchy = hierarchy;
    }

    /**
     * Finds the values.
     *
     * @param node the class as the compiler made it
     * @param hierarchy all classes
     * @return by field name a box, a string, the name of an enum constant, {@link #NULL} or {@link #COMPUTED}; nothing for
     *     fields that have no initialiser
     */
    static Map<String, Object> of(ClassNode node, Hierarchy hierarchy) {
        InitialValues finder = new InitialValues(node, hierarchy);
        Map<String, Object> common = null;
        for (MethodNode method : node.methods) {
            AbstractInsnNode call = Code.isConstructor(method) ? finder.callOfSuper(method) : null;
            if (call != null) {
                Map<String, Object> found = finder.storedBehind(call, method);
                common = common == null ? found : common(common, found);
            }
        }
        return common == null ? Map.of() : common;
    }

    private static Map<String, Object> common(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> common = new HashMap<>();
        one.forEach((field, value) -> {
            if (other.containsKey(field)) {
                common.put(field, value.equals(other.get(field)) ? value : COMPUTED);
            }
        });
        return common;
    }

    /** Returns the call of {@code super(...)}; null if the constructor calls {@code this(...)}. */
    private AbstractInsnNode callOfSuper(MethodNode constructor) {
        int open = 0; // objects that are being made for the arguments
        for (AbstractInsnNode insn : constructor.instructions) {
            if (insn.getOpcode() == Opcodes.NEW) {
                open++;
            } else if (insn instanceof MethodInsnNode call && call.name.equals("<init>")) {
                if (open == 0) {
                    return call.owner.equals(node.name) ? null : call;
                }
                open--;
            }
        }
        return null;
    }

    private Map<String, Object> storedBehind(AbstractInsnNode call, MethodNode constructor) {
        InsnList code = constructor.instructions;
        int parameters = Type.getArgumentsAndReturnSizes(constructor.desc) >> 2;
        Map<String, Object> stored = new HashMap<>();
        int joined = 0; // where all ways are one again
        for (AbstractInsnNode insn = call.getNext(); insn != null; insn = insn.getNext()) {
            int opcode = insn.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                    || opcode == Opcodes.ATHROW
                    || insn instanceof VarInsnNode load && load.var > 0 && load.var < parameters) {
                break;
            }
            for (LabelNode target : targets(insn)) {
                joined = Math.max(joined, code.indexOf(target));
            }
            if (insn instanceof FieldInsnNode store && opcode == Opcodes.PUTFIELD && store.owner.equals(node.name)) {
                stored.put(store.name, code.indexOf(insn) < joined ? COMPUTED : value(store));
            }
        }
        return stored;
    }

    private static List<LabelNode> targets(AbstractInsnNode insn) {
        if (insn instanceof JumpInsnNode jump) {
            return List.of(jump.label);
        }
        if (insn instanceof TableSwitchInsnNode choice) {
            return Stream.concat(choice.labels.stream(), Stream.of(choice.dflt)).toList();
        }
        if (insn instanceof LookupSwitchInsnNode choice) {
            return Stream.concat(choice.labels.stream(), Stream.of(choice.dflt)).toList();
        }
        return List.of();
    }

    /** Returns what an instruction stores: a constant if one was pushed right before it, on {@code this}. */
    private Object value(FieldInsnNode store) {
        AbstractInsnNode push = before(store);
        if (push instanceof MethodInsnNode box
                && box.getOpcode() == Opcodes.INVOKESTATIC
                && box.name.equals("valueOf")
                && Type.getReturnType(box.desc).getDescriptor().equals(store.desc)
                && Type.getArgumentTypes(box.desc).length == 1) {
            push = before(box);
        }
        Object constant = push == null ? null : constant(push, store.desc);
        AbstractInsnNode self = push == null ? null : before(push);
        boolean onThis = self instanceof VarInsnNode load && load.getOpcode() == Opcodes.ALOAD && load.var == 0;
        return constant == null || !onThis ? COMPUTED : constant;
    }

    private static AbstractInsnNode before(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        return before;
    }

    /** Returns the constant that an instruction pushes, as a field of a type has it; null if it pushes none. */
    private Object constant(AbstractInsnNode push, String type) {
        int opcode = push.getOpcode();
        if (opcode == Opcodes.ACONST_NULL) {
            return NULL;
        }
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return ofInt(opcode - Opcodes.ICONST_0, type);
        }
        if (push instanceof IntInsnNode number && opcode != Opcodes.NEWARRAY) {
            return ofInt(number.operand, type);
        }
        if (push instanceof InsnNode && opcode >= Opcodes.LCONST_0 && opcode <= Opcodes.LCONST_1) {
            return (long) (opcode - Opcodes.LCONST_0);
        }
        if (push instanceof InsnNode && opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return (float) (opcode - Opcodes.FCONST_0);
        }
        if (push instanceof InsnNode && opcode >= Opcodes.DCONST_0 && opcode <= Opcodes.DCONST_1) {
            return (double) (opcode - Opcodes.DCONST_0);
        }
        if (push instanceof LdcInsnNode constant) {
            return constant.cst instanceof Integer number
                    ? ofInt(number, type)
                    : constant.cst instanceof Number || constant.cst instanceof String ? constant.cst : null;
        }
        return push instanceof FieldInsnNode read ? enumConstant(read, type) : null;
    }

    private static Object ofInt(int value, String type) {
        return switch (type) {
            case "Z", "Ljava/lang/Boolean;" -> value != 0;
            case "C", "Ljava/lang/Character;" -> (char) value;
            default -> value;
        };
    }

    private String enumConstant(FieldInsnNode read, String type) {
        ClassInfo info =
                read.desc.equals(type) && type.equals("L" + read.owner + ";") ? hierarchy.find(read.owner) : null;
        return read.getOpcode() == Opcodes.GETSTATIC && info != null && info.hasConstant(read.name) ? read.name : null;
    }
}
