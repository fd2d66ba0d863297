package org.jnvm.transform.engine;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassInfo;
import org.objectweb.asm.tree.ClassNode;

/**
 * The classes that {@link TransformOptions#classes()} names: they are given the annotation they lack, and from
 * there on are like any other.
 *
 * <p>What the class path has comes first: the directory may have what an earlier build made of it.
 */
final class ListedClasses {
    private final ClassFiles classPath;
    private final Map<String, ClassFile> module;

    /**
     * Prepares the look-up.
     *
     * @param classPath the class path without the module
     * @param module the class files of the module by their paths
     */
    ListedClasses(ClassFiles classPath, Map<String, ClassFile> module) {
        this.classPath = classPath;
        this.module = module;
    }

    /**
     * Finds classes, and annotates them.
     *
     * @param names binary names
     * @return the class files by their paths; those that are persistent already are left out
     * @throws RefusedException if one is nowhere
     */
    Map<String, ClassFile> annotate(List<String> names) throws IOException {
        Map<String, ClassFile> annotated = new LinkedHashMap<>();
        for (String name : names) {
            ClassFile file = annotate(name.trim());
            if (file != null) {
                annotated.put(file.file(), file);
            }
        }
        return annotated;
    }

    private ClassFile annotate(String name) throws IOException {
        String internalName = Names.internal(name);
        byte[] original = internalName.startsWith("java/") ? null : classPath.find(internalName);
        ClassFile own = module.get(ClassFile.of(internalName, original).file());
        if (original == null && own == null) {
            throw Problem.in(
                    name,
                    "is in the list of classes to make persistent, but neither in the module nor on its class path;"
                            + " correct the name, or add the dependency that has it",
                    null);
        }
        byte[] content = original != null ? original : own.content();
        ClassInfo info = ClassInfo.read(content, name, true);
        if (!info.isPlain()) {
            return null;
        }
        ClassNode node = ClassNodes.read(ClassNodes.reader(content, name));
        node.visitAnnotation(Names.PERSISTENT_DESC, false).visitEnd();
        return ClassFile.of(internalName, ClassNodes.write(node));
    }
}
