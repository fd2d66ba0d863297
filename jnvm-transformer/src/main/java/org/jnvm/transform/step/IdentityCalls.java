package org.jnvm.transform.step;

import java.util.Set;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Methods of the JDK that go by the identity of an object, and what core has in their place. */
final class IdentityCalls {
    private static final Set<String> OF_MONITORS =
            Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");

    private static final Set<String> ATOMIC =
            Set.of("AtomicReference", "AtomicReferenceArray", "AtomicReferenceFieldUpdater");

    private IdentityCalls() {}

    /** Tells whether a class of the JDK compares the arguments of a call by identity, and so proxies. */
    static boolean comparesProxies(MethodInsnNode call) {
        if (call.owner.equals("java/util/IdentityHashMap")) {
            return !call.name.equals("<init>");
        }
        String atomic = "java/util/concurrent/atomic/";
        return call.owner.startsWith(atomic)
                && ATOMIC.contains(call.owner.substring(atomic.length()))
                && (call.name.startsWith("compareAnd") || call.name.startsWith("weakCompareAnd"));
    }

    /** A call that takes the place of another one, and how far below the top of the stack the object is. */
    record Replacement(String name, String descriptor, int above) {
        MethodInsnNode call() {
            return new MethodInsnNode(Opcodes.INVOKESTATIC, Names.IDENTITY, name, descriptor, false);
        }
    }

    /** Makes the call that turns an object into what is locked for it. */
    static AbstractInsnNode monitor() {
        return Code.callStatic(Names.IDENTITY, "monitor", "(" + Names.OBJECT_DESC + ")" + Names.OBJECT_DESC);
    }

    static AbstractInsnNode same() {
        return Code.callStatic(Names.IDENTITY, "same", "(" + Names.OBJECT_DESC + Names.OBJECT_DESC + ")Z");
    }

    /** Ends a call of {@code super.clone()}, whose result is on the stack below {@code this}. */
    static AbstractInsnNode cloned() {
        return Code.callStatic(
                Names.IDENTITY, "cloned", "(" + Names.OBJECT_DESC + Names.OBJECT_DESC + ")" + Names.OBJECT_DESC);
    }

    /** Returns what a call of {@code wait}, {@code notify}, {@code identityHashCode} and the like becomes, or null. */
    static Replacement replacement(MethodInsnNode call) {
        return replacement(call.getOpcode() == Opcodes.INVOKESTATIC, call.owner, call.name, call.desc);
    }

    private static Replacement replacement(boolean isStatic, String owner, String name, String descriptor) {
        String parameters = Names.parameters(descriptor);
        if (isStatic) {
            boolean known = owner.equals("java/lang/System") && name.equals("identityHashCode")
                    || owner.equals("java/lang/Thread") && name.equals("holdsLock");
            return known ? new Replacement(name.equals("holdsLock") ? name : "hashCode", descriptor, 0) : null;
        }
        return OF_MONITORS.contains(name + descriptor)
                ? new Replacement(name, "(" + Names.OBJECT_DESC + descriptor.substring(1), parameters.length() - 2)
                : null;
    }

    /** Returns what a method reference to one of these methods becomes, or null. */
    static Handle replacement(Handle handle) {
        boolean isStatic = handle.getTag() == Opcodes.H_INVOKESTATIC;
        if (!isStatic && handle.getTag() != Opcodes.H_INVOKEVIRTUAL) {
            return null;
        }
        Replacement replacement = replacement(isStatic, handle.getOwner(), handle.getName(), handle.getDesc());
        return replacement == null
                ? null
                : new Handle(
                        Opcodes.H_INVOKESTATIC, Names.IDENTITY, replacement.name(), replacement.descriptor(), false);
    }
}
