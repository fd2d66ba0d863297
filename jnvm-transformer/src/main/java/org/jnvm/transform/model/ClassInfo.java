package org.jnvm.transform.model;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.TransformException;
import org.jnvm.transform.Finding;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;

/**
 * What the transformer knows of a class without its code.
 *
 * @param name internal name
 * @param superName internal name of the superclass; null for {@code Object}
 * @param interfaces internal names of the direct interfaces
 * @param access access flags
 * @param fields the declared fields
 * @param methods the declared methods and constructors
 * @param persistent whether the class is annotated with {@code @Persistent}
 * @param module whether it is one of the classes being transformed
 * @param failureAtomic whether a method is annotated with {@code @FailureAtomic}
 * @param transformedVersion the version in {@code @Transformed}, or null
 * @param transformedLayout the layout in {@code @Transformed}, or null
 * @param transformedLeaksThis what {@code @Transformed} says of its constructors
 * @param source the source file, or null if it is not known
 */
public record ClassInfo(
        String name,
        String superName,
        List<String> interfaces,
        int access,
        List<Member> fields,
        List<Member> methods,
        boolean persistent,
        boolean module,
        boolean failureAtomic,
        String transformedVersion,
        String transformedLayout,
        boolean transformedLeaksThis,
        String source) {

    /** A field or method. */
    public record Member(int access, String name, String descriptor) {
        public boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    /**
     * Reads a class file.
     *
     * @param classFile the bytes
     * @param origin what to call the file in exceptions
     * @param module whether it is one of the classes being transformed
     */
    public static ClassInfo read(byte[] classFile, String origin, boolean module) {
        ClassNode node = new ClassNode();
        ClassReader reader = ClassNodes.reader(classFile, origin);
        try {
            reader.accept(node, ClassReader.SKIP_CODE);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw ClassNodes.damaged(origin, e);
        }
        return of(node, module);
    }

    public static ClassInfo of(ClassNode node, boolean module) {
        return new ClassInfo(
                node.name,
                node.superName,
                List.copyOf(node.interfaces),
                node.access,
                node.fields.stream()
                        .map(f -> new Member(f.access, f.name, f.desc))
                        .toList(),
                node.methods.stream()
                        .map(m -> new Member(m.access, m.name, m.desc))
                        .toList(),
                Annotations.find(node.invisibleAnnotations, Names.PERSISTENT_DESC) != null,
                module,
                node.methods.stream()
                        .anyMatch(m -> Annotations.find(m.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC) != null),
                Annotations.string(node.visibleAnnotations, Names.TRANSFORMED_DESC, "version"),
                Annotations.string(node.visibleAnnotations, Names.TRANSFORMED_DESC, "layout"),
                !Boolean.FALSE.equals(Annotations.value(node.visibleAnnotations, Names.TRANSFORMED_DESC, "leaksThis")),
                node.sourceFile);
    }

    /** Describes a class of the JDK, which is loaded anyway; so a JDK newer than ASM does no harm. */
    public static ClassInfo of(Class<?> type) {
        List<Member> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            fields.add(new Member(field.getModifiers(), field.getName(), Type.getDescriptor(field.getType())));
        }
        List<Member> methods = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            methods.add(new Member(method.getModifiers(), method.getName(), Type.getMethodDescriptor(method)));
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            methods.add(new Member(constructor.getModifiers(), "<init>", Type.getConstructorDescriptor(constructor)));
        }
        List<String> interfaces = new ArrayList<>();
        for (Class<?> each : type.getInterfaces()) {
            interfaces.add(Type.getInternalName(each));
        }
        String superName = type.isInterface()
                ? Names.OBJECT
                : type.getSuperclass() == null ? null : Type.getInternalName(type.getSuperclass());
        return new ClassInfo(
                Type.getInternalName(type),
                superName,
                interfaces,
                type.getModifiers(),
                fields,
                methods,
                false,
                false,
                false,
                null,
                null,
                true,
                null);
    }

    /** Returns a method that the class declares itself, or null. */
    public Member method(String methodName, String descriptor) {
        for (Member method : methods) {
            if (method.name().equals(methodName) && method.descriptor().equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    public boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    boolean isEnum() {
        return (access & Opcodes.ACC_ENUM) != 0;
    }

    /** Tells whether the class is an enum that has a constant. */
    boolean hasConstant(String constant) {
        return isEnum()
                && fields.stream()
                        .anyMatch(field ->
                                field.is(Opcodes.ACC_ENUM) && field.name().equals(constant));
    }

    /** Tells whether the class is neither annotated nor transformed. */
    public boolean isPlain() {
        return !persistent && !isTransformed();
    }

    public boolean isTransformed() {
        return transformedVersion != null;
    }

    /** Returns the binary name. */
    public String binaryName() {
        return Names.binary(name);
    }

    /** Makes the error of the class; see {@link Problem}. */
    public TransformException error(String text) {
        return Problem.error(warning(text));
    }

    /** Makes the warning of the class. */
    Finding warning(String text) {
        return Problem.warning(binaryName(), source, text);
    }

    /** Returns the package, as the part of the internal name before the last slash. */
    public String packageName() {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }
}
