package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.transform.generated.Type.Kind;

/**
 * Generates expressions and statements with collections: volatile ones, which become persistent where a field is given them, and what fields
 * have then. Persistent maps and sets hold no null, and hash tables have no order, so programs do without these.
 */
final class CollectionExpressions {
    private static final String CONCURRENT = "new ConcurrentHashMap<E>(World.<E>map(ENTRIES))";
    private static final String CONCURRENT_SORTED = "new ConcurrentSkipListMap<E>(World.<E>map(ENTRIES))";
    private static final List<String> LISTS = List.of(
            "new ArrayList<E>(Arrays.<E>asList(ELEMENTS))",
            "new LinkedList<E>(Arrays.<E>asList(ELEMENTS))",
            "Arrays.<E>asList(ELEMENTS)",
            "new CopyOnWriteArrayList<E>(Arrays.<E>asList(ELEMENTS))",
            "Collections.<E>unmodifiableList(Arrays.<E>asList(ELEMENTS))",
            "World.<E>several(ELEMENTS).subList(1, 3)",
            "java.util.stream.Stream.<E>of(ELEMENTS).toList()",
            "List.<E>of(ELEMENTS)");
    private static final List<String> SETS = List.of(
            "new HashSet<E>(Arrays.<E>asList(ELEMENTS))",
            "new LinkedHashSet<E>(Arrays.<E>asList(ELEMENTS))",
            "Set.<E>of(ELEMENT)",
            "Set.<E>copyOf(Arrays.<E>asList(ELEMENTS))",
            "Collections.<E>singleton(ELEMENT)");
    private static final List<String> SORTED_SETS = List.of(
            "new ConcurrentSkipListSet<E>(Set.<E>of(ELEMENT))",
            "new TreeSet<E>(Arrays.<E>asList(ELEMENTS))",
            "new TreeSet<E>(Set.<E>of(ELEMENT))");
    private static final List<String> MAPS = List.of(
            "new HashMap<E>(World.<E>map(ENTRIES))",
            "new LinkedHashMap<E>(World.<E>map(ENTRIES))",
            "Map.<E>copyOf(World.<E>map(ENTRIES))",
            "Collections.<E>unmodifiableMap(World.<E>map(ENTRIES))",
            CONCURRENT,
            "World.<E>map(ENTRIES)");
    private static final List<String> SORTED_MAPS = List.of(
            CONCURRENT_SORTED,
            "new TreeMap<E>(World.<E>map(ENTRIES))",
            "Collections.<E>unmodifiableNavigableMap(new TreeMap<E>(World.<E>map(ENTRIES)))");

    private final Expressions expressions;
    /** Those of the program. */
    private final List<Type> types = new ArrayList<>();

    CollectionExpressions(Expressions expressions) {
        this.expressions = expressions;
    }

    /** Chooses the types of a program. */
    void choose(List<ClassModel> classes) {
        List<Type> elements = new ArrayList<>(
                Type.VALUES.stream().filter(t -> !t.isPrimitive()).toList());
        List<Type> keys = elements.stream()
                .filter(t -> Snippets.COMPARABLE.contains(t.name()))
                .toList();
        for (String name : List.of("List", "Collection", "Set", "SortedSet", "NavigableSet", "Iterable")) {
            Type element = expressions.pick(name.endsWith("edSet") || name.endsWith("leSet") ? keys : elements);
            if (name.equals("List") || expressions.chance(0.4)) {
                types.add(Type.collection(name, element));
            }
        }
        types.add(Type.collection("List", Type.of(expressions.pick(classes))));
        if (expressions.chance(0.5)) {
            types.add(Type.collection("List", Type.collection("List", expressions.pick(elements))));
        }
        for (String name : List.of("Map", "SortedMap", "NavigableMap", "ConcurrentMap", "ConcurrentNavigableMap")) {
            if (expressions.chance(0.5)) {
                Type value = expressions.chance(0.3) ? Type.of(expressions.pick(classes)) : expressions.pick(elements);
                types.add(Type.collection(
                        name,
                        expressions.pick(keys),
                        expressions.chance(0.2) ? Type.collection("List", value) : value));
            }
        }
    }

    Type any() {
        return expressions.pick(types);
    }

    private static boolean isMap(Type type) {
        return type.arguments().size() == 2;
    }

    private static boolean isSorted(Type type) {
        return type.base().startsWith("Sorted") || type.base().contains("Navigable");
    }

