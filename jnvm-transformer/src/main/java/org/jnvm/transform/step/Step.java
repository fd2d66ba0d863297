package org.jnvm.transform.step;

import org.jnvm.transform.model.Hierarchy;
import org.jnvm.transform.model.PersistentClass;
import org.objectweb.asm.tree.ClassNode;

/** One of the changes that are made to a class; {@link Steps} has their order. */
abstract class Step {
    final Subject subject;
    final ClassNode node;
    /** What the class becomes; null if it stays a plain one. */
    final PersistentClass persistent;

    final Hierarchy hierarchy;

    Step(Subject subject) {
        this.subject = subject;
        this.node = subject.node();
        this.persistent = subject.persistent();
        this.hierarchy = subject.hierarchy();
    }

    /**
     * Changes the class.
     *
     * @throws org.jnvm.TransformException if the class cannot be changed so
     */
    abstract void apply();
}
