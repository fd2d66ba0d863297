package org.jnvm.transform.asm;

import java.nio.ByteBuffer;
import org.jnvm.TransformException;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reads a class file of a Java release that ASM does not know yet, so that a new JDK breaks no build.
 *
 * <p>Releases add to the format and change little in it: most class files of a new one differ from those of the release
 * before in the number alone. So ASM is given the newest number that it knows, and visitors see the one that was there. What
 * is really new is refused, where it matters: constants and instructions here, attributes in {@link ClassNodes#write}. What
 * comes out is verified by the JDK itself, if it knows the release ({@code JdkVerifier}).
 */
public final class NewerClassReader extends ClassReader {
    /** The newest class file version that ASM reads. */
    public static final int NEWEST_OF_ASM = Opcodes.V27;

    private static final int VERSION_OFFSET = 4;
    private static final int MAJOR_OFFSET = 6;
    private static final int MAJOR_MASK = 0xFFFF;

    private final int version;
    private final String name;

    /**
     * Reads the constant pool.
     *
     * @param classFile the bytes, of a newer version
     * @param name what to call it in exceptions
     * @throws IllegalArgumentException if there is a constant of a kind that ASM does not know
     */
    NewerClassReader(byte[] classFile, String name) {
        super(lowered(classFile));
        this.version = ByteBuffer.wrap(classFile).getInt(VERSION_OFFSET);
        this.name = name;
    }

    private static byte[] lowered(byte[] classFile) {
        byte[] copy = classFile.clone();
        ByteBuffer.wrap(copy).putShort(MAJOR_OFFSET, (short) NEWEST_OF_ASM);
        return copy;
    }

    /** Tells whether ASM does not know the version in the header of a class file. */
    public static boolean isNewer(byte[] classFile) {
        return isNewer(ByteBuffer.wrap(classFile).getInt(VERSION_OFFSET));
    }

    /** Tells whether ASM does not know a version, as visitors get it. */
    public static boolean isNewer(int version) {
        return (version & MAJOR_MASK) > NEWEST_OF_ASM;
    }

    @Override
    public void accept(ClassVisitor visitor, Attribute[] prototypes, int options) {
        ClassVisitor withVersion = new ClassVisitor(Opcodes.ASM9, visitor) {
            @Override
            public void visit(int read, int access, String of, String signature, String parent, String[] interfaces) {
                super.visit(version, access, of, signature, parent, interfaces);
            }
        };
        try {
            super.accept(withVersion, prototypes, options);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw unknown(name, version, "an instruction or a structure", e);
        }
    }

    /**
     * Makes the error of what cannot be read.
     *
     * @param name the class or its file
     * @param version its class file version
     * @param what what is not known
     * @param cause of it, or null
     */
    public static TransformException unknown(String name, int version, String what, RuntimeException cause) {
        return Problem.in(
                name,
                "class file version " + (version & MAJOR_MASK) + " is newer than " + NEWEST_OF_ASM
                        + ", the newest that this transformer knows, and has what it does not know: " + what
                        + "; use a newer jnvm-transformer, or compile with an older --release",
                cause);
    }
}
