package org.jnvm.internal.util;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;

/**
 * Writes the class of {@link Frames}: methods that return at once, but whose frames have room for hundreds
 * of local variables. A class file is written because source code would have to name each variable.
 *
 * <p>Java has no way to ask how much of a stack is left. But each method that is entered makes sure of its own frame:
 *
 * <ul>
 *   <li>the interpreter makes room for all variables that are declared;
 *   <li>compiled code that may go back to the interpreter touches the stack as far down as the interpreter's frame would
 *       reach, a word on each page;
 *   <li>compiled code that never goes back ({@code -XX:TieredStopAtLevel=1}) makes room for variables that are alive at
 *       the same time, so many are.
 * </ul>
 *
 * <p>A method with more than 8000 bytes of code is never compiled, so 600 variables at most are alive. One with more than
 * 325 bytes is not inlined, which would move its frame into the caller's.
 */
final class LargeFrames {
    private static final String NAME = "org/jnvm/internal/util/StackFrames";
    private static final String SUPER = "org/jnvm/internal/util/Frames";
    private static final int MOST_ALIVE = 600;

    // ---- constant pool: numbers of its entries
    private static final int THIS_CLASS = 2;
    private static final int SUPER_CLASS = 4;
    private static final int INIT = 5;
    private static final int INIT_TYPE = 6;
    private static final int SUPER_INIT = 8;
    private static final int CODE = 9;
    private static final int FRAMES = 10;
    private static final int METHOD_TYPE = 11;
    private static final int SEED = 12;
    private static final int SEED_FIELD = 15;
    /** The names of the methods, each followed by what a call of it refers to. */
    private static final int FIRST_METHOD = 16;

    private static final String[] METHODS = {"compound", "operation", "section"};
    /** Of 16 bytes each in the interpreter, of 8 in compiled code. */
    private static final int[] VARIABLES = {1280, 640, 256};

    private static final int ACC_FINAL = 0x10;
    private static final int ACC_STATIC_VOLATILE = 0x48;
    private static final int ALOAD_0 = 42;
    private static final int ILOAD_1 = 27;
    private static final int ICONST_0 = 3;
    private static final int ICONST_1 = 4;
    private static final int ISUB = 100;
    private static final int I2L = 133;
    private static final int L2I = 136;
    private static final int LADD = 97;
    private static final int LLOAD = 22;
    private static final int LSTORE = 55;
    private static final int WIDE = 196;
    private static final int IFNE = 154;
    private static final int IRETURN = 172;
    private static final int RETURN = 177;
    private static final int GETSTATIC = 178;
    private static final int INVOKEVIRTUAL = 182;
    private static final int INVOKESPECIAL = 183;

    private LargeFrames() {}

    static Frames make(MethodHandles.Lookup lookup) {
        try {
            return (Frames)
                    lookup.defineClass(classFile()).getDeclaredConstructor().newInstance();
        } catch (IOException | ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static byte[] classFile() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(61); // of Java 17
        constants(out);
        out.writeShort(ACC_FINAL);
        out.writeShort(THIS_CLASS);
        out.writeShort(SUPER_CLASS);
        out.writeShort(0); // interfaces
        out.writeShort(1); // fields
        member(out, ACC_STATIC_VOLATILE, SEED, SEED + 1, 0);
        out.writeShort(1 + METHODS.length);
        member(out, 0, INIT, INIT_TYPE, 1);
        code(out, 1, 1, new byte[] {ALOAD_0, (byte) INVOKESPECIAL, 0, SUPER_INIT, (byte) RETURN}, 0);
        for (int i = 0; i < METHODS.length; i++) {
            member(out, ACC_FINAL, FIRST_METHOD + 3 * i, METHOD_TYPE, 1);
            code(out, 6, 2 + 2 * VARIABLES[i], body(i), 6);
        }
        out.writeShort(0); // attributes
        return bytes.toByteArray();
    }

    private static void constants(DataOutputStream out) throws IOException {
        out.writeShort(FIRST_METHOD + 3 * METHODS.length);
        utf8(out, NAME);
        pointer(out, 7, 1);
        utf8(out, SUPER);
        pointer(out, 7, 3);
        utf8(out, "<init>");
        utf8(out, "()V");
        pair(out, 12, INIT, INIT_TYPE);
        pair(out, 10, SUPER_CLASS, 7);
        utf8(out, "Code");
        utf8(out, "StackMapTable");
        utf8(out, "(I)I");
        utf8(out, "seed");
        utf8(out, "J");
        pair(out, 12, SEED, SEED + 1);
        pair(out, 9, THIS_CLASS, SEED + 2);
        for (int i = 0; i < METHODS.length; i++) {
            utf8(out, METHODS[i]);
            pair(out, 12, FIRST_METHOD + 3 * i, METHOD_TYPE);
            pair(out, 10, THIS_CLASS, FIRST_METHOD + 3 * i + 1);
        }
    }

    private static void utf8(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    private static void pointer(DataOutputStream out, int tag, int to) throws IOException {
        out.writeByte(tag);
        out.writeShort(to);
    }

    private static void pair(DataOutputStream out, int tag, int first, int second) throws IOException {
        pointer(out, tag, first);
        out.writeShort(second);
    }

    private static void member(DataOutputStream out, int access, int name, int type, int attributes)
            throws IOException {
        out.writeShort(access);
        out.writeShort(name);
        out.writeShort(type);
        out.writeShort(attributes);
    }

    /** Writes an attribute Code; a branch leads to {@code target}, if that is not 0, with the variables of the start. */
    private static void code(DataOutputStream out, int maxStack, int maxLocals, byte[] code, int target)
            throws IOException {
        int frames = target == 0 ? 0 : 9;
        out.writeShort(CODE);
        out.writeInt(12 + code.length + frames);
        out.writeShort(maxStack);
        out.writeShort(maxLocals);
        out.writeInt(code.length);
        out.write(code);
        out.writeShort(0); // exceptions
        out.writeShort(target == 0 ? 0 : 1);
        if (target != 0) {
            out.writeShort(FRAMES);
            out.writeInt(3);
            out.writeShort(1);
            out.writeByte(target); // the frame is the same as at the start
        }
    }

    /** Returns the code: if the argument is 0, so is the result; else, which never happens, many variables are needed. */
    private static byte[] body(int method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(ILOAD_1);
        out.writeByte(IFNE);
        out.writeShort(5); // from here, at offset 1, to offset 6
        out.writeByte(ICONST_0);
        out.writeByte(IRETURN);
        int alive = Math.min(VARIABLES[method], MOST_ALIVE);
        for (int i = 0; i < alive; i++) {
            out.writeByte(GETSTATIC);
            out.writeShort(SEED_FIELD);
            variable(out, LSTORE, i);
        }
        out.writeByte(ALOAD_0);
        out.writeByte(ILOAD_1);
        out.writeByte(ICONST_1);
        out.writeByte(ISUB);
        out.writeByte(INVOKEVIRTUAL);
        out.writeShort(FIRST_METHOD + 3 * method + 2);
        out.writeByte(I2L);
        for (int i = 0; i < alive; i++) {
            variable(out, LLOAD, i);
            out.writeByte(LADD);
        }
        out.writeByte(L2I);
        out.writeByte(IRETURN);
        return bytes.toByteArray();
    }

    private static void variable(DataOutputStream out, int opcode, int i) throws IOException {
        out.writeByte(WIDE);
        out.writeByte(opcode);
        out.writeShort(2 + 2 * i);
    }
}
