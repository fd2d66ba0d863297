package org.jnvm.transform.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jnvm.internal.layout.Evolution;
import org.jnvm.internal.layout.FieldText;
import org.jnvm.transform.Finding;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.asm.Annotations;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * What a class says of its past, by {@code @Formerly}, {@code @Removed}, {@code @Default}, {@code @Converted} and its
 * initialisers, as {@link Evolution} has it. Refuses what cannot be.
 */
final class EvolutionText {
    /** A longer initialiser counts as computed, so that the text fits a class file. */
    private static final int INITIAL_MOST = 4096;

    /** Names of fields and classes, with {@code .*} behind the latter; a name from a file of classes is one, too. */
    private static final Pattern NAME = Pattern.compile("[^ .;\\[/]+(\\.[^ .;\\[/]+)*");

    private static final Map<String, String> TYPES = new HashMap<>(Map.of(
            "boolean", "Z", "byte", "B", "short", "S", "char", "C", "int", "I", "long", "J", "float", "F", "double",
            "D"));

    static {
        for (String box : List.of("Boolean", "Byte", "Short", "Character", "Integer", "Float")) {
            TYPES.put(box, "Vjava.lang." + box + ";");
        }
        for (String owned : List.of("String", "Long", "Double")) {
            TYPES.put(owned, "Ljava.lang." + owned + ";");
        }
        for (String time : List.of("LocalDate", "LocalTime")) {
            TYPES.put("java.time." + time, "Vjava.time." + time + ";");
        }
        for (String name : List.copyOf(TYPES.keySet())) {
            if (Character.isUpperCase(name.charAt(0))) {
                TYPES.put("java.lang." + name, TYPES.get(name));
            }
        }
    }

    private final Hierarchy hierarchy;
    private final FieldTypes types;
    private final ClassNode node;
    private final List<Finding> problems = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private EvolutionText(Hierarchy hierarchy, FieldTypes types, ClassNode node) {
        this.types = types;
        this.hierarchy = hierarchy;
        this.node = node;
    }

    /**
     * Returns the names that a class had.
     *
     * @throws org.jnvm.TransformException if one is none
     */
    static List<String> formerNames(ClassNode node) {
        List<String> names = Annotations.strings(node.visibleAnnotations, Names.FORMERLY_DESC, "value");
        for (String name : names) {
            if (!NAME.matcher(name).matches() || name.equals(Names.binary(node.name))) {
                throw Problem.at(
                        node,
                        "@Formerly does not name another class: \"" + name + "\"; write the binary name that the class"
                                + " had, as shop.Client");
            }
        }
        return names;
    }

    /**
     * Returns what a class says.
     *
     * @param hierarchy all classes
     * @param types tells values from others
     * @param node the class as the compiler made it
     * @param kinds of its persistent fields
     * @return the text, empty if it says nothing
     * @throws org.jnvm.TransformException if it says what cannot be
     */
    static String of(Hierarchy hierarchy, FieldTypes types, ClassNode node, Map<FieldNode, FieldKind> kinds) {
        EvolutionText made = new EvolutionText(hierarchy, types, node);
        made.addRemoved(kinds);
        Map<String, Object> initial = InitialValues.of(node, hierarchy);
        for (FieldNode field : node.fields) {
            if (kinds.containsKey(field)) {
                made.addField(field, kinds.get(field), initial.get(field.name));
            } else {
                made.refuseAnnotations(field);
            }
        }
        made.refuseExchanges(kinds);
        if (!made.problems.isEmpty()) {
            throw new RefusedException(made.problems, null);
        }
        return made.text.toString();
    }

    private void addRemoved(Map<FieldNode, FieldKind> kinds) {
        for (String name : Annotations.strings(node.invisibleAnnotations, Names.REMOVED_DESC, "value")) {
            if (!NAME.matcher(name).matches()) {
                problems.add(Problem.warning(
                        node, "@Removed names no field: \"" + name + "\"; write fax, shop.Party.fax or shop.Party.*"));
            } else if (kinds.keySet().stream().anyMatch(field -> isField(field, name))) {
                problems.add(Problem.warning(
                        node, "@Removed names a field that the class has: " + name + "; remove one of them"));
            }
            text.append("removed ").append(name).append('\n');
        }
    }

    private boolean isField(FieldNode field, String name) {
        return name.equals(field.name) || name.equals(Names.binary(node.name) + '.' + field.name);
    }

    private void refuseAnnotations(FieldNode field) {
        if ((field.access & Opcodes.ACC_ENUM) == 0
                && (Annotations.find(field.visibleAnnotations, Names.FORMERLY_DESC) != null
                        || Annotations.find(field.invisibleAnnotations, Names.DEFAULT_DESC) != null
                        || Annotations.find(field.invisibleAnnotations, Names.CONVERTED_DESC) != null
                        || Annotations.find(field.invisibleAnnotations, Names.CONVERTED_LIST_DESC) != null)) {
            problem(field, "@Formerly, @Default and @Converted are for fields in the heap; remove them");
        }
    }

