package org.jnvm.transform.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jnvm.Collector;
import org.jnvm.HeapOptions;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Chains of random changes of a class, its superclasses and its enum, against a model. Each release is compiled and
 * transformed, makes objects, and reads and writes some of those that releases before it made, so that objects of all
 * layouts wait for the later ones. A value is a small number or null in any type, which no change changes. At the end the
 * last release reads all objects, and no string or box is left that none of them owns. The heap of every second chain is
 * collected.
 */
@Once
class RandomEvolutionTest {
    private static final int CHAINS = Integer.getInteger("jnvm.chains", Full.ON ? 1000 : 20);
    private static final int RELEASES = Full.ON ? 6 : 4;
    private static final List<String> NUMBERS = List.of(
            "byte", "short", "int", "long", "float", "double", "Byte", "Short", "Integer", "Long", "Float", "Double",
            "String");
    private static final String ENUM = "State";
    private static final String NULL = "null";

    @TempDir
    Path folder;

    /** A field, under all the names that it had. */
    private static final class Field {
        private String name;
        private String type;
        private int level;
        /** The value of its initialiser, or null. */
        private String initial;
        /** The value of {@code @Default}, or null. */
        private String stated;
        /** Class and name in each release in which it had others. */
        private final Set<String> former = new LinkedHashSet<>();

        /** Its type in each release before, which may be the one that it has again. */
        private final Set<String> formerTypes = new LinkedHashSet<>();

        private int since;
        private int until = Integer.MAX_VALUE;

        private boolean isPrimitive() {
            return Character.isLowerCase(type.charAt(0));
        }

        private String added() {
            return stated != null ? stated : initial != null ? initial : isPrimitive() ? "0" : NULL;
        }
    }

    /** The classes of a chain, the superclasses first, as they change from release to release. */
    private static final class Model {
        private final Random random;
        private final List<Field> fields = new ArrayList<>();
        /** Name by level: 0 the topmost class, 2 that of the objects; 1 is there or not. */
        private final String[] classes = {"Base0", "Mid0", "Item0"};

