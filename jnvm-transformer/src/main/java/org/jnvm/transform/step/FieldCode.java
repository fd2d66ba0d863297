package org.jnvm.transform.step;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code that reads and writes a persistent field.
 *
 * <p>A primitive field in the master block is one call of {@code Region}. One in a further block looks its block up
 * first. References go through {@code Access}, which makes proxies and validates, and so do strings and boxes that
 * fields own. Smaller boxes and enum constants are a primitive field with a conversion.
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
        String type = field.descriptor();
        switch (field.kind()) {
            case PRIMITIVE -> readDirectly(code, capitalisedType(), type);
            case REFERENCE, OWNER -> {
                Code.append(
                        code,
                        Code.loadThis(),
                        Code.push(field.offset()),
                        new LdcInsnNode(Type.getType(type)),
                        Code.callStatic(
                                Names.FIELD_ACCESS,
                                "getRef",
                                "(" + Names.PROXY_DESC + "I" + Names.CLASS_DESC + ")" + Names.OBJECT_DESC));
                castToFieldType(code);
            }
            case STRING, LONG, DOUBLE -> readByAccess(code, "get" + capitalisedType(), type);
            case BOX_WORD -> {
                readDirectly(code, "Long", "J");
                code.add(Code.callStatic(Names.BOXES, "to" + capitalisedType(), "(J)" + type));
            }
            case ENUM -> {
                code.add(Code.loadThis());
                readDirectly(code, "Int", "I");
                loadEnum(method, type);
                code.add(Code.callStatic(
                        Names.FIELD_ACCESS,
                        "enumConstant",
                        "(" + Names.PROXY_DESC + "I" + Names.CLASS_DESC + ")" + Names.ENUM_DESC));
                castToFieldType(code);
            }
            default -> throw new AssertionError(field.kind());
        }
        if (field.isVolatile()) {
            fence(code, "acquireFence");
        }
        code.add(Code.returns(field.descriptor()));
    }

    /** Pushes the class of an enum, on this and a number; if it is missing, core knows what to say. */
    private void loadEnum(MethodNode method, String type) {
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode missing = new LabelNode();
        Code.append(
                method.instructions,
                start,
                new LdcInsnNode(Type.getType(type)),
                new JumpInsnNode(Opcodes.GOTO, end),
                missing,
                new FrameNode(Opcodes.F_NEW, 1, new Object[] {owner}, 1, new Object[] {Names.MISSING_CLASS}),
                Code.loadThis(),
                new LdcInsnNode(Type.getType(type).getClassName()),
                Code.callStatic(
                        Names.FIELD_ACCESS,
                        "enumMissing",
                        "(L" + Names.MISSING_CLASS + ";" + Names.PROXY_DESC + "Ljava/lang/String;)L"
                                + Names.CLASS_MISMATCH + ";"),
                new InsnNode(Opcodes.ATHROW),
                end,
                new FrameNode(Opcodes.F_NEW, 1, new Object[] {owner}, 3, new Object[] {
                    owner, Opcodes.INTEGER, "java/lang/Class"
                }));
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, missing, missing, Names.MISSING_CLASS));
    }

    /** Makes the body of a setter, whose parameter is the value. */
    void write(MethodNode method) {
        InsnList code = method.instructions;
        if (field.isVolatile()) {
            fence(code, "releaseFence");
        }
        switch (field.kind()) {
            case PRIMITIVE -> {
                pushPointer(code, 1 + field.slots());
                code.add(Code.load(field.descriptor(), 1));
                writeDirectly(code, capitalisedType(), field.descriptor());
            }
            case REFERENCE, OWNER -> callWithValue(code, "setRef");
            case STRING, LONG, DOUBLE -> callWithValue(code, "set" + capitalisedType());
            case BOX_WORD -> {
                pushPointer(code, 1 + field.slots());
                code.add(Code.load(field.descriptor(), 1));
                code.add(Code.callStatic(Names.BOXES, "word", "(" + field.descriptor() + ")J"));
                writeDirectly(code, "Long", "J");
            }
            case ENUM -> {
                pushPointer(code, 1 + field.slots());
                code.add(Code.loadThis());
                code.add(Code.load(field.descriptor(), 1));
                // so that the verifier does not load the enum, and a class can be used whose enum is missing
                code.add(new TypeInsnNode(
                        Opcodes.CHECKCAST, Type.getType(Names.ENUM_DESC).getInternalName()));
                code.add(Code.callStatic(
                        Names.FIELD_ACCESS, "enumWord", "(" + Names.PROXY_DESC + Names.ENUM_DESC + ")I"));
                writeDirectly(code, "Int", "I");
            }
            default -> throw new AssertionError(field.kind());
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
                Code.callStatic(
                        Names.DURABILITY, field.kind().mayOwn() ? "pwbValue" : "pwb", "(" + Names.PROXY_DESC + "I)V"),
                Code.returns("V"));
    }

    private void readDirectly(InsnList code, String kind, String type) {
        pushPointer(code, 1);
        code.add(Code.callStatic(Names.REGION, "get" + kind, "(" + Names.REGION_DESC + "JI)" + type));
    }

    private static void writeDirectly(InsnList code, String kind, String type) {
        code.add(Code.callStatic(Names.REGION, "put" + kind, "(" + Names.REGION_DESC + "JI" + type + ")V"));
    }

    private void readByAccess(InsnList code, String accessMethod, String type) {
        Code.append(
                code,
                Code.loadThis(),
                Code.push(field.offset()),
                Code.callStatic(Names.FIELD_ACCESS, accessMethod, "(" + Names.PROXY_DESC + "I)" + type));
    }

    private void castToFieldType(InsnList code) {
        String type = Type.getType(field.descriptor()).getInternalName();
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, type));
    }

    private void callWithValue(InsnList code, String accessMethod) {
        String type = field.kind().isReference() ? Names.OBJECT_DESC : field.descriptor();
        Code.append(
                code,
                Code.loadThis(),
                Code.push(field.offset()),
                Code.load(field.descriptor(), 1),
                Code.callStatic(Names.FIELD_ACCESS, accessMethod, "(" + Names.PROXY_DESC + "I" + type + ")V"));
    }

    /** Pushes the region of the field, a tagged pointer there, and the offset from it. */
    private void pushPointer(InsnList code, int freeSlot) {
        if (field.offset() < BlockLayout.BLOCK_BYTES) {
            pushMember(code, Names.REGION_FIELD, Names.REGION_DESC);
            pushMember(code, Names.POINTER_FIELD, "J");
            code.add(Code.push(field.offset()));
        } else {
            pushMember(code, Names.REGION_FIELD, Names.REGION_DESC);
            String sameRegion = "(" + Names.REGION_DESC + ")" + Names.REGION_DESC;
            code.add(Code.callStatic(Names.REGION, "bound", sameRegion));
            pushMember(code, Names.REF_FIELD, "J");
            pushMember(code, Names.BLOCKS_FIELD, "[J");
            code.add(Code.push(field.offset()));
            code.add(Code.call(Names.REGION, "far", "(J[JI)J"));
            code.add(new VarInsnNode(Opcodes.LSTORE, freeSlot));
            pushMember(code, Names.REGION_FIELD, Names.REGION_DESC);
            code.add(new VarInsnNode(Opcodes.LLOAD, freeSlot));
            code.add(Code.call(Names.REGION, "at", "(J)" + Names.REGION_DESC));
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new VarInsnNode(Opcodes.LLOAD, freeSlot));
            code.add(Code.call(Names.REGION, "pointer", "(J)J"));
            code.add(Code.push(0));
        }
    }

    private void pushMember(InsnList code, String name, String descriptor) {
        code.add(Code.loadThis());
        code.add(new FieldInsnNode(Opcodes.GETFIELD, owner, name, descriptor));
    }

    private static void fence(InsnList code, String name) {
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, VAR_HANDLE, name, "()V", false));
    }

    /** Returns the simple name of the field's type, as accessors of core have it. */
    private String capitalisedType() {
        String type = Type.getType(field.descriptor()).getClassName();
        String simple = type.substring(type.lastIndexOf('.') + 1);
        return Character.toUpperCase(simple.charAt(0)) + simple.substring(1);
    }
}
