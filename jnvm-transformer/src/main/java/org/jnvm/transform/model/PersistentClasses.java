package org.jnvm.transform.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jnvm.TransformException;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.transform.Finding;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/** The persistent classes, superclasses first: those to transform, and transformed ones that they build on. */
public final class PersistentClasses {
    private static final String FA_NONE = "";
    private static final String FA_NON_PRIVATE = "non-private";

    private final Hierarchy hierarchy;
    private final Function<String, ClassNode> nodes;
    private final ClassForm form;
    private final FieldTypes types;
    private final LayoutBuilder layouts;
    private final Map<String, Optional<PersistentClass>> known = new HashMap<>();

    /**
     * Makes an empty set.
     *
     * @param hierarchy the classes
     * @param nodes gives the annotated class of the module with a name
     */
    public PersistentClasses(Hierarchy hierarchy, Function<String, ClassNode> nodes) {
        this.hierarchy = hierarchy;
        this.nodes = nodes;
        this.form = new ClassForm(hierarchy);
        this.types = new FieldTypes(hierarchy);
        this.layouts = new LayoutBuilder(hierarchy, types);
    }

    /**
     * Returns a persistent class, which is checked and laid out at the first call.
     *
     * @param name an internal name
     * @return the class, or null if it is not persistent, or implements {@code Proxy} by hand
     * @throws TransformException if it cannot be persistent
     */
    public PersistentClass find(String name) {
        Optional<PersistentClass> found = known.get(name);
        if (found == null) {
            ClassInfo info = name.startsWith("java/") || name.startsWith("[") ? null : hierarchy.find(name);
            found = Optional.ofNullable(info == null ? null : make(info));
            known.put(name, found);
        }
        return found.orElse(null);
    }

    private PersistentClass make(ClassInfo info) {
        if (info.isTransformed()) {
            return transformed(info);
        }
        if (!info.module() || !info.persistent() && !hierarchy.extendsPersistent(info)) {
            return null;
        }
        ClassNode node = nodes.apply(info.name());
        RefusedException.all(() -> superclass(node), () -> checkOwn(info, node)); // one must not hide the other
        PersistentClass superclass = superclass(node);
        if (info.persistent() && superclass == null) {
            form.checkTransientSuperclass(node);
        }
        return info.persistent()
                ? layouts.build(node, superclass, failureAtomicMethods(node))
                : layouts.buildTransient(node, superclass);
    }

    private void checkOwn(ClassInfo info, ClassNode node) {
        form.check(node);
        if (info.persistent()) {
            RefusedException.all(() -> checkFields(node), () -> failureAtomicMethods(node));
        }
    }

    private PersistentClass superclass(ClassNode node) {
        PersistentClass superclass = find(node.superName);
        ClassInfo parent = hierarchy.find(node.superName);
        if (superclass != null || parent == null) {
            return superclass;
        }
        if (parent.persistent()) {
            throw Problem.at(
                    node,
                    "superclass " + parent.binaryName() + " is annotated with @Persistent but not transformed; run the"
                            + " goal jnvm:transform where it is compiled");
        }
        if (hierarchy.extendsPersistent(parent)) {
            throw Problem.at(
                    node,
                    "superclass " + parent.binaryName() + " extends a persistent class but was not transformed; run the"
                            + " goal jnvm:transform where it is compiled");
        }
        if (hierarchy.derivesFrom(parent.name(), Names.PROXY)) {
            throw Problem.at(
                    node,
                    "superclass " + parent.binaryName() + " is persistent but was not made by the transformer; hold it"
                            + " in a field instead of extending it");
        }
        return null;
    }

    /** Reads a class that was transformed before, by this or another module's build. */
    private PersistentClass transformed(ClassInfo info) {
        if (!info.transformedVersion().equals(Names.VERSION)) {
            throw info.error("transformed by another version of J-NVM: version=" + info.transformedVersion()
                    + ", supported=" + Names.VERSION + "; compile it again");
        }
        PersistentClass superclass = find(info.superName());
        int depth = superclass == null ? 0 : superclass.depth() + 1;
        ClassLayout layout = ClassLayout.parse(info.transformedLayout());
        checkInherited(info, layout, superclass);
        List<PersistentField> fields = new ArrayList<>();
        for (ClassLayout.Field field : layout.fields()) {
            if (field.declaringClass().equals(info.binaryName())) {
                String descriptor = FieldKind.descriptor(field.type());
                FieldKind kind = FieldKind.ofLayoutType(field.type());
                // access flags are gone with the field, and nothing is generated for it again
                fields.add(new PersistentField(field.name(), descriptor, kind, null, 0, field.offset(), depth));
            }
        }
        return new PersistentClass(info.name(), superclass, fields, layout, "", false, info.transformedLeaksThis());
    }