        private final List<Set<String>> formerClasses =
                List.of(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        private final List<String> constants = new ArrayList<>(List.of("A0", "B0", "C0"));
        private final List<Set<String>> formerConstants =
                List.of(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        private boolean mid;
        private int release;
        private int names;
        private final Set<String> freeNames = new LinkedHashSet<>();

        private Model(Random random) {
            this.random = random;
            for (int i = 0; i < 4; i++) {
                add();
            }
        }

        private List<Field> live() {
            return fields.stream().filter(field -> field.until > release).toList();
        }

        private Field any() {
            List<Field> live = live();
            return live.get(random.nextInt(live.size()));
        }

        private int anyLevel() {
            int level = random.nextInt(mid ? 3 : 2);
            return mid ? level : level * 2;
        }

        private String value(String type) {
            return String.valueOf(type.equals(ENUM) ? random.nextInt(3) : random.nextInt(201) - 100);
        }

        private String anyValue(Field field) {
            return !field.isPrimitive() && random.nextInt(4) == 0 ? NULL : value(field.type);
        }

        private void add() {
            Field field = new Field();
            boolean again = !freeNames.isEmpty() && random.nextInt(3) == 0;
            field.name = again ? freeNames.iterator().next() : "f" + names++;
            freeNames.remove(field.name);
            field.type = random.nextInt(6) == 0 ? ENUM : NUMBERS.get(random.nextInt(NUMBERS.size()));
            field.level = anyLevel();
            field.initial = random.nextBoolean() ? value(field.type) : null;
            field.stated = random.nextInt(3) == 0 ? value(field.type) : null;
            field.since = release;
            fields.add(field);
        }

        private String place(Field field) {
            return "app." + classes[field.level] + "." + field.name;
        }

        private void rename(Field field) {
            field.former.add(place(field));
            field.name = "f" + names++;
        }

        private void move(Field field, int level) {
            if (level != field.level) {
                field.former.add(place(field));
                field.level = level;
            }
        }

        private void retype(Field field) {
            if (field.type.equals(ENUM)) {
                return;
            }
            field.type = NUMBERS.get(random.nextInt(NUMBERS.size()));
            if (field.isPrimitive() && field.stated == null) { // it may have been null
                field.stated = value(field.type);
            }
        }

        /** Makes the next release. */
        private void change() {
            List<String> removedNames = new ArrayList<>();
            for (Field field : live()) { // under the names that it has now; those of its class, too
                field.former.add(place(field));
                field.formerTypes.add(field.type);
            }
            release++;
            add(); // so that no layout is that of an earlier release, which would be refused
            for (int count = 1 + random.nextInt(5); count > 0; count--) {
                switch (random.nextInt(9)) {
                    case 0, 1 -> add();
                    case 2 -> {
                        if (live().size() > 1) {
                            Field field = any();
                            field.until = release;
                            removedNames.add(field.name);
                        }
                    }
                    case 3 -> rename(any());
                    case 4 -> move(any(), anyLevel());
                    case 5, 6 -> retype(any());
                    case 7 -> {
                        int level = random.nextInt(3);
                        formerClasses.get(level).add("app." + classes[level]);
                        classes[level] = classes[level].replaceAll("\\d", "") + release;
                        if (formerClasses.get(level).remove("app." + classes[level])) {
                            break; // renamed in this release already
                        }
                        int constant = random.nextInt(3);
                        formerConstants.get(constant).add(constants.get(constant));
                        constants.set(constant, constants.get(constant).charAt(0) + "" + release);
                        formerConstants.get(constant).remove(constants.get(constant));
                    }
                    default -> {
                        mid = !mid;
                        live().stream().filter(field -> field.level == 1).forEach(field -> move(field, 2));
                    }
                }
            }
            freeNames.addAll(removedNames); // not in the release that removes them
        }

        // ---- sources ----

        private String sources() {
            StringBuilder out = new StringBuilder("enum State { ");
            out.append(IntStream.range(0, 3)
                    .mapToObj(i -> formerly(formerConstants.get(i)) + constants.get(i))
                    .collect(Collectors.joining(", ")));
            out.append(" }\n");
            Set<String> present = live().stream().map(this::place).collect(Collectors.toSet());
            for (int level = 0; level < 3; level++) {
                if (level == 1 && !mid) {
                    continue;
                }
                out.append("@Persistent ").append(formerly(formerClasses.get(level)));
                if (level == 2) {
                    out.append(removed(present));
                }
                out.append(level < 2 ? "abstract " : "").append("class ").append(classes[level]);
                out.append(level == 0 ? "" : " extends " + classes[level == 2 && mid ? 1 : 0])
                        .append(" {\n");
                for (Field field : live()) {
                    if (field.level == level) {
                        out.append(declaration(field));
                    }
                }
                out.append("}\n");
            }
            return out.toString();
        }

        private String removed(Set<String> present) {
            Set<String> gone = new LinkedHashSet<>();
            for (Field field : fields) {
                if (field.until <= release) {
                    gone.addAll(field.former);
                }
            }
            gone.removeAll(present);
            return gone.isEmpty() ? "" : "@Removed(" + array(gone) + ") ";
        }

        private static String array(Set<String> names) {
            return names.stream().collect(Collectors.joining("\", \"", "{\"", "\"}"));
        }

        private static String formerly(Set<String> names) {
            return names.isEmpty() ? "" : "@Formerly(" + array(names) + ") ";
        }

        private String declaration(Field field) {
            StringBuilder out = new StringBuilder("    ");
            Set<String> former = new LinkedHashSet<>(field.former);
            former.remove(place(field));
            out.append(formerly(former));
            // its own type, too, if it came back to that: an object may be older than the types between
            Set<String> types = field.formerTypes.equals(Set.of(field.type)) ? Set.of() : field.formerTypes;
            for (String type : types) {
                String by = field.type.equals("String") ? "Main.Show" : "Main.To" + box(field.type);
                out.append("@Converted(from = \"" + type + "\", by = " + by + ".class) ");
            }
            if (field.stated != null) {
                String text = field.type.equals(ENUM) ? constants.get(Integer.parseInt(field.stated)) : field.stated;
                out.append("@Default(\"").append(text).append("\") ");
            }
            out.append(field.type).append(' ').append(field.name);
            if (field.initial != null) {
                out.append(" = ").append(literal(field, field.initial));
            }
            return out.append(";\n").toString();
        }

        private String literal(Field field, String value) {
            if (value.equals(NULL)) {
                return NULL;
            }
            return switch (field.type) {
                case ENUM -> "State." + constants.get(Integer.parseInt(value));
                case "String" -> "\"" + value + "\"";
                case "Byte", "Short" -> "(" + field.type.toLowerCase(java.util.Locale.ROOT) + ") " + value;
                case "long", "Long" -> value + "L";
                case "float", "Float" -> value + "f";
                case "double", "Double" -> value + "d";
                default -> value;
            };
        }

        private static String box(String type) {
            String name = type.equals("int") ? "integer" : type;
            return Character.toUpperCase(name.charAt(0)) + name.substring(1);
        }

        private String main(Map<Integer, Map<Field, String>> write, Set<Integer> read) {
            String item = classes[2];
            StringBuilder out = new StringBuilder("""
                    static class Show implements FieldConverter<Object, String> {
                        public String convert(Object value) { return show(value); }
                    }
                    static String show(Object value) {
                        return value == null ? "null" : value instanceof Number n ? Long.toString(n.longValue())
                                : value instanceof State state ? Integer.toString(state.ordinal()) : value.toString();
                    }
                    static long count(Heap heap, String name) {
                        return heap.histogram().classes().stream().filter(c -> c.className().equals(name))
                                .mapToLong(c -> c.objects()).sum();
                    }
                    public static Object values(Heap heap) {
                        return count(heap, "org.jnvm.pdt.PString") + " " + count(heap, "jnvm.LongBox") + " "
                                + count(heap, "jnvm.DoubleBox");
                    }
                    """);
            for (String type : NUMBERS.subList(6, 12)) {
                String primitive = type.equals("Integer") ? "int" : type.toLowerCase(java.util.Locale.ROOT);
                out.append("static class To" + type + " implements FieldConverter<Object, " + type + "> { public "
                        + type + " convert(Object v) { return (" + primitive + ") Long.parseLong(show(v)); } }\n");
            }
            write.forEach((number, values) -> {
                out.append("static void write" + number + "(" + item + " o) {\n");
                values.forEach((field, value) -> out.append("    ((" + classes[field.level] + ") o)." + field.name
                        + " = " + literal(field, value) + ";\n"));
                out.append("}\n");
            });
            out.append("static String show(" + item + " o) { return \"\"");
            live().forEach(field ->
                    out.append(" + show(((" + classes[field.level] + ") o)." + field.name + ") + \" \""));
            out.append("; }\npublic static Object run(Heap heap) {\n    StringBuilder out = new StringBuilder();\n");
            out.append("    " + item + " o;\n");
            for (int number : write.keySet()) {
                out.append("    o = (" + item + ") heap.root().get(\"o" + number + "\");\n    if (o == null) { o = new "
                        + item + "(); heap.root().put(\"o" + number + "\", o); }\n    write" + number + "(o);\n");
            }
            for (int number : read) {
                out.append(
                        "    out.append(show((" + item + ") heap.root().get(\"o" + number + "\"))).append('\\n');\n");
            }
            return out.append("    return out.toString();\n}\n").toString();
        }
    }

    /** An object, as the release wrote or read it that used it last. */
    private static final class Thing {
        private int release;
        private final Map<Field, String> values = new HashMap<>();

        /** Does what a conversion does. */
        private void convert(Model model) {
            Map<Field, String> now = new HashMap<>();
            for (Field field : model.live()) {
                String value = values.get(field);
                if (field.since > release) {
                    value = field.added();
                } else if (value.equals(NULL) && field.isPrimitive()) {
                    value = field.stated;
                }
                now.put(field, value);
            }
            values.clear();
            values.putAll(now);
            release = model.release;
        }
    }

    @Test
    void chainsOfChangesKeepEveryValue() throws Exception {
        long seed = Seeds.of("RandomEvolution", "-Dtest=RandomEvolutionTest -Djnvm.chains=" + CHAINS);
        for (int chain = 0; chain < CHAINS; chain++) {
            try {
                run(new Random(seed + chain), chain);
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "chain " + chain + ": replay it with -Djnvm.chains=1 -Djnvm.seed=" + (seed + chain), e);
            }
        }
    }

