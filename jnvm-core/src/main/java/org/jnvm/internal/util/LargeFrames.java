package org.jnvm.internal.util;

import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static byte[] classFile() {
        Bytes out = new Bytes();
        out.u4(0xCAFEBABE);
        out.u4(61); // of Java 17
        constants(out);
        out.u2(ACC_FINAL);
        out.u2(THIS_CLASS);
        out.u2(SUPER_CLASS);
        out.u2(0); // interfaces
        out.u2(1); // fields
        member(out, ACC_STATIC_VOLATILE, SEED, SEED + 1, 0);
        out.u2(1 + METHODS.length);
        member(out, 0, INIT, INIT_TYPE, 1);
        code(out, 1, 1, new byte[] {ALOAD_0, (byte) INVOKESPECIAL, 0, SUPER_INIT, (byte) RETURN}, 0);
        for (int i = 0; i < METHODS.length; i++) {
            member(out, ACC_FINAL, FIRST_METHOD + 3 * i, METHOD_TYPE, 1);
            code(out, 6, 2 + 2 * VARIABLES[i], body(i), 6);
        }
        out.u2(0); // attributes
        return out.toArray();
    }

    private static void constants(Bytes out) {
        out.u2(FIRST_METHOD + 3 * METHODS.length);
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

    private static void utf8(Bytes out, String text) {
        byte[] letters = text.getBytes(StandardCharsets.US_ASCII);
        out.u1(1);
        out.u2(letters.length);
        out.all(letters);
    }

    private static void pointer(Bytes out, int tag, int to) {
        out.u1(tag);
        out.u2(to);
    }

    private static void pair(Bytes out, int tag, int first, int second) {
        pointer(out, tag, first);
        out.u2(second);
    }

    private static void member(Bytes out, int access, int name, int type, int attributes) {
        out.u2(access);
        out.u2(name);
        out.u2(type);
        out.u2(attributes);
    }

    /** Writes an attribute Code; a branch leads to {@code target}, if that is not 0, with the variables of the start. */
    private static void code(Bytes out, int maxStack, int maxLocals, byte[] code, int target) {
        int frames = target == 0 ? 0 : 9;
        out.u2(CODE);
        out.u4(12 + code.length + frames);
        out.u2(maxStack);
        out.u2(maxLocals);
        out.u4(code.length);
        out.all(code);
        out.u2(0); // exceptions
        out.u2(target == 0 ? 0 : 1);
        if (target != 0) {
            out.u2(FRAMES);
            out.u4(3);
            out.u2(1);
            out.u1(target); // the frame is the same as at the start
        }
    }

    /** Returns the code: if the argument is 0, so is the result; else, which never happens, many variables are needed. */
    private static byte[] body(int method) {
        Bytes out = new Bytes();
        out.u1(ILOAD_1);
        out.u1(IFNE);
        out.u2(5); // from here, at offset 1, to offset 6
        out.u1(ICONST_0);
        out.u1(IRETURN);
        int alive = Math.min(VARIABLES[method], MOST_ALIVE);
        for (int i = 0; i < alive; i++) {
            out.u1(GETSTATIC);
            out.u2(SEED_FIELD);
            variable(out, LSTORE, i);
        }
        out.u1(ALOAD_0);
        out.u1(ILOAD_1);
        out.u1(ICONST_1);
        out.u1(ISUB);
        out.u1(INVOKEVIRTUAL);
        out.u2(FIRST_METHOD + 3 * method + 2);
        out.u1(I2L);
        for (int i = 0; i < alive; i++) {
            variable(out, LLOAD, i);
            out.u1(LADD);
        }
        out.u1(L2I);
        out.u1(IRETURN);
        return out.toArray();
    }

    private static void variable(Bytes out, int opcode, int i) {
        out.u1(WIDE);
        out.u1(opcode);
        out.u2(2 + 2 * i);
    }

    /** Bytes one after the other. A stream of the JDK makes a few calls for each, and these are interpreted here. */
    private static final class Bytes {
        private static final int MOST = 1 << 15;

        private final byte[] bytes = new byte[MOST];
        private int end;

        private void u1(int value) {
            bytes[end++] = (byte) value;
        }

        private void u2(int value) {
            u1(value >> 8);
            u1(value);
        }

        private void u4(int value) {
            u2(value >> 16);
            u2(value);
        }

        private void all(byte[] more) {
            System.arraycopy(more, 0, bytes, end, more.length);
            end += more.length;
        }

        private byte[] toArray() {
            return Arrays.copyOf(bytes, end);
        }
    }
}
