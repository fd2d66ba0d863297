package org.jnvm.transform.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/** The types of values in a method, by data flow; asks class files what ASM's verifier would load classes for. */
public final class ClassTypes extends SimpleVerifier {
    /** The only classes and interfaces that the JVM lets arrays be, unlike other objects, of which any may be an interface. */
    private static final Set<String> TYPES_OF_ARRAYS =
            Set.of(Names.OBJECT, "java/lang/Cloneable", "java/io/Serializable");

    private final Hierarchy hierarchy;

    public ClassTypes(Hierarchy hierarchy, ClassNode node) {
        super(
                Opcodes.ASM9,
                Type.getObjectType(node.name),
                node.superName == null ? null : Type.getObjectType(node.superName),
                interfaces(node),
                (node.access & Opcodes.ACC_INTERFACE) != 0);
        this.hierarchy = hierarchy;
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

    /** ASM's asks loaded classes, where this fails, about interfaces. */
    @Override
    protected boolean isSubTypeOf(BasicValue value, BasicValue expected) {
        if (!expected.isReference()) {
            return value.equals(expected);
        }
        return value.isReference()
                && (value.getType().equals(NULL_TYPE) || isAssignableFrom(expected.getType(), value.getType()));
    }

    /** ASM's lets anything be thrown. */
    @Override
    public BasicValue unaryOperation(AbstractInsnNode insn, BasicValue value) throws AnalyzerException {
        BasicValue throwable = newValue(Type.getObjectType(Names.THROWABLE));
        if (insn.getOpcode() == Opcodes.ATHROW && !isSubTypeOf(value, throwable)) {
            throw new AnalyzerException(insn, "exception", throwable, value);
        }
        return super.unaryOperation(insn, value);
    }

    /** ASM's does not look at the array of an assignment. */
    @Override
    public BasicValue ternaryOperation(AbstractInsnNode insn, BasicValue array, BasicValue index, BasicValue value)
            throws AnalyzerException {
        BasicValue objects = newValue(Type.getType("[" + Names.OBJECT_DESC));
        if (insn.getOpcode() == Opcodes.AASTORE && !isSubTypeOf(array, objects)) {
            throw new AnalyzerException(insn, "array", objects, array);
        }
        return super.ternaryOperation(insn, array, index, value);
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
        return target.getSort() == Type.OBJECT && TYPES_OF_ARRAYS.contains(target.getInternalName());
    }

    /** Tells whether a value may be where a stack map frame declares a type. */
    public boolean isDeclaredBy(BasicValue value, BasicValue declared) {
        if (declared.equals(BasicValue.UNINITIALIZED_VALUE) || value.equals(declared)) {
            return true;
        }
        return declared.isReference() && !NULL_TYPE.equals(declared.getType()) && isSubTypeOf(value, declared);
    }

    private static Type component(Type array) {
        return Type.getType(array.getDescriptor().substring(1));
    }
}
