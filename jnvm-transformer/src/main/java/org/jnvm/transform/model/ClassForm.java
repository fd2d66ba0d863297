package org.jnvm.transform.model;

import org.jnvm.TransformException;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Refuses annotated classes of a form that cannot be persistent. */
final class ClassForm {
    /** Before Java 5 class files have no constants that are classes, which generated code names. */
    private static final int OLDEST_CLASS_FILE = Opcodes.V1_5;

    private static final int MAJOR_MASK = 0xFFFF;

    private final Hierarchy hierarchy;

    ClassForm(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /**
     * Checks a class annotated with {@code @Persistent}, except the types of its fields.
     *
     * @throws TransformException if it cannot be persistent
     */
    void check(ClassNode node) {
        checkKind(node);
        checkNesting(node);
        if ((node.version & MAJOR_MASK) < OLDEST_CLASS_FILE) {
            throw Problem.at(
                    node,
                    "class file version " + (node.version & MAJOR_MASK)
                            + " is older than Java 5 and cannot be that of a persistent class; compile it with a newer --release");
        }
        for (MethodNode method : node.methods) {
            if (method.name.equals("<init>") && method.desc.equals(Names.PLACE_DESC)) {
                throw Problem.at(
                        node,
                        method,
                        "the transformer adds a constructor with these parameters itself; change the parameters");
            }
        }
    }

    private static void checkKind(ClassNode node) {
        if ((node.access & Opcodes.ACC_RECORD) != 0) {
            throw Problem.at(
                    node,
                    "a record cannot be persistent, its fields are final and its constructor cannot allocate; write it"
                            + " as a class");
        }
        if ((node.access & Opcodes.ACC_ENUM) != 0) {
            throw Problem.at(
                    node,
                    "an enum cannot be persistent, and need not be: fields of its type keep the constant by its name; remove"
                            + " the annotation");
        }
        if ((node.access & Opcodes.ACC_INTERFACE) != 0) {
            throw Problem.at(
                    node,
                    "an interface cannot be annotated with @Persistent; let it extend org.jnvm.PObject, and annotate"
                            + " the classes that implement it");
        }
    }

    private static void checkNesting(ClassNode node) {
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.equals(node.name) && inner.innerName == null) {
                throw Problem.at(
                        node,
                        "an anonymous class cannot be persistent, nor extend a persistent class: its objects would outlive"
                                + " what it captures, and the next compilation may give its name to another class; make it a"
                                + " static nested class with a name, and let persistent fields keep what it needs");
            }
        }
        if (node.outerClass != null) {
            throw Problem.at(
                    node,
                    "a local class cannot be persistent, nor extend a persistent class: its objects would outlive what it"
                            + " captures; make it a static nested or top-level class");
        }
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.equals(node.name) && (inner.access & Opcodes.ACC_STATIC) == 0) {
                throw Problem.at(
                        node,
                        "an inner class cannot be persistent, it refers to an object of "
                                + Names.binary(inner.outerName == null ? "its outer class" : inner.outerName)
                                + "; make it static");
            }
        }
        for (FieldNode field : node.fields) {
            if ((field.access & Opcodes.ACC_SYNTHETIC) != 0 && (field.access & Opcodes.ACC_STATIC) == 0) {
                throw Problem.at(
                        node,
                        field.name,
                        "the class captures a variable, which cannot be persistent; make it a static nested class");
            }
        }
    }

    /**
     * Checks that re-creating a proxy can run a constructor of the transient superclass.
     *
     * @throws TransformException if the superclass has no accessible constructor without parameters, or a class that it
     *     extends is missing
     */
    void checkTransientSuperclass(ClassNode node) {
        // all of them: each may have methods of Object, or state
        for (String name = node.superName;
                name != null;
                name = hierarchy.find(name).superName()) {
            if (hierarchy.find(name) == null) {
                throw Problem.at(
                        node,
                        "superclass " + Names.binary(name)
                                + " is not on the class path; add the dependency that has it");
            }
        }
        ClassInfo parent = hierarchy.find(node.superName);
        for (ClassInfo.Member method : parent.methods()) {
            boolean takesNothing =
                    method.name().equals("<init>") && method.descriptor().equals("()V");
            if (takesNothing && accessible(node, parent, method)) {
                return;
            }
        }
        throw Problem.at(
                node,
                "superclass " + parent.binaryName() + " has no accessible constructor without parameters, which"
                        + " re-creating a proxy calls; add one");
    }

    private static boolean accessible(ClassNode node, ClassInfo parent, ClassInfo.Member constructor) {
        if (constructor.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) {
            return true;
        }
        int end = Math.max(0, node.name.lastIndexOf('/'));
        return !constructor.is(Opcodes.ACC_PRIVATE) && parent.packageName().equals(node.name.substring(0, end));
    }
}
