package org.jnvm.transform.engine;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Writes a changed class; computes stack map frames without loading the classes they name. */
final class FrameWriter extends ClassWriter {
    private final Hierarchy hierarchy;

    private FrameWriter(Hierarchy hierarchy, int flags) {
        super(flags);
        this.hierarchy = hierarchy;
    }

    /** Writes a class whose methods changed; how it was read, frames do not count. */
    static byte[] writeComputingFrames(ClassNode node, Hierarchy hierarchy) {
        return write(node, new FrameWriter(hierarchy, COMPUTE_FRAMES));
    }

    /** Writes a class in which only field accesses became calls, so that its frames hold. */
    static byte[] writeKeepingFrames(ClassNode node, Hierarchy hierarchy) {
        return write(node, new FrameWriter(hierarchy, 0));
    }

    private static byte[] write(ClassNode node, FrameWriter writer) {
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Reads a class so that it can be written again by one of the methods here. */
    static ClassNode read(ClassReader reader, boolean computeFrames) {
        ClassNode node = new ClassNode();
        reader.accept(node, computeFrames ? ClassReader.SKIP_FRAMES : 0);
        return node;
    }

    @Override
    protected String getCommonSuperClass(String type1, String type2) {
        return hierarchy.commonSuperclass(type1, type2);
    }
}
