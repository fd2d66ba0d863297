package org.jnvm.transform.engine;

import java.util.List;
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
final class ClassNodes {
    private ClassNodes() {}

    /** Reads a class, with its frames expanded. */
    static ClassNode read(ClassReader reader) {
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
    static byte[] write(ClassNode node) {
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