    private void run(Random random, int chain) throws Exception {
        Path heap = folder.resolve("chain" + chain + ".heap");
        HeapOptions options = HeapOptions.defaults().collector(chain % 2 == 0 ? Collector.OFF : Collector.BACKGROUND);
        Model model = new Model(random);
        Map<Integer, Thing> things = new TreeMap<>();
        Release release = null;
        for (int number = 0; number < RELEASES; number++) {
            if (number > 0) {
                model.change();
            }
            Map<Integer, Map<Field, String>> write = new TreeMap<>();
            Set<Integer> read = new LinkedHashSet<>();
            boolean last = number == RELEASES - 1;
            for (int k = 0; k < things.size(); k++) {
                if (last || random.nextInt(3) == 0) {
                    things.get(k).convert(model);
                    read.add(k);
                    if (random.nextInt(3) == 0) {
                        write.put(k, write(model, things.get(k), random.nextBoolean()));
                    }
                }
            }
            for (int k = 0; k < 4; k++) {
                Thing thing = new Thing();
                thing.release = model.release;
                model.live()
                        .forEach(field -> thing.values.put(
                                field, field.initial != null ? field.initial : field.isPrimitive() ? "0" : NULL));
                read.add(things.size());
                write.put(things.size(), write(model, thing, true));
                things.put(things.size(), thing);
            }
            release = build(chain, number, model.sources(), model.main(write, read));
            StringBuilder expected = new StringBuilder();
            for (int k : read) {
                model.live()
                        .forEach(field ->
                                expected.append(things.get(k).values.get(field)).append(' '));
                expected.append('\n');
            }
            assertThat(release.run(heap, "run", options))
                    .as("release %d:\n%s", number, model.sources())
                    .isEqualTo(expected.toString());
        }
        assertThat(release.run(heap, "values"))
                .as("values that objects own")
                .isEqualTo(owned(things, "String") + " " + owned(things, "Long") + " " + owned(things, "Double"));
    }

    private static Map<Field, String> write(Model model, Thing thing, boolean all) {
        Map<Field, String> written = new HashMap<>();
        for (Field field : model.live()) {
            if (all || model.random.nextBoolean()) {
                written.put(field, model.anyValue(field));
            }
        }
        thing.values.putAll(written);
        return written;
    }

    private static long owned(Map<Integer, Thing> things, String type) {
        return things.values().stream()
                .flatMap(thing -> thing.values.entrySet().stream())
                .filter(value ->
                        value.getKey().type.equals(type) && !value.getValue().equals(NULL))
                .count();
    }

    private Release build(int chain, int number, String classes, String main) throws IOException {
        return new Release(folder.resolve("chain" + chain + "-" + number), classes, main);
    }
}
