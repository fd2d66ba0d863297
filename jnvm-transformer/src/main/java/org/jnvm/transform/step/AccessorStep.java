package org.jnvm.transform.step;

import java.util.List;
import java.util.function.Consumer;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.FieldKind;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Generates the accessors of persistent fields, and supplies the bodies of {@code native} stubs.
 *
 * <p>Each field has hidden accessors, final and as accessible as the field was, which rewritten accesses call; so an
 * access keeps meaning the field of its class, whatever subclasses and the program declare. The named ones,
 * {@code getF} and the like, are for programs and libraries, and as accessible as the field, too: those of a private
 * field only stand for it, where a library looks for its annotations. Where a name is taken, by the class, by another
 * field or by a superclass, the accessor gets a leading underscore and is private.
 */
final class AccessorStep extends Step {
    /** From this class file version on, nested classes call each other's private methods directly. */
    private static final int NEST_MATES = Opcodes.V11;

    private static final int MAJOR_MASK = 0xFFFF;
    private static final int ACCESSIBILITY = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;
    private static final List<String> PREFIXES = List.of("pwb", "update", "replace");

    private BeanView beans;

    AccessorStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        beans = new BeanView(hierarchy, node, persistent);
        for (PersistentField field : persistent.fields()) {
            addHidden(field, new FieldCode(node.name, field));
        }
        for (PersistentField field : persistent.fields()) {
            addNamed(field, new FieldCode(node.name, field));
        }
        beans.applyToInherited();
        for (MethodNode method : node.methods) {
            if ((method.access & Opcodes.ACC_NATIVE) != 0 && PREFIXES.stream().anyMatch(method.name::startsWith)) {
                subject.warn(Problem.warning(
                        node,
                        method,
                        "native method matches no persistent field of " + Names.binary(node.name)
                                + ", nothing was generated; declare it in the class of the field, as void pwbF(), void"
                                + " updateF(T) or void replaceF(T)"));
            }
        }
    }

    private void addHidden(PersistentField field, FieldCode code) {
        MethodNode getter = Code.method(hiddenAccess(field), field.hiddenGetter(), field.getterDescriptor());
        code.read(getter);
        node.methods.add(getter);
        MethodNode setter = Code.method(hiddenSetterAccess(field), field.hiddenSetter(), field.setterDescriptor());
        code.write(setter);
        node.methods.add(setter);
    }

    /** Only the constructors of the class itself write a final field: see {@link FieldAccessStep}. */
    private int hiddenSetterAccess(PersistentField field) {
        return field.isFinal() ? Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC : hiddenAccess(field);
    }

    private int hiddenAccess(PersistentField field) {
        int access = field.access() & ACCESSIBILITY;
        if ((node.version & MAJOR_MASK) < NEST_MATES) {
            access &= ~Opcodes.ACC_PRIVATE;
        }
        return access | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    }

    private void addNamed(PersistentField field, FieldCode code) {
        if (field.isFinal()) {
            refuseStubs(field);
        }
        String generic = field.signature();
        String genericSetter = generic == null ? null : "(" + generic + ")V";
        String descriptor = field.setterDescriptor();
        int access = field.access() & ACCESSIBILITY;
        MethodNode getter =
                add("get", field, access, field.getterDescriptor(), generic == null ? null : "()" + generic, m -> {
                    m.instructions.add(Code.loadThis());
                    m.instructions.add(Code.call(node.name, field.hiddenGetter(), field.getterDescriptor()));
                    m.instructions.add(Code.returns(field.descriptor()));
                });
        int setterAccess = field.isFinal() ? Opcodes.ACC_PRIVATE : access;
        MethodNode setter = add("set", field, setterAccess, descriptor, genericSetter, m -> {
            m.instructions.add(Code.loadThis());
            m.instructions.add(Code.load(field.descriptor(), 1));
            m.instructions.add(field.isFinal() ? callFinalSetter(field) : callSetter(field));
            m.instructions.add(Code.returns("V"));
        });
        add("pwb", field, access, "()V", null, code::writeBack);
        String what = field.kind().isReference() ? "Ref" : field.kind() == FieldKind.STRING ? "String" : null;
        if (what != null && !field.isFinal()) {
            add("update", field, access, descriptor, genericSetter, m -> code.writeThrough(m, "update" + what));
            add("replace", field, access, descriptor, genericSetter, m -> code.writeThrough(m, "replace" + what));
        }
        beans.apply(field, declared(field), getter, setter);
        if (field.isFinal() && (setter.access & BeanView.UNSEEN) != 0) {
            // only for libraries that write final fields, too
            node.methods.remove(setter);
        }
    }

    private AbstractInsnNode callSetter(PersistentField field) {
        return Code.call(node.name, field.hiddenSetter(), field.setterDescriptor());
    }

    /** Special, as the setter is private, which older class files cannot call otherwise. */
    private AbstractInsnNode callFinalSetter(PersistentField field) {
        return new MethodInsnNode(
                Opcodes.INVOKESPECIAL, node.name, field.hiddenSetter(), field.setterDescriptor(), false);
    }

    private FieldNode declared(PersistentField field) {
        return node.fields.stream()
                .filter(f -> f.name.equals(field.name()) && f.desc.equals(field.descriptor()))
                .findAny()
                .orElseThrow();
    }

    /** Final fields have no methods that write them, so a declaration that waits for the body of one is a mistake. */
    private void refuseStubs(PersistentField field) {
        for (String prefix : List.of("set", "update", "replace")) {
            MethodNode stub = stub(prefix + field.capitalised(), field.setterDescriptor());
            if (stub != null) {
                throw Problem.at(
                        node,
                        stub,
                        "the field " + field.name()
                                + " is final, nothing may write it after the constructor; remove the"
                                + " method, or make the field non-final");
            }
        }
    }

    private MethodNode add(
            String prefix,
            PersistentField field,
            int accessOfField,
            String descriptor,
            String signature,
            Consumer<MethodNode> body) {
        String name = prefix + field.capitalised();
        MethodNode stub = stub(name, descriptor);
        if (stub != null) {
            stub.access &= ~Opcodes.ACC_NATIVE;
            body.accept(stub);
            return stub;
        }
        int access = accessOfField;
        String parameters = Names.parameters(descriptor);
        if (isTaken(name, parameters)) {
            access = Opcodes.ACC_PRIVATE;
            name = fallback(prefix, field, parameters);
        }
        if (access == Opcodes.ACC_PRIVATE) {
            access |= BeanView.UNSEEN;
        }
        MethodNode method = new MethodNode(access, name, descriptor, signature, null);
        body.accept(method);
        node.methods.add(method);
        return method;
    }

    private MethodNode stub(String name, String descriptor) {
        for (MethodNode method : node.methods) {
            boolean isStub = (method.access & (Opcodes.ACC_NATIVE | Opcodes.ACC_STATIC)) == Opcodes.ACC_NATIVE;
            if (isStub && method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    private boolean isTaken(String name, String parameters) {
        return declares(name, parameters) || hierarchy.inherits(hierarchy.find(node.name), name, parameters);
    }

    private boolean declares(String name, String parameters) {
        return node.methods.stream()
                .anyMatch(m -> m.name.equals(name) && Names.parameters(m.desc).equals(parameters));
    }

    /** A private method takes no part in overriding, so only the class itself can have taken its name. */
    private String fallback(String prefix, PersistentField field, String parameters) {
        for (String underscores = "_"; ; underscores += "_") {
            for (String rest : List.of(field.capitalised(), field.name())) {
                String name = underscores + prefix + rest;
                if (!declares(name, parameters)) {
                    return name;
                }
            }
        }
    }
}
