package org.jnvm.transform.engine;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Reads classes to change them, and writes them.
 *
 * <p>The stack map frames that the compiler made are kept, and code that needs others brings them: to infer them takes the
 * superclasses of all classes that the code names, and one that is missing now may be there when the program runs.
 */
final class ClassNodes {
    private ClassNodes() {}

    /** Reads a class, with its frames expanded. */
    static ClassNode read(ClassReader reader) {
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    /** Writes a class. */
    static byte[] write(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }
}