    static boolean isAssignable(Type from, Type to) {
        if (from.kind() != Kind.COLLECTION || !from.arguments().equals(to.arguments())) {
            return false;
        }
        String base = from.base();
        return switch (to.base()) {
            case "Iterable" -> !isMap(from);
            case "Collection" -> !isMap(from) && !base.equals("Iterable");
            case "Set" -> base.endsWith("Set");
            case "Map" -> isMap(from);
            case "SortedSet", "SortedMap" -> isSorted(from) && isMap(from) == isMap(to);
            case "NavigableMap", "ConcurrentMap" -> base.equals(to.base()) || base.equals("ConcurrentNavigableMap");
            default -> base.equals(to.base());
        };
    }

    // ---- expressions for collections ----

    private static String arguments(Type type) {
        return String.join(", ", type.arguments().stream().map(Type::name).toList());
    }

    /** Returns a volatile collection that sees no object. */
    String small(Type type) {
        List<Type> arguments = type.arguments();
        boolean some = arguments.stream().noneMatch(t -> t.kind() == Kind.REFERENCE) && expressions.chance(0.6);
        String elements = some
                ? String.join(", ", arguments.stream().map(expressions::present).toList())
                : "";
        String of = "<" + arguments(type) + ">of(" + elements + ")";
        return switch (type.base()) {
            case "SortedMap", "NavigableMap" -> "new TreeMap<" + arguments(type) + ">(Map." + of + ")";
            case "SortedSet", "NavigableSet" -> "new TreeSet<" + arguments(type) + ">(Set." + of + ")";
            case "ConcurrentMap" -> "new ConcurrentHashMap<" + arguments(type) + ">(Map." + of + ")";
            case "ConcurrentNavigableMap" -> "new ConcurrentSkipListMap<" + arguments(type) + ">(Map." + of + ")";
            case "Map", "Set" -> type.base() + "." + of;
            default -> "List." + of;
        };
    }

