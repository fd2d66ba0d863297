package org.jnvm.transform.model;

import java.util.Map;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Decides which types a persistent field may have, and what to do instead of the others. */
final class FieldTypes {
    private static final String OBJECT_REMEDY = "or declare it as org.jnvm.PObject";

    private static final Map<String, String> REMEDIES = Map.ofEntries(
            Map.entry("java.lang.Object", OBJECT_REMEDY),
            Map.entry("java.lang.CharSequence", "or use String or org.jnvm.pdt.PString"),
            Map.entry("java.lang.Number", "or use Long, Double or a primitive type"),
            Map.entry("java.time.LocalDate", "or keep toEpochDay() in a long"),
            Map.entry("java.time.Instant", "or keep toEpochMilli() in a long"),
            Map.entry("java.time.Duration", "or keep toNanos() in a long"),
            Map.entry("java.time.LocalDateTime", "or keep toString() in a String"),
            Map.entry("java.math.BigDecimal", "or keep toString() in a String"),
            Map.entry("java.util.Date", "or keep getTime() in a long"),
            Map.entry("java.util.UUID", "or keep its two longs, or toString() in a String"),
            Map.entry("java.util.Optional", "or keep the value itself, which may be null"));

    private final Hierarchy hierarchy;

    FieldTypes(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /**
     * Checks the type of a field.
     *
     * @param descriptor the type
     * @return null if a persistent field may have it, else what is wrong and what to do
     */
    String objection(String descriptor) {
        Type type = Type.getType(descriptor);
        if (type.getSort() == Type.ARRAY) {
            return notPersistent(type, "or use org.jnvm.pdt." + persistentArray(type));
        }
        if (type.getSort() != Type.OBJECT) {
            return null;
        }
        ClassInfo info = hierarchy.find(type.getInternalName());
        if (info == null) {
            return "type " + type.getClassName() + " is not on the class path; add the dependency that has it";
        }
        return FieldKind.isValue(descriptor) || info.isEnum() ? null : objection(type, info);
    }

    private static String persistentArray(Type type) {
        String element = type.getElementType().getClassName();
        boolean primitive = type.getElementType().getSort() < Type.ARRAY;
        return type.getDimensions() == 1 && primitive
                ? "P" + Character.toUpperCase(element.charAt(0)) + element.substring(1) + "Array"
                : "PArray, whose elements are persistent objects";
    }

    private String objection(Type type, ClassInfo info) {
        if (info.persistent() && !info.isTransformed()) {
            return info.module()
                    ? null
                    : "type " + type.getClassName() + " is annotated with @Persistent but not transformed; run the goal"
                            + " jnvm:transform where it is compiled";
        }
        if (info.module() && hierarchy.extendsPersistent(info)) {
            return null;
        }
        if (info.name().equals(Names.POBJECT) || hierarchy.derivesFrom(info.name(), Names.PROXY)) {
            return null;
        }
        if (info.isInterface() && hierarchy.derivesFrom(info.name(), Names.POBJECT)) {
            return null;
        }
        return notPersistent(type, remedy(info));
    }

    private String remedy(ClassInfo info) {
        String known = REMEDIES.get(info.binaryName());
        if (known != null) {
            return known;
        }
        if (hierarchy.derivesFrom(info.name(), "java/util/Map")) {
            return "or use a map of org.jnvm.pdt";
        }
        if (hierarchy.derivesFrom(info.name(), "java/util/Set")) {
            return "or use a set of org.jnvm.pdt";
        }
        if (hierarchy.derivesFrom(info.name(), "java/util/Collection")) {
            return "or use org.jnvm.pdt.PArrayList";
        }
        if (info.name().startsWith("java/")) {
            return "or use a primitive or boxed type, String, an enum, or a persistent type";
        }
        if ((info.access() & Opcodes.ACC_RECORD) != 0) {
            return "or write " + info.binaryName() + " as a class annotated with @org.jnvm.Persistent, since a record"
                    + " cannot be persistent, or keep its components in fields of this class";
        }
        return info.isInterface()
                ? "or let " + info.binaryName() + " extend org.jnvm.PObject"
                : "or annotate " + info.binaryName() + " with @org.jnvm.Persistent";
    }

    private static String notPersistent(Type type, String remedy) {
        return "type " + type.getClassName() + " is not persistent; mark the field transient, " + remedy;
    }
}
