package org.jnvm.transform.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.transform.Finding;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.Hierarchy;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentClasses;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Warns about reflection and handles that look up a persistent field by literals, {@code Order.class} and {@code
 * "items"}: at run time the class has no such field. What a program computes cannot be seen.
 */
public final class ReflectionCheck {
    private static final Set<String> OF_CLASS = Set.of("getField", "getDeclaredField");
    private static final Set<String> OF_LOOKUP = Set.of("findVarHandle", "findGetter", "findSetter");
    private static final Set<String> OF_UPDATER = Set.of("newUpdater");
    private static final Set<String> OF_UNSAFE = Set.of("objectFieldOffset");
    private static final Map<String, Set<String>> METHODS = Map.of(
            "java/lang/Class", OF_CLASS,
            "java/lang/invoke/MethodHandles$Lookup", OF_LOOKUP,
            "java/util/concurrent/atomic/AtomicIntegerFieldUpdater", OF_UPDATER,
            "java/util/concurrent/atomic/AtomicLongFieldUpdater", OF_UPDATER,
            "java/util/concurrent/atomic/AtomicReferenceFieldUpdater", OF_UPDATER,
            "jdk/internal/misc/Unsafe", OF_UNSAFE);

    private static final int METHOD_REFERENCE_TAG = 10;

    private final Hierarchy hierarchy;
    private final PersistentClasses classes;

    public ReflectionCheck(Hierarchy hierarchy, PersistentClasses classes) {
        this.hierarchy = hierarchy;
        this.classes = classes;
    }

    /** Returns a warning for each look-up of a persistent field in a class. */
    public List<Finding> check(ClassReader reader) {
        List<Finding> warnings = new ArrayList<>();
        if (!callsAny(reader)) {
            return warnings;
        }
        ClassNode node = ClassNodes.read(reader);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode call && isLookUp(call.owner, call.name)) {
                    check(node, method, call, warnings);
                }
            }
        }
        return warnings;
    }

    private static boolean isLookUp(String owner, String name) {
        return METHODS.getOrDefault(owner, Set.of()).contains(name);
    }

    /** Tells from the constant pool whether the code has to be read. */
    private static boolean callsAny(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item != 0 && reader.readByte(item - 1) == METHOD_REFERENCE_TAG) {
                String name = reader.readUTF8(reader.getItem(reader.readUnsignedShort(item + 2)), buffer);
                if (isLookUp(reader.readClass(item, buffer), name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The class and the name are the literals nearest before the call, which its arguments are pushed right before. */
    private void check(ClassNode node, MethodNode method, MethodInsnNode call, List<Finding> warnings) {
        String name = null;
        for (AbstractInsnNode insn = call.getPrevious(); insn != null && isStraight(insn); insn = insn.getPrevious()) {
            if (insn instanceof LdcInsnNode constant) {
                if (name == null && constant.cst instanceof String text) {
                    name = text;
                } else if (name != null && constant.cst instanceof Type type) {
                    String owner = ownerOf(type, name);
                    if (owner != null) {
                        warnings.add(Problem.warning(node, method, call, text(call, owner, name)));
                    }
                    return;
                }
            }
        }
    }

    private static boolean isStraight(AbstractInsnNode insn) {
        return insn.getType() != AbstractInsnNode.JUMP_INSN && !isStatementEnd(insn);
    }

    private static boolean isStatementEnd(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        return opcode == Opcodes.POP
                || opcode >= Opcodes.ISTORE && opcode <= Opcodes.SASTORE
                || opcode == Opcodes.PUTFIELD
                || opcode == Opcodes.PUTSTATIC
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.ATHROW;
    }

    private String ownerOf(Type type, String field) {
        if (type.getSort() != Type.OBJECT) {
            return null;
        }
        for (ClassInfo c = hierarchy.find(type.getInternalName()); c != null; c = hierarchy.superclass(c)) {
            PersistentClass persistent = classes.find(c.name());
            if (persistent != null
                    && persistent.fields().stream().anyMatch(f -> f.name().equals(field))) {
                return c.name();
            }
        }
        return null;
    }

    private static String text(MethodInsnNode call, String owner, String field) {
        String simpleName =
                call.owner.substring(call.owner.lastIndexOf('/') + 1).replace('$', '.');
        return simpleName + "." + call.name + "() looks up the persistent field " + Names.binary(owner) + "." + field
                + ", which the class has no more; call its accessors, or mark the field transient";
    }
}
