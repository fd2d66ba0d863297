package org.jnvm.transform.asm;

import java.nio.ByteBuffer;
import java.util.List;
import org.jnvm.TransformException;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Reads classes to change them, and writes them.
 *
 * <p>The stack map frames that the compiler made are kept, and code that needs others brings them: to infer them takes the
 * superclasses of all classes that the code names, and one that is missing now may be there when the program runs.
 */
public final class ClassNodes {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int MAJOR_VERSION_OFFSET = 6;
    private static final int HEADER_BYTES = 8;

    private ClassNodes() {}

    /**
     * Makes a reader of a class file.
     *
     * @param classFile the bytes
     * @param name what to call it in the exception
     * @throws TransformException if it is no class file, or one of a newer version with constants that ASM does not know
     */
    public static ClassReader reader(byte[] classFile, String name) {
        if (classFile.length < HEADER_BYTES || ByteBuffer.wrap(classFile).getInt() != MAGIC) {
            throw damaged(name, null);
        }
        boolean newer = NewerClassReader.isNewer(classFile);
        try {
            return newer ? new NewerClassReader(classFile, name) : new ClassReader(classFile);
        } catch (IllegalArgumentException e) {
            if (newer) {
                throw NewerClassReader.unknown(
                        name, ByteBuffer.wrap(classFile).getShort(MAJOR_VERSION_OFFSET), "a constant", e);
            }
            throw damaged(name, e);
        } catch (IndexOutOfBoundsException e) {
            throw damaged(name, e);
        }
    }

    /** Makes the error of a file that is no class file, or not a whole one. */
    public static TransformException damaged(String name, RuntimeException cause) {
        return Problem.in(name, "not a whole class file; delete it and compile again", cause);
    }

    /** Reads a class, with its frames expanded. */
    public static ClassNode read(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    /**
     * Writes a class.
     *
     * @throws org.jnvm.TransformException if its class file is of a newer version than ASM knows, and has attributes that it
     *     does not know: they may name constants, which have other places now
     */
    public static byte[] write(ClassNode node) {
        if (NewerClassReader.isNewer(node.version)) {
            refuseUnknown(node, node.attrs);
            node.fields.forEach(field -> refuseUnknown(node, field.attrs));
            node.methods.forEach(method -> refuseUnknown(node, method.attrs));
            if (node.recordComponents != null) {
                node.recordComponents.forEach(component -> refuseUnknown(node, component.attrs));
            }
        }
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static void refuseUnknown(ClassNode node, List<Attribute> attributes) {
        if (attributes != null && !attributes.isEmpty()) {
            throw NewerClassReader.unknown(
                    Names.binary(node.name), node.version, "the attribute " + attributes.get(0).type, null);
        }
    }
}
