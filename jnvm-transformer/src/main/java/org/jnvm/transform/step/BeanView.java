package org.jnvm.transform.step;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Code;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.Hierarchy;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Lets libraries that map beans by reflection see of a persistent object what they see of the plain class.
 *
 * <p>They look at methods and at fields, and the fields are gone. So the accessors stand for the fields: they bear their
 * annotations, and those which a library would take for a property that the field was not are flagged as bridges, which
 * libraries pass over and compilers do not. That is needed because Jackson takes private setters for properties, though
 * not private fields.
 */
final class BeanView {
    /** What libraries pass over, all of them, and compilers. */
    static final int UNSEEN = Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC;

    private static final List<String> JACKSON = List.of("Lcom/fasterxml/jackson/", "Ltools/jackson/");
    private static final List<String> JSON_B = List.of("Ljakarta/json/bind/", "Ljavax/json/bind/");
    private static final String JACKSON_NAME = "Lcom/fasterxml/jackson/annotation/JsonProperty;";
    private static final String JSON_B_NAME = "Ljakarta/json/bind/annotation/JsonbProperty;";
    private static final Set<String> EVOLUTION =
            Set.of(Names.FORMERLY_DESC, Names.DEFAULT_DESC, Names.CONVERTED_DESC, Names.CONVERTED_LIST_DESC);

    private static final String AUTO_DETECT = "Lcom/fasterxml/jackson/annotation/JsonAutoDetect;";

    /** Annotations by which Jackson takes a field for a property that it would not see otherwise. */
    private static final Set<String> INCLUDE = Set.of(
            "JsonProperty",
            "JsonView",
            "JsonFormat",
            "JsonTypeInfo",
            "JsonUnwrapped",
            "JsonBackReference",
            "JsonManagedReference");

    private static final Set<String> INCLUDE_READING =
            Set.of("JsonGetter", "JsonSerialize", "JsonSerializeAs", "JsonRawValue", "JsonValue", "JsonKey");
    private static final Set<String> INCLUDE_WRITING =
            Set.of("JsonSetter", "JsonDeserialize", "JsonDeserializeAs", "JsonMerge");

    private final Hierarchy hierarchy;
    private final ClassNode node;
    private final PersistentClass persistent;
    /** The methods of the program, without those that the compiler made. */
    private final List<MethodNode> own;

    /**
     * Looks at a class before it has accessors.
     *
     * @param hierarchy the classes
     * @param node the class
     * @param persistent the same
     */
    BeanView(Hierarchy hierarchy, ClassNode node, PersistentClass persistent) {
        this.hierarchy = hierarchy;
        this.node = node;
        this.persistent = persistent;
        this.own = node.methods.stream()
                .filter(m -> (m.access & (Opcodes.ACC_STATIC | UNSEEN)) == 0)
                .toList();
    }

    /**
     * Makes the accessors of a field stand for it.
     *
     * @param field the field
     * @param declared the same
     * @param getter its getter
     * @param setter its setter
     */
    void apply(PersistentField field, FieldNode declared, MethodNode getter, MethodNode setter) {
        move(declared.visibleAnnotations, true, field, getter, setter);
        move(declared.invisibleAnnotations, false, field, getter, setter);
        boolean detected = detects("fieldVisibility", "PUBLIC_ONLY", field.access());
        boolean read = hasReader(field.name());
        if (!own.contains(getter)) {
            boolean seen = !read && (detected || includes(declared.visibleAnnotations, INCLUDE_READING));
            if (seen) {
                boolean linked = BeanNaming.JACKSON.reads(field.name(), getter.name, getter.desc);
                include(getter, field, linked, isDetectedReader(getter.name, getter.access));
            }
            // one that is not seen may have annotations which say so
            if (seen || getter.visibleAnnotations != null) {
                getter.access &= ~UNSEEN;
            } else if (own.stream().anyMatch(m -> isReader(m, field.name()))) {
                getter.access |= Opcodes.ACC_BRIDGE;
            }
        }
        if (!own.contains(setter)) {
            boolean included = detected || includes(declared.visibleAnnotations, INCLUDE_WRITING);
            boolean linked = BeanNaming.JACKSON.writes(field.name(), setter.name, setter.desc);
            if (hasWriter(field.name()) || !read && !included) {
                setter.access |= Opcodes.ACC_BRIDGE;
            } else {
                setter.access &= ~UNSEEN;
                if (included || !linked) {
                    include(setter, field, linked, detects("setterVisibility", "ANY", setter.access));
                }
            }
        }
        if (field.is(Opcodes.ACC_PUBLIC)) {
            nameForJsonB(getter, field, BeanNaming.BEANS.reads(field.name(), getter.name, getter.desc));
            nameForJsonB(setter, field, BeanNaming.BEANS.writes(field.name(), setter.name, setter.desc));
        }
    }