    /** Returns a volatile collection of what a scope has. */
    String fresh(Type type, Scope scope, int depth) {
        List<String> forms = switch (type.base()) {
            case "SortedMap", "NavigableMap" -> SORTED_MAPS;
            case "ConcurrentMap" ->
                expressions.chance(0.7) || !isSortable(type) ? List.of(CONCURRENT) : List.of(CONCURRENT_SORTED);
            case "ConcurrentNavigableMap" -> List.of(CONCURRENT_SORTED);
            case "SortedSet", "NavigableSet" -> SORTED_SETS;
            case "Map" -> expressions.chance(0.2) && isSortable(type) ? SORTED_MAPS : MAPS;
            case "Set" -> SETS;
            case "List" -> LISTS;
            default -> expressions.chance(0.7) ? LISTS : SETS;
        };
        String form = expressions.pick(forms);
        boolean nulls = LISTS.contains(form);
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            elements.add(nulls ? element(type.arguments().get(0), scope, depth) : member(type, scope, depth));
        }
        return form.replace("ELEMENTS", String.join(", ", elements))
                .replace("ENTRIES", String.join(", ", elements))
                .replace("ELEMENT", elements.get(0))
                .replace("<E>", "<" + arguments(type) + ">");
    }

    private static boolean isSortable(Type type) {
        return Snippets.COMPARABLE.contains(type.arguments().get(0).name());
    }

    private String element(Type type, Scope scope, int depth) {
        return type.kind() == Kind.COLLECTION ? fresh(type, scope, depth + 1) : expressions.of(type, scope, depth + 1);
    }

    /** Returns an element of a set, or a key and a value of a map. */
    private String member(Type type, Scope scope, int depth) {
        List<String> members = new ArrayList<>();
        for (Type argument : type.arguments()) {
            members.add(present(argument, scope, depth));
        }
        return String.join(", ", members);
    }

    /** Returns an expression that is not null. */
    private String present(Type type, Scope scope, int depth) {
        return switch (type.kind()) {
            case COLLECTION -> fresh(type, scope, depth + 1);
            case REFERENCE -> expressions.root(type.of());
            default ->
                "World.<" + type.name() + ">or(" + expressions.of(type, scope, depth + 1) + ", "
                        + expressions.present(type) + ")";
        };
    }

    /** Returns an array, which becomes a persistent one. */
    String array(Scope scope, int depth) {
        Type type = expressions.pick(
                Type.VALUES.stream().filter(t -> !t.name().contains("<")).toList());
        return "new " + type.name() + "[] {" + expressions.of(type, scope, depth) + ", "
                + expressions.of(type, scope, depth) + "}";
    }

    // ---- expressions with collections ----

    /** Returns an expression for a collection that is seldom null. */
    private String there(Type type, Scope scope, int depth) {
        String path = expressions.fieldPath(type, scope, depth + 1);
        String text = path == null || expressions.chance(0.1) ? expressions.of(type, scope, depth + 1) : path;
        return expressions.chance(0.1)
                ? "(" + text + ")"
                : "World.<" + type.name() + ">or(" + text + ", " + small(type) + ")";
    }

    /** Returns an expression of a type that looks into a collection, or null. */
    String part(Type type, Scope scope, int depth) {
        if (types.isEmpty()) {
            return null;
        }
        Type of = any();
        return switch (type.kind()) {
            case BOOLEAN -> question(of, scope, depth);
            case INTEGRAL -> type == Type.INT ? count(of, scope, depth) : null;
            case STRING -> "World.cut(World.show(" + there(of, scope, depth) + "))";
            default -> member(type, of, scope, depth);
        };
    }

    private String question(Type of, Scope scope, int depth) {
        if (expressions.chance(0.2)) {
            String cast = "(" + of.name() + ") ";
            return "(" + cast + expressions.of(of, scope, depth + 1) + " == " + cast
                    + expressions.of(of, scope, depth + 1) + ")";
        }
        String there = there(of, scope, depth);
        Type first = of.arguments().get(0);
        if (of.base().equals("Iterable")) {
            return there + ".iterator().hasNext()";
        }
        boolean nulls = of.base().equals("List") && first.kind() != Kind.COLLECTION;
        String wanted = nulls ? expressions.of(first, scope, depth + 1) : present(first, scope, depth);
        return switch (expressions.random(4)) {
            case 0 -> there + ".isEmpty()";
            case 1 ->
                of.base().equals("Collection")
                        ? there + ".isEmpty()"
                        : there + ".equals(" + there(of, scope, depth) + ")";
            case 2 -> isMap(of) ? there + ".values().isEmpty()" : there + ".stream().anyMatch(x -> x == null)";
            default -> there + (isMap(of) ? ".containsKey(" : ".contains(") + wanted + ")";
        };
    }

    private String count(Type of, Scope scope, int depth) {
        String there = there(of, scope, depth);
        boolean hashed = of.arguments().stream()
                .allMatch(t -> t.kind() == Kind.STRING
                        || t.kind() == Kind.BOX
                        || t.kind() == Kind.VALUE && !t.name().contains("Ring"));
        if (of.base().equals("Iterable")) {
            return null;
        }
        if (hashed && !of.base().equals("Collection") && expressions.chance(0.5)) {
            return there + ".hashCode()";
        }
        return of.base().equals("List") && expressions.chance(0.5)
                ? there + ".indexOf(" + element(of.arguments().get(0), scope, depth) + ")"
                : there + ".size()";
    }

    /** Returns an expression for an element, a key or a value. */
    private String member(Type type, Type of, Scope scope, int depth) {
        boolean last = type.equals(of.arguments().get(of.arguments().size() - 1));
        String there = there(of, scope, depth);
        if (isMap(of) && last) {
            return there + ".get(" + present(of.arguments().get(0), scope, depth) + ")";
        }
        if (!type.equals(of.arguments().get(0))) {
            return null;
        }
        return switch (of.base()) {
            case "List" ->
                "World.<" + type.name() + ">at(" + there + ", " + expressions.of(Type.INT, scope, depth + 1) + ")";
            case "SortedSet" -> there + ".first()";
            case "SortedMap" -> there + ".lastKey()";
            case "NavigableSet" ->
                there + expressions.pick(List.of(".ceiling(", ".lower(")) + present(type, scope, depth) + ")";
            case "NavigableMap", "ConcurrentNavigableMap" ->
                there + expressions.pick(List.of(".floorKey(", ".higherKey(")) + present(type, scope, depth) + ")";
            default -> null;
        };
    }

    // ---- statements ----

    /** Returns a statement that changes a collection of the heap, or prints what it holds. */
    String statement(String variable, Scope scope) {
        List<Type> held = types.stream().filter(expressions::hasField).toList();
        if (held.isEmpty()) {
            return "World.print(World.show(" + expressions.of(any(), scope, 1) + "));\n";
        }
        Type type = expressions.pick(held);
        String path = expressions.fieldPath(type, scope, 1);
        String there =
                expressions.chance(0.1) ? path : "World.<" + type.name() + ">or(" + path + ", " + small(type) + ")";
        Type first = type.arguments().get(0);
        List<String> members = new ArrayList<>();
        for (Type argument : type.arguments()) {
            members.add(stored(argument, present(argument, scope, 1)));
        }
        String member = String.join(", ", members);
        return switch (expressions.random(3)) {
            case 0 -> iteration(type, there, variable, scope);
            case 1 -> "World.print(World.show(" + there + "));\n";
            default ->
                switch (type.base()) {
                    case "Iterable" -> iteration(type, there, variable, scope);
                    case "List" -> listChange(first, there, scope);
                    case "Map", "SortedMap", "NavigableMap", "ConcurrentMap", "ConcurrentNavigableMap" ->
                        mapChange(type, there, member, scope);
                    case "Collection" -> there + ".add(" + member + ");\n";
                    default -> setChange(type, there, member, scope);
                };
        };
    }

    /** Returns an argument of a collection that stores it. */
    private static String stored(Type type, String text) {
        return type.kind() == Kind.COLLECTION ? "World.assigned(" + text + ")" : text;
    }

    private String iteration(Type type, String there, String variable, Scope scope) {
        if (isMap(type)) {
            return isSorted(type)
                    ? "for (Map.Entry<" + arguments(type) + "> " + variable + " : " + there
                            + ".entrySet()) { World.print(World.show(" + variable + ".getKey()), World.show(" + variable
                            + ".getValue())); }\n"
                    : there + ".forEach((k" + variable + ", v" + variable + ") -> { Main.table[2] += k" + variable
                            + ".toString().length(); });\n";
        }
        boolean ordered = type.base().equals("List") || isSorted(type);
        String body = ordered ? "World.print(World.show(" + variable + "))" : "Main.table[2]++";
        return "for (" + type.arguments().get(0).name() + " " + variable + " : " + there + ") { " + body + "; }\n";
    }

    private String listChange(Type element, String there, Scope scope) {
        String added = stored(element, element(element, scope, 1));
        String index = expressions.of(Type.INT, scope, 2) + " & 3";
        return switch (expressions.random(9)) {
            case 0 -> there + ".set(" + index + ", " + added + ");\n";
            case 1 -> there + ".add(" + index + ", " + added + ");\n";
            case 2 -> there + ".remove(" + index + ");\n";
            case 3 -> there + ".remove((Object) " + added + ");\n";
            case 4 -> there + ".addAll(Arrays.<" + element.name() + ">asList(" + added + ", null));\n";
            case 5 -> there + ".removeIf(x -> x == null);\n";
            case 6 -> there + ".replaceAll(x -> x == null ? null : x);\n";
            case 7 ->
                Snippets.COMPARABLE.contains(element.name())
                        ? there + ".sort(null);\n"
                        : there + ".subList(0, 1).clear();\n";
            default -> there + ".add(" + added + ");\n";
        };
    }

    private String setChange(Type type, String there, String member, Scope scope) {
        return switch (expressions.random(5)) {
            case 0 -> there + ".remove(" + member + ");\n";
            case 1 -> there + ".addAll(World.assigned(" + small(type) + "));\n";
            case 2 ->
                isSorted(type)
                        ? there + ".headSet(" + member + ").clear();\n"
                        : there + ".removeAll(" + small(type) + ");\n";
            default -> "World.print(" + there + ".add(" + member + "));\n";
        };
    }

    private String mapChange(Type type, String there, String entry, Scope scope) {
        String key = present(type.arguments().get(0), scope, 1);
        Type valueType = type.arguments().get(1);
        String absent = switch (valueType.kind()) {
            case REFERENCE -> expressions.root(valueType.of());
            // a list that can be added to, also where the map is none of a field
            case COLLECTION -> "new Array" + valueType.name() + "(" + expressions.present(valueType) + ")";
            default -> expressions.present(valueType);
        };
        return switch (expressions.random(8)) {
            case 0 -> there + ".remove(" + key + ");\n";
            case 1 -> there + ".putIfAbsent(" + entry + ");\n";
            case 2 -> there + ".putAll(World.assigned(" + small(type) + "));\n";
            case 3 -> there + ".merge(" + entry + ", (x, y) -> x);\n";
            case 4 ->
                there + ".computeIfAbsent(" + key + ", x -> " + stored(valueType, absent) + ")"
                        + (valueType.kind() == Kind.COLLECTION ? ".add(null);\n" : ";\n");
            case 5 ->
                isSorted(type)
                        ? there + ".tailMap(" + key + ").clear();\n"
                        : there + ".keySet().remove(" + key + ");\n";
            default -> "World.print(World.show(" + there + ".put(" + entry + ")));\n";
        };
    }
}
