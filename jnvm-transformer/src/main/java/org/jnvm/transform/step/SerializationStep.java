package org.jnvm.transform.step;

import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassInfo;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Lets Java serialization refuse persistent objects, which it would write without what lives in the heap, unless the class
 * says how to write them: {@code writeReplace}, {@code writeObject} or {@code Externalizable}.
 */
final class SerializationStep extends Step {
    private static final String OUTPUT = "java/io/ObjectOutputStream";
    private static final String INPUT = "java/io/ObjectInputStream";
    private static final String WRITE_DESC = "(L" + OUTPUT + ";)V";
    private static final String READ_DESC = "(L" + INPUT + ";)V";
    private static final String REFUSAL = "java/io/NotSerializableException";

    SerializationStep(Subject subject) {
        super(subject);
    }

    /** Adds the methods that refuse, and lets {@code readObject} of the program find an object in the heap. */
    @Override
    void apply() {
        if (!hierarchy.derivesFrom(node.name, "java/io/Serializable")
                || hierarchy.derivesFrom(node.name, "java/io/Externalizable")
                || hasWriteReplace()) {
            return;
        }
        MethodNode read = own("readObject", READ_DESC);
        MethodNode write = own("writeObject", WRITE_DESC);
        if (read != null) {
            allocateFirst(read);
        }
        if (write != null) {
            warnAboutDefault(write);
            return;
        }
        if (persistent.isTopmost() || !persistent.fields().isEmpty()) {
            addRefusal("writeObject", WRITE_DESC);
            if (read == null) {
                addRefusal("readObject", READ_DESC);
            }
        }
    }

    private boolean hasWriteReplace() {
        String descriptor = "()" + Names.OBJECT_DESC;
        for (ClassInfo c = hierarchy.find(node.name); c != null; c = hierarchy.superclass(c)) {
            if (c.method("writeReplace", descriptor) != null) {
                return true;
            }
        }
        return false;
    }

    private MethodNode own(String name, String descriptor) {
        for (MethodNode method : node.methods) {
            boolean isPrivate = (method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == Opcodes.ACC_PRIVATE;
            if (isPrivate && method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    /** Reading an object runs no constructor of its class, so nothing was allocated. */
    private static void allocateFirst(MethodNode read) {
        AbstractInsnNode self = Code.loadThis();
        read.instructions.insert(self);
        read.instructions.insert(
                self, Code.callStatic(Names.ALLOCATION, "allocateToRead", "(" + Names.PROXY_DESC + ")V"));
    }

    private void warnAboutDefault(MethodNode write) {
        for (AbstractInsnNode insn : write.instructions) {
            boolean byFields = insn instanceof MethodInsnNode call
                    && call.owner.equals(OUTPUT)
                    && (call.name.equals("defaultWriteObject") || call.name.equals("putFields"));
            if (byFields && !persistent.fields().isEmpty()) {
                subject.warn(Problem.warning(
                        node,
                        write,
                        "the fields that live in the heap are not among those that " + ((MethodInsnNode) insn).name
                                + " writes; write them one by one, or write a copy by writeReplace"));
                return;
            }
        }
    }

    private void addRefusal(String name, String descriptor) {
        MethodNode method = Code.method(Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC, name, descriptor);
        String text =
                Names.binary(node.name) + " is persistent: its fields live in the heap, and Java serialization would"
                        + " leave them out; say what to write by writeReplace, writeObject or Externalizable";
        Code.append(
                method.instructions,
                new TypeInsnNode(Opcodes.NEW, REFUSAL),
                new InsnNode(Opcodes.DUP),
                new LdcInsnNode(text),
                new MethodInsnNode(Opcodes.INVOKESPECIAL, REFUSAL, "<init>", "(Ljava/lang/String;)V", false),
                new InsnNode(Opcodes.ATHROW));
        node.methods.add(method);
    }
}
