package org.jnvm.transform.step;

import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Adds what moves the values of fields that constructors assign before {@code super(...)} from the proxy to the object:
 * {@link ConstructorStep} let them go to fields of the proxy. Core calls it when it has allocated the object, so that a
 * constructor of a superclass finds the values in the methods that it calls.
 */
final class EarlyFieldStep extends Step {
    private static final int KEPT =
            Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC; // hidden from libraries

    EarlyFieldStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        if (subject.assignedEarly().isEmpty()) {
            return;
        }
        MethodNode assign = Code.method(Opcodes.ACC_PUBLIC, Names.ASSIGN_EARLY, "()V");
        if (hierarchy.derivesFrom(node.superName, Names.ASSIGNS_EARLY)) {
            assign.instructions.add(Code.loadThis());
            assign.instructions.add(callSpecial(node.superName, Names.ASSIGN_EARLY, "()V"));
        } else {
            node.interfaces.add(Names.ASSIGNS_EARLY);
            if (node.signature != null) {
                node.signature += "L" + Names.ASSIGNS_EARLY + ";";
            }
        }
        subject.assignedEarly().forEach(field -> move(field, assign));
        assign.instructions.add(Code.returns("V"));
        node.methods.add(assign);
    }

    private void move(PersistentField field, MethodNode assign) {
        String name = Names.EARLY_FIELD_PREFIX + field.name();
        node.fields.add(new FieldNode(KEPT, name, field.descriptor(), null, null));
        Code.append(
                assign.instructions,
                Code.loadThis(),
                Code.loadThis(),
                new FieldInsnNode(Opcodes.GETFIELD, node.name, name, field.descriptor()),
                // special, as the setter may be private
                callSpecial(node.name, field.hiddenSetter(), field.setterDescriptor()));
        int sort = Type.getType(field.descriptor()).getSort();
        if (sort == Type.OBJECT || sort == Type.ARRAY) {
            Code.append(
                    assign.instructions,
                    Code.loadThis(),
                    new InsnNode(Opcodes.ACONST_NULL),
                    new FieldInsnNode(Opcodes.PUTFIELD, node.name, name, field.descriptor()));
        }
    }

    private static MethodInsnNode callSpecial(String owner, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESPECIAL, owner, name, descriptor, false);
    }
}
