package org.jnvm.transform.step;

import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.PersistentClasses;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Turns accesses to persistent fields into calls of their hidden accessors.
 *
 * <p>A call leaves the operand stack as the access did, so the stack map frames of a class stay valid.
 */
final class FieldAccessStep extends Step {
    private static final int FIELD_REFERENCE_TAG = 9;

    private final PersistentClasses classes;

    FieldAccessStep(Subject subject) {
        super(subject);
        classes = subject.classes();
    }

    /** Tells, from its constant pool, whether a class accesses a persistent field. */
    static boolean concerns(ClassReader reader, PersistentClasses classes) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item != 0 && reader.readByte(item - 1) == FIELD_REFERENCE_TAG) {
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                String owner = reader.readClass(item, buffer);
                String name = reader.readUTF8(nameAndType, buffer);
                String descriptor = reader.readUTF8(nameAndType + 2, buffer);
                if (classes.resolve(owner, name, descriptor) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    void apply() {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof FieldInsnNode access) {
                    rewrite(method, access);
                } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
                    check(method, insn, dynamic.bsmArgs);
                } else if (insn instanceof LdcInsnNode constant) {
                    check(method, insn, constant.cst);
                }
            }
        }
    }

    private void rewrite(MethodNode method, FieldInsnNode access) {
        boolean read = access.getOpcode() == Opcodes.GETFIELD;
        if (!read && access.getOpcode() != Opcodes.PUTFIELD) {
            return;
        }
        PersistentField field = classes.resolve(access.owner, access.name, access.desc);
        if (field != null && !read && field.isFinal()) {
            writeFinal(method, access, field);
        } else if (field != null) {
            // the owner stays, so that the access is allowed exactly where it was
            method.instructions.set(
                    access,
                    new MethodInsnNode(
                            Opcodes.INVOKEVIRTUAL,
                            access.owner,
                            read ? field.hiddenGetter() : field.hiddenSetter(),
                            read ? field.getterDescriptor() : field.setterDescriptor(),
                            false));
        }
        if (field != null) {
            subject.rewroteAccess();
        }
    }

    /** As the JVM does for fields: only the constructors of the declaring class write a final one. */
    private void writeFinal(MethodNode method, FieldInsnNode access, PersistentField field) {
        if (!method.name.equals("<init>") || !access.owner.equals(node.name)) {
            throw Problem.at(
                    node,
                    method,
                    access,
                    "the final field " + Names.binary(access.owner) + "." + field.name()
                            + " is written outside the constructors of its class; compile the class again");
        }
        // special, as the setter is private, which older class files cannot call otherwise
        method.instructions.set(
                access,
                new MethodInsnNode(
                        Opcodes.INVOKESPECIAL, node.name, field.hiddenSetter(), field.setterDescriptor(), false));
    }

    /** Method handles to fields come from other compilers than javac; there is no field left for them to name. */
    private void check(MethodNode method, AbstractInsnNode insn, Object... constants) {
        for (Object constant : constants) {
            if (constant instanceof ConstantDynamic dynamic) {
                for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                    check(method, insn, dynamic.getBootstrapMethodArgument(i));
                }
            } else if (constant instanceof Handle handle
                    && (handle.getTag() == Opcodes.H_GETFIELD || handle.getTag() == Opcodes.H_PUTFIELD)
                    && classes.resolve(handle.getOwner(), handle.getName(), handle.getDesc()) != null) {
                throw Problem.at(
                        node,
                        method,
                        insn,
                        "a method handle names the persistent field " + Names.binary(handle.getOwner()) + "."
                                + handle.getName() + "; use a lambda that reads or writes it");
            }
        }
    }
}