    /**
     * Refuses fields whose newest former names are those of each other. Such names were exchanged in one release: at any
     * other time two fields would have had one name. An object with both does not tell which release made it, and where
     * the types are the same, neither does its layout.
     */
    private void refuseExchanges(Map<FieldNode, FieldKind> kinds) {
        Map<FieldNode, FieldNode> newest = new HashMap<>();
        for (FieldNode field : kinds.keySet()) {
            List<String> names = Annotations.strings(field.visibleAnnotations, Names.FORMERLY_DESC, "value");
            kinds.keySet().stream()
                    .filter(each -> each != field && !names.isEmpty() && isField(each, names.get(0)))
                    .forEach(each -> newest.put(field, each));
        }
        for (FieldNode field : node.fields) {
            List<String> circle = new ArrayList<>();
            FieldNode next = field;
            while (next != null && !circle.contains(next.name)) {
                circle.add(next.name);
                next = newest.get(next);
            }
            if (next == field) {
                problem(
                        field,
                        "@Formerly exchanges names in one release: " + String.join(", ", circle)
                                + "; give one of them a name that none had. Of several former names the newest comes"
                                + " first");
            }
        }
    }

    private void problem(FieldNode field, String what) {
        problems.add(Problem.warning(node, field.name, what));
    }

    private void addField(FieldNode field, FieldKind kind, Object initial) {
        String type = kind.layoutType(field.desc);
        for (String name : Annotations.strings(field.visibleAnnotations, Names.FORMERLY_DESC, "value")) {
            if (!NAME.matcher(name).matches() || isField(field, name)) {
                problem(field, "@Formerly names no other field: \"" + name + "\"; write title, or shop.Party.title");
            }
            line(field, "formerly").append(name).append('\n');
        }
        for (AnnotationNode converted :
                Annotations.repeated(field.invisibleAnnotations, Names.CONVERTED_DESC, Names.CONVERTED_LIST_DESC)) {
            addConverter(field, kind, List.of(converted));
        }
        String stated = Annotations.string(field.invisibleAnnotations, Names.DEFAULT_DESC, "value");
        if (stated != null) {
            checkDefault(field, kind, type, stated);
            line(field, "default").append(Evolution.escape(stated)).append('\n');
        } else if (initial == InitialValues.COMPUTED || initial instanceof String s && s.length() > INITIAL_MOST) {
            text.append("field ").append(field.name).append(" computed\n");
        } else if (initial != null
                && initial != InitialValues.NULL
                && !(kind == FieldKind.PRIMITIVE && isZero(initial))) {
            line(field, "initial")
                    .append(Evolution.escape(String.valueOf(initial)))
                    .append('\n');
        }
    }

    private StringBuilder line(FieldNode field, String what) {
        return text.append("field ").append(field.name).append(' ').append(what).append(' ');
    }

    private static boolean isZero(Object value) {
        return value.equals(false)
                || value.equals('\0')
                || value.equals(0)
                || value.equals(0L)
                || value.equals(0f)
                || value.equals(0d);
    }

    private void checkDefault(FieldNode field, FieldKind kind, String type, String value) {
        if (kind == FieldKind.REFERENCE) {
            problem(field, "@Default on a reference to a persistent object, which has no text; remove it");
            return;
        }
        if (kind == FieldKind.ENUM) {
            ClassInfo info = hierarchy.find(Type.getType(field.desc).getInternalName());
            if (info == null || !info.hasConstant(value)) {
                problem(field, "@Default names no constant of the enum: \"" + value + "\"; write the name of one");
            }
            return;
        }
        try {
            FieldText.parse(type, value);
        } catch (IllegalArgumentException e) {
            problem(
                    field,
                    "@Default is no value of the field's type: \"" + value + "\"; write a value of "
                            + Type.getType(field.desc).getClassName());
        }
    }

    private void addConverter(FieldNode field, FieldKind kind, List<AnnotationNode> converted) {
        String from = Annotations.string(converted, converted.get(0).desc, "from");
        Type by = (Type) Annotations.value(converted, converted.get(0).desc, "by");
        ClassInfo fromInfo =
                TYPES.containsKey(from) || !NAME.matcher(from).matches() ? null : hierarchy.find(Names.internal(from));
        boolean fromValue = fromInfo != null && !fromInfo.isEnum() && types.mayBeValue(fromInfo);
        String fromType = TYPES.getOrDefault(from, (fromValue ? "O" : "E") + from + ";");
        ClassInfo converter = hierarchy.find(by.getInternalName());
        if (kind == FieldKind.REFERENCE) {
            problem(field, "@Converted on a reference to a persistent object; converters make values" + " only");
        } else if (!NAME.matcher(from).matches() || fromInfo != null && !fromInfo.isEnum() && !fromValue) {
            problem(
                    field,
                    "@Converted from what converters do not take: \"" + from
                            + "\"; write a primitive type, or the binary name of a box, of an enum or of another class of values");
        } else if (converter != null
                && ((converter.access() & Opcodes.ACC_ABSTRACT) != 0 || converter.method("<init>", "()V") == null)) {
            problem(
                    field,
                    "converter cannot be made: " + by.getClassName()
                            + "; make it a class, static if it is nested, with a constructor without parameters");
        }
        line(field, "converted")
                .append(fromType)
                .append(' ')
                .append(Names.binary(by.getInternalName()))
                .append('\n');
    }
}
