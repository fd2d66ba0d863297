package org.jnvm.transform.step;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes the constructors of the topmost persistent class allocate, right after {@code super(...)}.
 *
 * <p>Each object is allocated once: constructors that call {@code this(...)}, and those of subclasses, reach one that
 * does it. The size comes from the descriptor of the concrete class, so no parameter has to carry it.
 */
final class ConstructorStep extends Step {
    ConstructorStep(Subject subject) {
        super(subject);
    }

    /** To be applied before any step that moves instructions. */
    @Override
    void apply() {
        Map<MethodNode, ConstructorFlow> flows = new IdentityHashMap<>();
        for (MethodNode method : node.methods) {
            if (!Code.isConstructor(method)) {
                continue;
            }
            ConstructorFlow flow = new ConstructorFlow(node, method);
            flow.earlyAssignments(persistent).forEach(this::keepInProxy);
            flows.put(method, flow);
            for (MethodInsnNode call : flow.calls()) {
                if (persistent.isTopmost() && !flow.delegates(call)) {
                    AbstractInsnNode self = Code.loadThis();
                    method.instructions.insert(call, self);
                    method.instructions.insert(
                            self, Code.callStatic(Names.ALLOCATION, "allocate", "(" + Names.PROXY_DESC + ")V"));
                }
            }
        }
        subject.constructors(flows);
    }

    /**
     * Lets an assignment before {@code super(...)} go to a field of the proxy. JVMs allow that before an object is
     * initialised, and no call; {@link EarlyFieldStep} moves the value when the object is allocated.
     */
    private void keepInProxy(FieldInsnNode assignment) {
        subject.assignedEarly(persistent.field(assignment.name, assignment.desc));
        assignment.name = Names.EARLY_FIELD_PREFIX + assignment.name;
    }
}