    /**
     * Lets libraries write inherited fields that this class is the first to have getters for, as they would write the field
     * then. Private fields of superclasses are out of reach.
     */
    void applyToInherited() {
        for (PersistentClass c = persistent.superclass(); c != null; c = c.superclass()) {
            ClassInfo info = hierarchy.find(c.name());
            for (PersistentField field : c.fields()) {
                String name = "set" + field.capitalised();
                ClassInfo.Member setter = info.method(name, field.setterDescriptor());
                boolean within = setter != null
                        && setter.is(Opcodes.ACC_BRIDGE)
                        && !setter.is(Opcodes.ACC_SYNTHETIC)
                        && (setter.is(Opcodes.ACC_PROTECTED)
                                || hierarchy.find(node.name).packageName().equals(info.packageName()));
                if (within && hasOwnReader(field.name()) && !hasWriter(field.name())) {
                    node.methods.add(override(setter, field.descriptor()));
                }
            }
        }
    }

    private MethodNode override(ClassInfo.Member setter, String type) {
        MethodNode method = Code.method(setter.access() & ~Opcodes.ACC_BRIDGE, setter.name(), setter.descriptor());
        Code.append(
                method.instructions,
                Code.loadThis(),
                Code.load(type, 1),
                new MethodInsnNode(Opcodes.INVOKESPECIAL, node.superName, setter.name(), setter.descriptor(), false),
                Code.returns("V"));
        return method;
    }

    /**
     * Annotations of a field say something of its property. So they go to its getter, those of JSON libraries to its
     * setter, too: to the program's own, where a library would take the two together, or else to the generated one.
     */
    private void move(
            List<AnnotationNode> annotations,
            boolean visible,
            PersistentField field,
            MethodNode getter,
            MethodNode setter) {
        for (AnnotationNode annotation : annotations == null ? List.<AnnotationNode>of() : annotations) {
            if (EVOLUTION.contains(annotation.desc)) {
                continue; // of the field itself, not of a property
            }
            BeanNaming naming = isOf(annotation, JACKSON) ? BeanNaming.JACKSON : BeanNaming.BEANS;
            boolean isJson = isOf(annotation, JACKSON) || isOf(annotation, JSON_B);
            targets(m -> naming.reads(field.name(), m.name, m.desc), getter).forEach(m -> add(m, annotation, visible));
            if (isJson) {
                targets(m -> naming.writes(field.name(), m.name, m.desc), setter)
                        .forEach(m -> add(m, annotation, visible));
            }
        }
    }

    private List<MethodNode> targets(Predicate<MethodNode> linked, MethodNode generated) {
        List<MethodNode> found = own.stream().filter(linked).toList();
        return found.isEmpty() ? List.of(generated) : found;
    }

    /** What stands on the method itself wins, as for libraries. */
    private static void add(MethodNode method, AnnotationNode annotation, boolean visible) {
        List<AnnotationNode> present = visible ? method.visibleAnnotations : method.invisibleAnnotations;
        if (Annotations.find(present, annotation.desc) == null) {
            List<AnnotationNode> all = present == null ? new ArrayList<>() : new ArrayList<>(present);
            all.add(annotation);
            if (visible) {
                method.visibleAnnotations = all;
            } else {
                method.invisibleAnnotations = all;
            }
        }
    }

    /** Tells Jackson that an accessor is the field's property, where its name and access do not. */
    private void include(MethodNode accessor, PersistentField field, boolean linked, boolean detected) {
        Object given = Annotations.value(accessor.visibleAnnotations, JACKSON_NAME, "value");
        boolean included = detected
                || includes(accessor.visibleAnnotations, INCLUDE_READING)
                || includes(accessor.visibleAnnotations, INCLUDE_WRITING);
        boolean named = given != null && !given.equals("");
        // Jackson 3 knows no accessors of names that begin with anything but a letter
        boolean isLetter = Character.isUpperCase(field.capitalised().charAt(0));
        if (!(linked && isLetter) && !named) {
            name(accessor, JACKSON_NAME, field.name());
        } else if (!included) {
            name(accessor, JACKSON_NAME, "");
        }
    }

    private void nameForJsonB(MethodNode accessor, PersistentField field, boolean linked) {
        boolean seen = is(accessor, Opcodes.ACC_PUBLIC) && !is(accessor, Opcodes.ACC_BRIDGE) && !own.contains(accessor);
        Object given = Annotations.value(accessor.visibleAnnotations, JSON_B_NAME, "value");
        if (seen && !linked && (given == null || given.equals(""))) {
            name(accessor, JSON_B_NAME, field.name());
        }
    }

