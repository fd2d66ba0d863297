package org.jnvm.transform.model;

import org.objectweb.asm.Opcodes;

/**
 * A field that lives in the heap.
 *
 * @param name its name
 * @param descriptor its type
 * @param kind how it keeps its value
 * @param signature its generic type, or null
 * @param access its access flags in source
 * @param offset its object offset in bytes, see {@code BlockLayout}
 * @param depth the number of persistent superclasses of the declaring class
 */
public record PersistentField(
        String name, String descriptor, FieldKind kind, String signature, int access, int offset, int depth) {
    private static final String HIDDEN_GETTER = "$jnvm$get";
    private static final String HIDDEN_SETTER = "$jnvm$set";

    /** Tells whether a method is a hidden accessor, by its name. */
    public static boolean isHiddenAccessor(String method) {
        return method.startsWith(HIDDEN_GETTER) || method.startsWith(HIDDEN_SETTER);
    }

    public boolean is(int flag) {
        return (access & flag) != 0;
    }

    /**
     * Returns the name of the hidden getter, which field reads become.
     *
     * <p>The depth makes it unique in the hierarchy, so that a field that hides one of a superclass stays another
     * field.
     */
    public String hiddenGetter() {
        return HIDDEN_GETTER + depth + "$" + name;
    }

    /** Returns the name of the hidden setter, which field writes become. */
    public String hiddenSetter() {
        return HIDDEN_SETTER + depth + "$" + name;
    }

    public String getterDescriptor() {
        return "()" + descriptor;
    }

    public String setterDescriptor() {
        return "(" + descriptor + ")V";
    }

    /** Returns the name with its first letter in upper case, as accessors have it. */
    public String capitalised() {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Returns the slots that a value takes on the operand stack. */
    public int slots() {
        return descriptor.equals("J") || descriptor.equals("D") ? 2 : 1;
    }

    public boolean isVolatile() {
        return is(Opcodes.ACC_VOLATILE);
    }

    public boolean isFinal() {
        return is(Opcodes.ACC_FINAL);
    }
}
