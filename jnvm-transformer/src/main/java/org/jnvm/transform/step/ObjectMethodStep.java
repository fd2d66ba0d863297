package org.jnvm.transform.step;

import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.ClassInfo;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives the topmost persistent class {@code equals} and {@code hashCode} by heap and address, and a {@code toString}
 * that says them, unless it or a superclass other than {@code Object} has its own; and a {@code clone} that makes a new
 * persistent object.
 */
final class ObjectMethodStep extends Step {
    private static final String PROXY_PARAMETER = "(" + Names.PROXY_DESC;

    ObjectMethodStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        if (!persistent.isTopmost()) {
            return;
        }
        if (!hasOwn("equals", "(" + Names.OBJECT_DESC + ")Z")) {
            MethodNode method = Code.method(Opcodes.ACC_PUBLIC, "equals", "(" + Names.OBJECT_DESC + ")Z");
            Code.append(
                    method.instructions,
                    Code.loadThis(),
                    Code.load(Names.OBJECT_DESC, 1),
                    Code.callStatic(Names.IDENTITY, "equal", PROXY_PARAMETER + Names.OBJECT_DESC + ")Z"),
                    Code.returns("Z"));
            node.methods.add(method);
        }
        addWithoutParameters("hashCode", "hash", "I");
        addWithoutParameters("toString", "describe", "Ljava/lang/String;");
        addClone();
    }

    /** Where {@code clone} is inherited, so that {@code super.clone()} of a subclass makes a new persistent object, too. */
    private void addClone() {
        String descriptor = "()" + Names.OBJECT_DESC;
        ClassInfo.Member inherited = declaration("clone", descriptor);
        boolean own = node.methods.stream().anyMatch(m -> m.name.equals("clone") && m.desc.equals(descriptor));
        if (own || inherited.is(Opcodes.ACC_FINAL)) {
            return;
        }
        int access = inherited.access() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) | Opcodes.ACC_SYNTHETIC;
        MethodNode method = Code.method(access, "clone", descriptor);
        Code.append(
                method.instructions,
                Code.loadThis(),
                new MethodInsnNode(Opcodes.INVOKESPECIAL, node.superName, "clone", descriptor, false),
                Code.loadThis(),
                IdentityCalls.cloned(),
                Code.returns(Names.OBJECT_DESC));
        node.methods.add(method);
    }

    private void addWithoutParameters(String name, String accessMethod, String result) {
        if (hasOwn(name, "()" + result)) {
            return;
        }
        MethodNode method = Code.method(Opcodes.ACC_PUBLIC, name, "()" + result);
        Code.append(
                method.instructions,
                Code.loadThis(),
                Code.callStatic(Names.IDENTITY, accessMethod, PROXY_PARAMETER + ")" + result),
                Code.returns(result));
        node.methods.add(method);
    }

    private boolean hasOwn(String name, String descriptor) {
        ClassInfo c = declaringClass(name, descriptor);
        return c != null && !c.name().equals(Names.OBJECT);
    }

    private ClassInfo.Member declaration(String name, String descriptor) {
        return declaringClass(name, descriptor).method(name, descriptor);
    }

    private ClassInfo declaringClass(String name, String descriptor) {
        ClassInfo c = hierarchy.find(node.name);
        while (c != null && c.method(name, descriptor) == null) {
            c = hierarchy.superclass(c);
        }
        return c;
    }
}