    /** Refuses a class whose superclass was compiled anew, with other fields, and that was not. */
    private static void checkInherited(ClassInfo info, ClassLayout layout, PersistentClass superclass) {
        List<ClassLayout.Field> inherited = layout.fields().stream()
                .filter(field -> !field.declaringClass().equals(info.binaryName()))
                .toList();
        List<ClassLayout.Field> now =
                superclass == null ? List.of() : superclass.layout().fields();
        if (!inherited.equals(now)) {
            throw info.error("was transformed when its superclass " + Names.binary(info.superName())
                    + " had other fields: then=" + names(inherited) + ", now=" + names(now) + "; compile it again");
        }
    }

    private static List<String> names(List<ClassLayout.Field> fields) {
        return fields.stream().map(field -> field.type() + " " + field.name()).toList();
    }

    private void checkFields(ClassNode node) {
        List<Finding> problems = new ArrayList<>();
        for (FieldNode field : node.fields) {
            String objection = LayoutBuilder.isPersistent(field) ? types.objection(field) : null;
            if (objection != null) {
                problems.add(Problem.warning(node, field.name, objection));
            }
        }
        if (!problems.isEmpty()) {
            throw new RefusedException(problems, null);
        }
    }

    private static boolean failureAtomicMethods(ClassNode node) {
        AnnotationNode annotation = Annotations.find(node.invisibleAnnotations, Names.PERSISTENT_DESC);
        String fa = Annotations.string(List.of(annotation), Names.PERSISTENT_DESC, "fa");
        if (fa == null || fa.equals(FA_NONE)) {
            return false;
        }
        if (fa.equals(FA_NON_PRIVATE)) {
            return true;
        }
        throw Problem.at(
                node, "unknown value in @Persistent: fa=\"" + fa + "\"; use one of \"\", \"" + FA_NON_PRIVATE + "\"");
    }

    /**
     * Returns the persistent field that an access means.
     *
     * @param owner the class that the access names, which may inherit the field
     * @param name the field's name
     * @param descriptor its type
     * @return the field, or null if it is none or not persistent
     */
    public PersistentField resolve(String owner, String name, String descriptor) {
        for (String c = owner; c != null && !c.startsWith("java/") && !c.startsWith("["); ) {
            PersistentClass persistent = find(c);
            PersistentField field = persistent == null ? null : persistent.field(name, descriptor);
            ClassInfo info = hierarchy.find(c);
            if (field != null || info == null || declares(info, name, descriptor)) {
                return field;
            }
            c = info.superName();
        }
        return null;
    }

    private static boolean declares(ClassInfo info, String name, String descriptor) {
        for (ClassInfo.Member field : info.fields()) {
            if (field.name().equals(name) && field.descriptor().equals(descriptor)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reports classes that are not annotated but maybe should be.
     *
     * @param info a class of the module that is not annotated
     * @return a warning, or null
     */
    public Finding checkPlain(ClassInfo info) {
        if (find(info.name()) != null) {
            return volatileFields(info);
        }
        boolean concrete = (info.access() & (Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT)) == 0;
        if (concrete
                && hierarchy.derivesFrom(info.name(), Names.POBJECT)
                && !hierarchy.derivesFrom(info.name(), Names.PROXY)) {
            return info.warning("implements PObject but is not transformed, its methods will throw; "
                    + ((info.access() & Opcodes.ACC_RECORD) != 0
                            ? "write it as a class annotated with @org.jnvm.Persistent, as a record cannot be"
                                    + " persistent"
                            : "annotate it with @org.jnvm.Persistent"));
        }
        return null;
    }

    /** The fields of a transient class stay volatile also where it extends a persistent one, which is easily missed. */
    private static Finding volatileFields(ClassInfo info) {
        List<String> names = info.fields().stream()
                .filter(field -> !field.is(Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT))
                .map(ClassInfo.Member::name)
                .toList();
        return names.isEmpty()
                ? null
                : info.warning(
                        "extends a persistent class but is not annotated, so these fields are volatile, and null or zero"
                                + " when a proxy is made anew: " + String.join(", ", names)
                                + "; annotate it with @org.jnvm.Persistent, or mark them transient");
    }
}
