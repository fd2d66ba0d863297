package org.jnvm.transform.model;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jnvm.internal.layout.ValueCode;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/** Decides which types a persistent field may have, how it keeps its value, and what to do instead of the other types. */
final class FieldTypes {
    /** Types of the JDK that values have, and persistent objects may have; what is assigned is looked at when it is. */
    private static final Set<String> OPEN = Set.of(
            "java/lang/Object",
            "java/lang/Comparable",
            "java/lang/CharSequence",
            "java/lang/Number",
            "java/lang/Record",
            "java/lang/Enum",
            "java/io/Serializable",
            "java/time/temporal/Temporal",
            "java/time/temporal/TemporalAccessor",
            "java/time/temporal/TemporalAmount",
            "java/time/chrono/ChronoLocalDate");

    /** Interfaces of collections: what is assigned becomes a persistent one. */
    private static final Set<String> CONVERTED = Set.of(
            "java/lang/Iterable",
            "java/util/Collection",
            "java/util/List",
            "java/util/Set",
            "java/util/SortedSet",
            "java/util/NavigableSet",
            "java/util/Map",
            "java/util/SortedMap",
            "java/util/NavigableMap",
            "java/util/concurrent/ConcurrentMap",
            "java/util/concurrent/ConcurrentNavigableMap");

    private static final Map<String, String> REMEDIES = Map.of(
            "java.util.Date", "or use java.time.Instant",
            "java.util.Calendar", "or use java.time.ZonedDateTime",
            "java.util.OptionalInt", "or use Integer, which may be null",
            "java.util.OptionalLong", "or use Long, which may be null",
            "java.util.OptionalDouble", "or use Double, which may be null",
            "java.lang.StringBuilder", "or use String");

    private final Hierarchy hierarchy;

    FieldTypes(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /** Returns how a field, to which there is no {@linkplain #objection objection}, keeps its value. */
    FieldKind kind(FieldNode field) {
        FieldKind known = FieldKind.ofKnown(field.desc);
        if (known != null) {
            return known;
        }
        ClassInfo info = hierarchy.find(Type.getType(field.desc).getInternalName());
        if (info != null && info.isEnum()) {
            return FieldKind.ENUM;
        }
        return info != null && (isByValue(field) || mayBeValue(info)) ? FieldKind.OWNER : FieldKind.REFERENCE;
    }

    private static boolean isByValue(FieldNode field) {
        return Annotations.find(field.invisibleAnnotations, Names.BY_VALUE_DESC) != null;
    }

    /** Tells whether a field of a type may own a value. */
    boolean mayBeValue(ClassInfo info) {
        return ValueCode.of(info.binaryName()) != ValueCode.NULL
                || OPEN.contains(info.name())
                || isRecord(info)
                || isOpenInterface(info);
    }

    /** Tells whether a type is an interface of the program that is not meant for persistent objects only. */
    private boolean isOpenInterface(ClassInfo info) {
        return info.isInterface()
                && !info.name().startsWith("java/")
                && !hierarchy.derivesFrom(info.name(), Names.POBJECT);
    }

    private static boolean isRecord(ClassInfo info) {
        return (info.access() & Opcodes.ACC_RECORD) != 0 || "java/lang/Record".equals(info.superName());
    }

    /**
     * Checks the type of a field.
     *
     * @param field the field
     * @return null if a persistent field may have it, else what is wrong and what to do
     */
    String objection(FieldNode field) {
        if (FieldKind.ofKnown(field.desc) != null) {
            return null;
        }
        Type type = Type.getType(field.desc);
        if (type.getSort() == Type.ARRAY) {
            return notPersistent(type, "or use org.jnvm.pdt." + persistentArray(type));
        }
        ClassInfo info = hierarchy.find(type.getInternalName());
        if (info == null) {
            return "type " + type.getClassName() + " is not on the class path; add the dependency that has it";
        }
        if (info.isEnum() || isByValue(field)) {
            return null;
        }
        return isRecord(info)
                ? objectionToRecord(info, new HashSet<>())
                : mayBeValue(info) || CONVERTED.contains(info.name()) ? null : objection(type, info);
    }

    /** Returns what keeps a record from being a value: a component that is none. */
    private String objectionToRecord(ClassInfo info, Set<String> seen) {
        if (!seen.add(info.name())) {
            return null;
        }
        for (ClassInfo.Member component : info.fields()) {
            String objection = component.is(Opcodes.ACC_STATIC) ? null : objectionToComponent(component, seen);
            if (objection != null) {
                return "record " + info.binaryName() + " is not a value, as its component " + component.name()
                        + " has type " + objection;
            }
        }
        return null;
    }

    private String objectionToComponent(ClassInfo.Member component, Set<String> seen) {
        if (FieldKind.ofKnown(component.descriptor()) != null) {
            return null;
        }
        Type type = Type.getType(component.descriptor());
        ClassInfo info = type.getSort() == Type.ARRAY ? null : hierarchy.find(type.getInternalName());
        if (info == null || !info.isEnum() && !mayBeValue(info)) {
            return type.getClassName()
                    + ", which is none; write the record as a class annotated with @org.jnvm.Persistent, or give it an"
                    + " org.jnvm.ValueType and annotate the field with @org.jnvm.ByValue";
        }
        String nested = isRecord(info) ? objectionToRecord(info, seen) : null;
        return nested == null ? null : type.getClassName() + ": " + nested;
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
            return "or declare it as java.util.Map, or use a map of org.jnvm.pdt";
        }
        if (hierarchy.derivesFrom(info.name(), "java/util/Set")) {
            return "or declare it as java.util.Set, or use a set of org.jnvm.pdt";
        }
        if (hierarchy.derivesFrom(info.name(), "java/util/Collection")) {
            return "or declare it as java.util.List, or use org.jnvm.pdt.PArrayList";
        }
        if (info.name().startsWith("java/")) {
            return "or use a value, such as String, a primitive or boxed type, an enum or a time of java.time, or a persistent type; a class whose"
                    + " objects never change can be given an org.jnvm.ValueType, and the field @org.jnvm.ByValue";
        }
        return "or annotate " + info.binaryName()
                + " with @org.jnvm.Persistent; a class whose objects never change can be given an"
                + " org.jnvm.ValueType, and the field @org.jnvm.ByValue";
    }

    private static String notPersistent(Type type, String remedy) {
        return "type " + type.getClassName() + " is not persistent; mark the field transient, " + remedy;
    }
}
