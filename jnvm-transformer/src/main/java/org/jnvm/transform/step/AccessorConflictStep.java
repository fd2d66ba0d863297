package org.jnvm.transform.step;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Looks for accessors generated in a superclass that would give a subclass another meaning: a method of a superclass
 * wins over a default method, so the program would silently call the accessor. Such a subclass is refused.
 *
 * <p>Of a private field the program knows nothing, so nothing is refused on its behalf. But the JVM finds private methods
 * of superclasses, too, and says that they cannot be accessed. So the subclass gets a method that calls the default one.
 */
final class AccessorConflictStep extends Step {

    AccessorConflictStep(Subject subject) {
        super(subject);
    }

    /**
     * Checks a class whose superclasses have their accessors, and adds what it needs.
     *
     * @throws org.jnvm.TransformException if a default method would be hidden
     */
    @Override
    void apply() {
        for (PersistentClass c = persistent.superclass(); c != null; c = c.superclass()) {
            ClassInfo info = hierarchy.find(c.name());
            for (PersistentField field : c.fields()) {
                apply(info, field, "get", field.getterDescriptor());
                apply(info, field, "pwb", "()V");
                if (!field.isFinal()) {
                    apply(info, field, "set", field.setterDescriptor());
                    apply(info, field, "update", field.setterDescriptor());
                    apply(info, field, "replace", field.setterDescriptor());
                }
            }
        }
    }

    private void apply(ClassInfo declaring, PersistentField field, String prefix, String descriptor) {
        String name = prefix + field.capitalised();
        ClassInfo.Member accessor = generated(declaring, field, prefix, descriptor);
        if (accessor == null || isDeclaredBelow(declaring, name, descriptor)) {
            return;
        }
        Default method = mostSpecificDefault(name, descriptor);
        if (method == null) {
            return;
        }
        if (accessor.is(Opcodes.ACC_PRIVATE)) {
            addCall(method, name, descriptor);
            return;
        }
        throw Problem.at(
                node,
                "inherits " + name + "() from interface " + method.declaring().binaryName() + " and from "
                        + declaring.binaryName() + ", where it is the accessor of field " + field.name()
                        + " and would win; override " + name + "() here");
    }

    /** An accessor under its plain name is the class's own method exactly if the generated one had to evade it. */
    private static ClassInfo.Member generated(
            ClassInfo declaring, PersistentField field, String prefix, String descriptor) {
        String evading = "_" + prefix + field.capitalised();
        boolean evaded = declaring.methods().stream()
                .anyMatch(method -> method.name().equals(evading)
                        && Names.parameters(method.descriptor()).equals(Names.parameters(descriptor)));
        return evaded ? null : declaring.method(prefix + field.capitalised(), descriptor);
    }

    private boolean isDeclaredBelow(ClassInfo declaring, String name, String descriptor) {
        ClassInfo c = hierarchy.find(node.name);
        for (; c != null && !c.name().equals(declaring.name()); c = hierarchy.superclass(c)) {
            if (declares(c, name, descriptor) && !isCall(c, name, descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** Compilers make bridges for methods of the same name; one without is a call that was added here. */
    private static boolean isCall(ClassInfo info, String name, String descriptor) {
        return info.method(name, descriptor).is(Opcodes.ACC_BRIDGE)
                && info.methods().stream().allMatch(m -> !m.name().equals(name) || m.is(Opcodes.ACC_BRIDGE));
    }

    private void addCall(Default method, String name, String descriptor) {
        MethodNode call = Code.method(Opcodes.ACC_PUBLIC | BeanView.UNSEEN, name, descriptor);
        Type type = Type.getMethodType(descriptor);
        call.instructions.add(Code.loadThis());
        for (Type parameter : type.getArgumentTypes()) {
            call.instructions.add(Code.load(parameter.getDescriptor(), 1)); // an accessor has one at most
        }
        call.instructions.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, method.inheritedBy(), name, descriptor, true));
        call.instructions.add(Code.returns(type.getReturnType().getDescriptor()));
        node.methods.add(call);
    }

    /** A default method, and the interface of the class in question that is or extends the declaring one. */
    private record Default(String inheritedBy, ClassInfo declaring) {}

    private Default mostSpecificDefault(String name, String descriptor) {
        Default found = null;
        for (String own : node.interfaces) {
            Deque<String> todo = new ArrayDeque<>(List.of(own));
            while (!todo.isEmpty()) {
                ClassInfo info = hierarchy.find(todo.pop());
                if (info != null
                        && declares(info, name, descriptor)
                        && (found == null || hierarchy.derivesFrom(info.name(), found.declaring.name()))) {
                    found = new Default(own, info);
                }
                todo.addAll(info == null ? List.of() : info.interfaces());
            }
        }
        return found;
    }

    private static boolean declares(ClassInfo info, String name, String descriptor) {
        ClassInfo.Member method = info.method(name, descriptor);
        return method != null && !method.is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE);
    }
}
