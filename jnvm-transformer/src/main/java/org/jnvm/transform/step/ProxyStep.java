package org.jnvm.transform.step;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes a class a proxy: removes its persistent fields, and adds where the object is,
 * the methods of {@code Proxy}, the resurrect constructor and the class descriptor.
 */
final class ProxyStep extends Step {
    private static final int HIDDEN_FIELD = Opcodes.ACC_PROTECTED | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    /** Class files that have lambdas. */
    private static final int LAMBDAS = Opcodes.V1_7;

    private static final int MAJOR_MASK = 0xFFFF;
    private static final String LOOKUP_DESC = "Ljava/lang/invoke/MethodHandles$Lookup;";
    private static final int REGION_SLOT = 1;
    private static final int REF_SLOT = 2;
    private static final int BLOCKS_SLOT = 4;

    ProxyStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        node.fields.removeIf(field -> persistent.field(field.name, field.desc) != null);
        addResurrectConstructor();
        addDescriptor();
        if (persistent.isTopmost()) {
            addInterface();
            addPointer();
        }
        if (persistent.declaresBlocks()) {
            addBlocks();
        }
        if (persistent.isTopmost() || persistent.declaresBlocks()) {
            addBind();
        }
        stamp();
    }

    private void addInterface() {
        if (!node.interfaces.contains(Names.PROXY)) {
            node.interfaces.add(Names.PROXY);
            if (node.signature != null) {
                node.signature += Names.PROXY_DESC;
            }
        }
    }

    private void addPointer() {
        node.fields.add(new FieldNode(HIDDEN_FIELD, Names.REGION_FIELD, Names.REGION_DESC, null, null));
        node.fields.add(new FieldNode(HIDDEN_FIELD, Names.POINTER_FIELD, "J", null, null));
        node.fields.add(new FieldNode(HIDDEN_FIELD, Names.REF_FIELD, "J", null, null));
        addGetter(Names.REGION_FIELD, Names.REGION_DESC);
        addGetter(Names.REF_FIELD, "J");
    }

    private void addBlocks() {
        node.fields.add(new FieldNode(HIDDEN_FIELD, Names.BLOCKS_FIELD, "[J", null, null));
        addGetter(Names.BLOCKS_FIELD, "[J");
    }

    private void addGetter(String field, String descriptor) {
        MethodNode getter = Code.method(Opcodes.ACC_PUBLIC, field, "()" + descriptor);
        Code.append(
                getter.instructions,
                Code.loadThis(),
                new FieldInsnNode(Opcodes.GETFIELD, node.name, field, descriptor),
                Code.returns(descriptor));
        node.methods.add(getter);
    }

    private void addBind() {
        MethodNode bind = Code.method(Opcodes.ACC_PUBLIC, Names.BIND, Names.PLACE_DESC);
        if (!persistent.isTopmost()) {
            pushPointer(bind.instructions);
            bind.instructions.add(
                    new MethodInsnNode(Opcodes.INVOKESPECIAL, node.superName, Names.BIND, Names.PLACE_DESC, false));
        }
        storePointer(bind.instructions);
        bind.instructions.add(Code.returns("V"));
        node.methods.add(bind);
    }

    private static void pushPointer(InsnList code) {
        Code.append(
                code,
                Code.loadThis(),
                new VarInsnNode(Opcodes.ALOAD, REGION_SLOT),
                new VarInsnNode(Opcodes.LLOAD, REF_SLOT),
                new VarInsnNode(Opcodes.ALOAD, BLOCKS_SLOT));
    }

    /** Stores what this class declares; the rest is the superclass's. */
    private void storePointer(InsnList code) {
        if (persistent.isTopmost()) {
            store(code, Opcodes.ALOAD, REGION_SLOT, Names.REGION_FIELD, Names.REGION_DESC);
            store(code, Opcodes.LLOAD, REF_SLOT, Names.REF_FIELD, "J");
            Code.append(
                    code,
                    Code.loadThis(),
                    new VarInsnNode(Opcodes.ALOAD, REGION_SLOT),
                    new VarInsnNode(Opcodes.LLOAD, REF_SLOT),
                    new VarInsnNode(Opcodes.ALOAD, BLOCKS_SLOT),
                    Code.call(Names.REGION, "pointer", "(J[J)J"),
                    new FieldInsnNode(Opcodes.PUTFIELD, node.name, Names.POINTER_FIELD, "J"));
        }
        if (persistent.declaresBlocks()) {
            store(code, Opcodes.ALOAD, BLOCKS_SLOT, Names.BLOCKS_FIELD, "[J");
        }
    }

    private void store(InsnList code, int load, int slot, String field, String descriptor) {
        Code.append(
                code,
                Code.loadThis(),
                new VarInsnNode(load, slot),
                new FieldInsnNode(Opcodes.PUTFIELD, node.name, field, descriptor));
    }

    /** The constructor that makes a proxy for an object that exists; runs nothing of the persistent classes. */
    private void addResurrectConstructor() {
        MethodNode constructor = Code.method(Opcodes.ACC_PROTECTED | Opcodes.ACC_SYNTHETIC, "<init>", Names.PLACE_DESC);
        InsnList code = constructor.instructions;
        if (persistent.isTopmost()) {
            code.add(Code.loadThis());
            code.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, node.superName, "<init>", "()V", false));
        } else {
            pushPointer(code);
            code.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, node.superName, "<init>", Names.PLACE_DESC, false));
        }
        storePointer(code);
        code.add(Code.returns("V"));
        node.methods.add(constructor);
    }

    private void addDescriptor() {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
        node.fields.add(new FieldNode(access, Names.CLASS_FIELD, Names.DESCRIPTOR_DESC, null, null));
        MethodNode getter = Code.method(Opcodes.ACC_PUBLIC, Names.DESCRIPTOR_METHOD, "()" + Names.DESCRIPTOR_DESC);
        Code.append(
                getter.instructions,
                new FieldInsnNode(Opcodes.GETSTATIC, node.name, Names.CLASS_FIELD, Names.DESCRIPTOR_DESC),
                new InsnNode(Opcodes.ARETURN));
        node.methods.add(getter);

        InsnList register = new InsnList();
        boolean isAbstract = (node.access & Opcodes.ACC_ABSTRACT) != 0;
        if (isAbstract || (node.version & MAJOR_MASK) >= LAMBDAS) {
            Code.append(
                    register,
                    new LdcInsnNode(Type.getObjectType(node.name)),
                    new LdcInsnNode(persistent.layout().text()),
                    isAbstract ? new InsnNode(Opcodes.ACONST_NULL) : factory(),
                    new LdcInsnNode(persistent.evolution()),
                    register("Ljava/lang/Class;Ljava/lang/String;L" + Names.FACTORY + ";Ljava/lang/String;"));
        } else {
            Code.append(
                    register,
                    Code.callStatic("java/lang/invoke/MethodHandles", "lookup", "()" + LOOKUP_DESC),
                    new LdcInsnNode(persistent.layout().text()),
                    new LdcInsnNode(persistent.evolution()),
                    register(LOOKUP_DESC + "Ljava/lang/String;Ljava/lang/String;"));
        }
        register.add(new FieldInsnNode(Opcodes.PUTSTATIC, node.name, Names.CLASS_FIELD, Names.DESCRIPTOR_DESC));
        // first of all, because the program's static initialisers may make objects of the class
        staticInitializer().instructions.insert(register);
    }

    private static AbstractInsnNode register(String parameters) {
        return Code.callStatic(Names.DESCRIPTOR, "register", "(" + parameters + ")" + Names.DESCRIPTOR_DESC);
    }

    private InvokeDynamicInsnNode factory() {
        String methodType = "Ljava/lang/invoke/MethodType;";
        Handle metafactory = new Handle(
                Opcodes.H_INVOKESTATIC,
                "java/lang/invoke/LambdaMetafactory",
                "metafactory",
                "(" + LOOKUP_DESC + "Ljava/lang/String;" + methodType + methodType + "Ljava/lang/invoke/MethodHandle;"
                        + methodType + ")Ljava/lang/invoke/CallSite;",
                false);
        Type create = Type.getMethodType("(" + Names.REGION_DESC + "J[J)" + Names.PROXY_DESC);
        return new InvokeDynamicInsnNode(
                "create",
                "()L" + Names.FACTORY + ";",
                metafactory,
                create,
                new Handle(Opcodes.H_NEWINVOKESPECIAL, node.name, "<init>", Names.PLACE_DESC, false),
                create);
    }

    private MethodNode staticInitializer() {
        for (MethodNode method : node.methods) {
            if (method.name.equals("<clinit>")) {
                return method;
            }
        }
        MethodNode initializer = Code.method(Opcodes.ACC_STATIC, "<clinit>", "()V");
        initializer.instructions.add(Code.returns("V"));
        node.methods.add(initializer);
        return initializer;
    }

    private void stamp() {
        Annotations.remove(node.invisibleAnnotations, Names.PERSISTENT_DESC);
        for (MethodNode method : node.methods) {
            Annotations.remove(method.invisibleAnnotations, Names.FAILURE_ATOMIC_DESC);
            Annotations.remove(method.invisibleAnnotations, Names.NOT_FAILURE_ATOMIC_DESC);
        }
        AnnotationNode transformed = new AnnotationNode(Names.TRANSFORMED_DESC);
        transformed.values = new ArrayList<>(List.of(
                "version",
                Names.VERSION,
                "layout",
                persistent.layout().text(),
                "leaksThis",
                persistent.leaksThis(),
                "resurrects",
                subject.methods().resurrects(hierarchy.find(node.name))));
        if (node.visibleAnnotations == null) {
            node.visibleAnnotations = new ArrayList<>();
        }
        node.visibleAnnotations.add(transformed);
    }
}
