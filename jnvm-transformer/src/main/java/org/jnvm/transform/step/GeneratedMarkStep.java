package org.jnvm.transform.step;

import java.util.ArrayList;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** Marks the methods that were added to the class, so that tools which measure code coverage leave them out. */
final class GeneratedMarkStep extends Step {
    GeneratedMarkStep(Subject subject) {
        super(subject);
    }

    /** To be applied last. */
    @Override
    void apply() {
        for (MethodNode method : node.methods) {
            if (!subject.isOfProgram(method)) {
                if (method.invisibleAnnotations == null) {
                    method.invisibleAnnotations = new ArrayList<>();
                }
                method.invisibleAnnotations.add(new AnnotationNode(Names.GENERATED_DESC));
            }
        }
    }
}
