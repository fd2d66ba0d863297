package org.jnvm.transform.engine;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives the topmost persistent class {@code equals} and {@code hashCode} by heap and address, and a {@code toString}
 * that says them, unless it or a superclass other than {@code Object} has its own.
 */
final class ObjectMethodStep {
    private static final String PROXY_PARAMETER = "(" + Names.PROXY_DESC;

    private final Hierarchy hierarchy;
    private final ClassNode node;

    ObjectMethodStep(Hierarchy hierarchy, ClassNode node) {
        this.hierarchy = hierarchy;
        this.node = node;
    }

    void apply() {
        if (!hasOwn("equals", "(" + Names.OBJECT_DESC + ")Z")) {
            MethodNode method = Code.method(Opcodes.ACC_PUBLIC, "equals", "(" + Names.OBJECT_DESC + ")Z");
            Code.append(
                    method.instructions,
                    Code.loadThis(),
                    Code.load(Names.OBJECT_DESC, 1),
                    Code.access("equal", PROXY_PARAMETER + Names.OBJECT_DESC + ")Z"),
                    Code.returns("Z"));
            node.methods.add(method);
        }
        addWithoutParameters("hashCode", "hash", "I");
        addWithoutParameters("toString", "describe", "Ljava/lang/String;");
    }

    private void addWithoutParameters(String name, String accessMethod, String result) {
        if (hasOwn(name, "()" + result)) {
            return;
        }
        MethodNode method = Code.method(Opcodes.ACC_PUBLIC, name, "()" + result);
        Code.append(
                method.instructions,
                Code.loadThis(),
                Code.access(accessMethod, PROXY_PARAMETER + ")" + result),
                Code.returns(result));
        node.methods.add(method);
    }

    private boolean hasOwn(String name, String descriptor) {
        ClassInfo c = hierarchy.find(node.name);
        for (; c != null && !c.name().equals(Names.OBJECT); c = hierarchy.superclass(c)) {
            for (ClassInfo.Member method : c.methods()) {
                if (method.name().equals(name) && method.descriptor().equals(descriptor)) {
                    return true;
                }
            }
        }
        return false;
    }
}
