package org.jnvm.transform.engine;

import org.jnvm.internal.layout.BlockLayout;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code that reads and writes a persistent field.
 *
 * <p>A primitive field in the master block is one call of {@code Region}. One in a further block looks its block up
 * first. References go through {@code Access}, which makes proxies and validates.
 */
final class FieldCode {
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

    private final String owner;
    private final PersistentField field;

    /**
     * Makes the generator of one field.
     *
     * @param owner internal name of the declaring class
     * @param field the field
     */
    FieldCode(String owner, PersistentField field) {
        this.owner = owner;
        this.field = field;
    }

    /** Makes the body of a getter. */
    void read(MethodNode method) {
        InsnList code = method.instructions;
        if (field.isReference()) {
            Code.append(
                    code,
                    Code.loadThis(),
                    Code.push(field.offset()),
                    new LdcInsnNode(Type.getType(field.descriptor())),
                    Code.access("getRef", "(" + Names.PROXY_DESC + "ILjava/lang/Class;)" + Names.OBJECT_DESC),
                    new TypeInsnNode(
                            Opcodes.CHECKCAST, Type.getType(field.descriptor()).getInternalName()));
        } else {
            pushPlace(code, 1);
            code.add(Code.call(Names.REGION, "get" + kind(), "(JI)" + field.descriptor()));
        }
        if (field.isVolatile()) {
            fence(code, "acquireFence");
        }
        code.add(Code.returns(field.descriptor()));
    }

    /** Makes the body of a setter, whose parameter is the value. */
    void write(MethodNode method) {
        InsnList code = method.instructions;
        if (field.isVolatile()) {
            fence(code, "releaseFence");
        }
        if (field.isReference()) {
            callWithValue(code, "setRef");
        } else {
            pushPlace(code, 1 + field.slots());
            code.add(Code.load(field.descriptor(), 1));
            code.add(Code.call(Names.REGION, "put" + kind(), "(JI" + field.descriptor() + ")V"));
        }
        if (field.isVolatile()) {
            fence(code, "fullFence");
        }
        code.add(Code.returns("V"));
    }

    /** Makes the body of {@code updateF} or {@code replaceF}. */
    void writeThrough(MethodNode method, String accessMethod) {
        callWithValue(method.instructions, accessMethod);
        method.instructions.add(Code.returns("V"));
    }

    /** Makes the body of {@code pwbF}. */
    void writeBack(MethodNode method) {
        Code.append(
                method.instructions,
                Code.loadThis(),
                Code.push(field.offset()),
                Code.access("pwb", "(" + Names.PROXY_DESC + "I)V"),
                Code.returns("V"));
    }

    private void callWithValue(InsnList code, String accessMethod) {
        Code.append(
                code,
                Code.loadThis(),
                Code.push(field.offset()),
                Code.load(field.descriptor(), 1),
                Code.access(accessMethod, "(" + Names.PROXY_DESC + "I" + Names.OBJECT_DESC + ")V"));
    }

    /** Pushes the region of the field, the place of its block there, and the offset in its block. */
    private void pushPlace(InsnList code, int freeSlot) {
        if (field.offset() < BlockLayout.BLOCK_BYTES) {
            pushMember(code, Names.REGION_FIELD, Names.REGION_DESC);
            pushMember(code, Names.PLACE_FIELD, "J");
        } else {
            pushMember(code, Names.REF_FIELD, "J");
            pushMember(code, Names.BLOCKS_FIELD, "[J");
            code.add(Code.push(field.offset()));
            code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Names.REGION, "far", "(J[JI)J", false));
            code.add(new VarInsnNode(Opcodes.LSTORE, freeSlot));
            pushMember(code, Names.REGION_FIELD, Names.REGION_DESC);
            code.add(new VarInsnNode(Opcodes.LLOAD, freeSlot));
            code.add(Code.call(Names.REGION, "at", "(J)" + Names.REGION_DESC));
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new VarInsnNode(Opcodes.LLOAD, freeSlot));
            code.add(Code.call(Names.REGION, "place", "(J)J"));
        }
        code.add(Code.push(field.offset() & BlockLayout.BLOCK_MASK));
    }

    private void pushMember(InsnList code, String name, String descriptor) {
        code.add(Code.loadThis());
        code.add(new FieldInsnNode(Opcodes.GETFIELD, owner, name, descriptor));
    }

    private static void fence(InsnList code, String name) {
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, VAR_HANDLE, name, "()V", false));
    }

    private String kind() {
        String type = Type.getType(field.descriptor()).getClassName();
        return Character.toUpperCase(type.charAt(0)) + type.substring(1);
    }
}
