package org.jnvm.transform.step;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Finds methods that provably write nothing: they store to no field, make nothing but strings and exceptions, and call
 * nothing but their like and a few methods of the JDK and of {@code PString} that write nothing whatever they are given. There is nothing
 * in them that a failure-atomic block could undo.
 */
final class ReadOnlyMethods {
    private static final String LANG = "java/lang/";
    private static final String STRING = "java/lang/String";
    private static final Set<String> PURE_CLASSES = Set.of(
            "String",
            "StringBuilder",
            "Math",
            "StrictMath",
            "Boolean",
            "Byte",
            "Short",
            "Character",
            "Integer",
            "Long",
            "Float",
            "Double");
    private static final String P_STRING = "org/jnvm/pdt/PString";
    private static final Set<String> PURE_OF_P_STRING = Set.of("toString", "length", "charAt", "isEmpty", "hashCode");
    private static final String CONCAT = "java/lang/invoke/StringConcatFactory";

    private final ClassNode node;
    /** Those that are being looked at count as ones that do not: a method that calls itself is refused. */
    private final Map<String, Boolean> known = new HashMap<>();

    ReadOnlyMethods(ClassNode node) {
        this.node = node;
    }

    /** Tells whether a method writes nothing, as far as can be seen. */
    boolean contains(MethodNode method) {
        String key = method.name + method.desc;
        Boolean before = known.putIfAbsent(key, false);
        if (before != null) {
            return before;
        }
        boolean found = method.instructions.size() > 0;
        for (AbstractInsnNode instruction : method.instructions) {
            found &= isReadOnly(instruction);
        }
        known.put(key, found);
        return found;
    }

    private boolean isReadOnly(AbstractInsnNode instruction) {
        if (instruction instanceof FieldInsnNode) {
            return instruction.getOpcode() == Opcodes.GETFIELD || instruction.getOpcode() == Opcodes.GETSTATIC;
        }
        if (instruction instanceof MethodInsnNode call) {
            return isPrivateOne(call) || isPure(call);
        }
        if (instruction instanceof InvokeDynamicInsnNode dynamic) {
            return dynamic.bsm.getOwner().equals(CONCAT) && hasPlainArguments(dynamic.desc);
        }
        if (instruction instanceof TypeInsnNode type && instruction.getOpcode() == Opcodes.NEW) {
            return isPureClass(type.desc) || isException(type.desc);
        }
        return true;
    }

    /** Of the other methods of the class, a subclass may have overridden any. */
    private boolean isPrivateOne(MethodInsnNode call) {
        if (!call.owner.equals(node.name)) {
            return false;
        }
        for (MethodNode method : node.methods) {
            if (method.name.equals(call.name) && method.desc.equals(call.desc)) {
                return (method.access & Opcodes.ACC_PRIVATE) != 0 && !method.name.equals("<init>") && contains(method);
            }
        }
        return false;
    }

    private static boolean isPure(MethodInsnNode call) {
        if (call.owner.equals(P_STRING)) {
            return PURE_OF_P_STRING.contains(call.name);
        }
        boolean makesException = isException(call.owner) && call.name.equals("<init>");
        return (isPureClass(call.owner) || makesException) && hasPlainArguments(call.desc);
    }

    private static boolean isPureClass(String name) {
        return name.startsWith(LANG) && PURE_CLASSES.contains(name.substring(LANG.length()));
    }

    private static boolean isException(String name) {
        return name.startsWith(LANG) && name.endsWith("Exception");
    }

    /** Tells whether all arguments are primitives and strings: of another object a method might be called. */
    private static boolean hasPlainArguments(String descriptor) {
        for (Type type : Type.getArgumentTypes(descriptor)) {
            boolean primitive = type.getSort() < Type.ARRAY;
            if (!primitive
                    && !(type.getSort() == Type.OBJECT && type.getInternalName().equals(STRING))) {
                return false;
            }
        }
        return true;
    }
}