    /** Without the annotation on its class path, a module and those that use it would be compiled with warnings. */
    private void name(MethodNode accessor, String annotation, String name) {
        if (hierarchy.find(annotation.substring(1, annotation.length() - 1)) == null) {
            return;
        }
        AnnotationNode before = Annotations.find(accessor.visibleAnnotations, annotation);
        AnnotationNode named = new AnnotationNode(annotation);
        named.values = new ArrayList<>(before == null || before.values == null ? List.of() : before.values);
        if (!name.isEmpty()) {
            int at = named.values.indexOf("value");
            if (at >= 0) {
                named.values.subList(at, at + 2).clear();
            }
            named.values.addAll(List.of("value", name));
        }
        if (before != null) {
            accessor.visibleAnnotations.remove(before);
        }
        add(accessor, named, true);
    }

    /**
     * Tells whether Jackson takes a member for a property without an annotation on it.
     *
     * @param kind the kind of member, as {@code JsonAutoDetect} calls it
     * @param byDefault the access that is needed if the class does not say
     * @param access the access flags of the member
     */
    private boolean detects(String kind, String byDefault, int access) {
        Object value = Annotations.value(node.visibleAnnotations, AUTO_DETECT, kind);
        String level = value instanceof String[] constant ? constant[1] : "DEFAULT";
        return switch (level.equals("DEFAULT") ? byDefault : level) {
            case "ANY" -> true;
            case "NON_PRIVATE" -> (access & Opcodes.ACC_PRIVATE) == 0;
            case "PROTECTED_AND_PUBLIC" -> (access & (Opcodes.ACC_PROTECTED | Opcodes.ACC_PUBLIC)) != 0;
            case "PUBLIC_ONLY" -> (access & Opcodes.ACC_PUBLIC) != 0;
            default -> false;
        };
    }

    private boolean isDetectedReader(String method, int access) {
        return detects(method.startsWith("is") ? "isGetterVisibility" : "getterVisibility", "PUBLIC_ONLY", access);
    }

    private boolean hasReader(String property) {
        return hasOwnReader(property)
                || inherits(
                        property,
                        m -> BeanNaming.JACKSON.reads(property, m.name(), m.descriptor())
                                && isDetectedReader(m.name(), m.access()));
    }

    private boolean hasOwnReader(String property) {
        return own.stream()
                .anyMatch(m -> BeanNaming.JACKSON.reads(property, m.name, m.desc)
                        && (isDetectedReader(m.name, m.access) || includes(m.visibleAnnotations, INCLUDE_READING)));
    }

    private boolean hasWriter(String property) {
        return own.stream().anyMatch(m -> BeanNaming.JACKSON.writes(property, m.name, m.desc))
                || inherits(property, m -> BeanNaming.JACKSON.writes(property, m.name(), m.descriptor()));
    }

    private static boolean isReader(MethodNode method, String property) {
        return BeanNaming.JACKSON.reads(property, method.name, method.desc)
                || BeanNaming.BEANS.reads(property, method.name, method.desc);
    }

    /** Looks for a method that is inherited, other than the accessors of a field that the one in question hides. */
    private boolean inherits(String property, Predicate<ClassInfo.Member> condition) {
        Set<String> seen = new HashSet<>();
        for (PersistentClass c = persistent.superclass(); c != null; c = c.superclass()) {
            if (c.fields().stream().anyMatch(f -> f.name().equals(property))) {
                seen.add(c.name());
            }
        }
        Deque<String> todo = new ArrayDeque<>(node.interfaces);
        todo.add(node.superName);
        while (!todo.isEmpty()) {
            String next = todo.pop();
            ClassInfo info = hierarchy.find(next);
            if (info == null) {
                continue;
            }
            if (seen.add(next) && info.methods().stream().anyMatch(m -> isInheritable(m) && condition.test(m))) {
                return true;
            }
            todo.addAll(info.interfaces());
            if (info.superName() != null) {
                todo.add(info.superName());
            }
        }
        return false;
    }

    private static boolean isInheritable(ClassInfo.Member method) {
        return !method.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | UNSEEN);
    }

    private static boolean includes(List<AnnotationNode> annotations, Set<String> more) {
        return annotations != null
                && annotations.stream().filter(a -> isOf(a, JACKSON)).anyMatch(a -> {
                    String name = a.desc.substring(a.desc.lastIndexOf('/') + 1, a.desc.length() - 1);
                    return INCLUDE.contains(name) || more.contains(name);
                });
    }

    private static boolean isOf(AnnotationNode annotation, List<String> packages) {
        return packages.stream().anyMatch(annotation.desc::startsWith);
    }

    private static boolean is(MethodNode method, int flag) {
        return (method.access & flag) != 0;
    }
}
