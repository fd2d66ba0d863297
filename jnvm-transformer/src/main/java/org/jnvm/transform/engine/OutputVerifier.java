package org.jnvm.transform.engine;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.SimpleVerifier;
import org.objectweb.asm.util.CheckClassAdapter;

/** Verifies generated classes before they are written: form, and types by data flow. */
final class OutputVerifier {
    private final Hierarchy hierarchy;

    OutputVerifier(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /**
     * Verifies a class.
     *
     * @param classFile the class after the transformation
     * @param original the class before it
     * @param onlyCallsChanged whether nothing but field accesses became calls
     * @throws RefusedException if the JVM would refuse it: a defect of the transformer, or of the class before it
     */
    void verify(byte[] classFile, ClassReader original, boolean onlyCallsChanged) {
        Defect defect = find(new ClassReader(classFile));
        if (defect == null) {
            return;
        }
        if (find(original) == null) {
            throw Problem.in(
                    defect.place(),
                    "the transformed class does not verify, its file was left as it was: "
                            + defect.cause().getMessage() + "; please report it with the class",
                    defect.cause());
        }
        // what cannot be judged without some class that it names was not made worse by calls of the same shape
        if (!onlyCallsChanged) {
            throw Problem.in(
                    defect.place(),
                    "cannot be verified, nor could it before the transformation: "
                            + defect.cause().getMessage() + "; add the dependency that has the missing class",
                    defect.cause());
        }
    }

    private Defect find(ClassReader reader) {
        ClassNode node = new ClassNode();
        try {
            reader.accept(new CheckClassAdapter(node, false), 0);
        } catch (RuntimeException e) {
            return new Defect(Names.binary(reader.getClassName()), e);
        }
        for (MethodNode method : node.methods) {
            try {
                new Analyzer<>(new Types(node)).analyze(node.name, method);
            } catch (AnalyzerException | RuntimeException e) {
                return new Defect(Names.binary(node.name) + "." + method.name + method.desc, e);
            }
        }
        return null;
    }

    private record Defect(String place, Exception cause) {}

    /** Answers from class files what ASM's verifier would load classes for. */
    private final class Types extends SimpleVerifier {
        Types(ClassNode node) {
            super(
                    Opcodes.ASM9,
                    Type.getObjectType(node.name),
                    node.superName == null ? null : Type.getObjectType(node.superName),
                    interfaces(node),
                    (node.access & Opcodes.ACC_INTERFACE) != 0);
        }

        private static List<Type> interfaces(ClassNode node) {
            List<Type> types = new ArrayList<>();
            node.interfaces.forEach(name -> types.add(Type.getObjectType(name)));
            return types;
        }

        @Override
        protected boolean isInterface(Type type) {
            ClassInfo info = type.getSort() == Type.OBJECT ? hierarchy.find(type.getInternalName()) : null;
            return info != null && info.isInterface();
        }

        @Override
        protected Type getSuperClass(Type type) {
            if (type.getSort() == Type.ARRAY) {
                return Type.getObjectType(Names.OBJECT);
            }
            ClassInfo info = hierarchy.find(type.getInternalName());
            if (info == null) {
                return Type.getObjectType(Names.OBJECT);
            }
            return info.superName() == null ? null : Type.getObjectType(info.superName());
        }

        @Override
        protected boolean isAssignableFrom(Type target, Type source) {
            if (target.equals(source)) {
                return true;
            }
            if (source.getSort() == Type.ARRAY) {
                return isArrayAssignable(target, source);
            }
            return target.getSort() == Type.OBJECT
                    && source.getSort() == Type.OBJECT
                    && hierarchy.mayBeAssigned(source.getInternalName(), target.getInternalName());
        }

        private boolean isArrayAssignable(Type target, Type source) {
            if (target.getSort() == Type.ARRAY) {
                return isAssignableFrom(component(target), component(source));
            }
            return target.getSort() == Type.OBJECT
                    && (target.getInternalName().equals(Names.OBJECT) || isInterface(target));
        }

        private static Type component(Type array) {
            return Type.getType(array.getDescriptor().substring(1));
        }
    }
}
