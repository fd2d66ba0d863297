package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jnvm.ClassMismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** String, boxed and enum fields: kept by value in the heap, read back as the Java type. */
class ValueFieldTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "Boolean, true, false",
        "Byte, (byte) -7, Byte.MIN_VALUE",
        "Short, (short) -700, Short.MAX_VALUE",
        "Character, (char) 120, Character.MAX_VALUE",
        "Integer, -42, Integer.MAX_VALUE",
        "Float, 1.5f, Float.NaN",
        "Long, -1L, Long.MIN_VALUE",
        "Double, 0.1, Double.NaN",
        "String, \"text\", \"\"",
        "java.time.DayOfWeek, java.time.DayOfWeek.MONDAY, java.time.DayOfWeek.SUNDAY",
        "java.time.LocalDate, java.time.LocalDate.EPOCH, java.time.LocalDate.MIN",
        "java.time.LocalTime, java.time.LocalTime.MIDNIGHT, java.time.LocalTime.MAX",
        "java.util.UUID, 'new java.util.UUID(1, 2)', 'new java.util.UUID(-1, 0)'",
        "java.time.Instant, java.time.Instant.MAX, java.time.Instant.EPOCH",
        "java.time.Duration, java.time.Duration.ZERO, java.time.Duration.ofNanos(-5)",
        "java.time.LocalDateTime, java.time.LocalDateTime.MIN, java.time.LocalDateTime.MAX",
        "java.time.ZonedDateTime, java.time.Instant.EPOCH.atZone(java.time.ZoneId.of(\"Asia/Tokyo\")), "
                + "java.time.Instant.EPOCH.atZone(java.time.ZoneOffset.UTC)",
        "java.time.OffsetDateTime, java.time.OffsetDateTime.MIN, java.time.OffsetDateTime.MAX",
        "java.math.BigInteger, java.math.BigInteger.TEN.pow(400), java.math.BigInteger.ZERO",
        "java.math.BigDecimal, new java.math.BigDecimal(\"1.50\"), java.math.BigDecimal.ONE",
        "java.util.Optional<String>, java.util.Optional.empty(), java.util.Optional.of(\"there\")",
        "Money, 'new Money(new java.math.BigDecimal(\"9.90\"), Currency.EUR, java.util.Optional.of(1))', 'new Money(null, null, null)'",
        "Object, \"text\", new java.math.BigDecimal(\"1.50\")",
        "Comparable<?>, 5, java.time.Instant.EPOCH",
        "Number, 5L, 2.5",
        "CharSequence, \"a\", \"b\"",
        "Priced, 'new Money(null, Currency.USD, null)', new Free()",
        "'java.util.List<String>', 'java.util.List.of(\"a\", \"b\")', 'new java.util.ArrayList<String>()'",
        "'java.util.Collection<Object>', 'java.util.List.<Object>of(\"a\", 2)', 'java.util.Set.<Object>of(1L)'",
        "'java.util.Set<Currency>', java.util.Set.of(Currency.EUR), 'new java.util.HashSet<Currency>()'",
        "'java.util.Map<String, java.util.List<Money>>', "
                + "'java.util.Map.of(\"k\", java.util.List.of(new Money(null, Currency.EUR, null)))', 'java.util.Map.of()'",
        "'java.util.NavigableMap<java.time.LocalDate, Integer>', "
                + "'new java.util.TreeMap<>(java.util.Map.of(java.time.LocalDate.MAX, 1, java.time.LocalDate.MIN, 2))', "
                + "'new java.util.TreeMap<>()'"
    })
    void keepsValuesAndNull(String type, String first, String second) throws Exception {
        Object result = new Sandbox(folder)
                .source("Holder.java", """
                        enum Currency { EUR, USD { } }
                        interface Priced {}
                        record Money(java.math.BigDecimal amount, Currency currency, java.util.Optional<Integer> note)
                            implements Priced {}
                        @Persistent class Free implements Priced {
                            @Override public boolean equals(Object other) { return other instanceof Free; }
                            @Override public int hashCode() { return 1; }
                        }
                        @Persistent class Holder {
                            TYPE initial = FIRST; byte between = 5; TYPE value; volatile TYPE shared; final TYPE constant;
                            Holder(TYPE constant) { this.constant = constant; }
                        }
                        """.replace("TYPE", type).replace("FIRST", first))
                .source(
                        "Scenario.java",
                        """
                        import java.util.Objects;
                        public class Scenario {
                            static void check(boolean holds, String what) { if (!holds) throw new AssertionError(what); }
                            public static Object run(Heap heap) {
                                TYPE first = FIRST; TYPE second = SECOND;
                                Holder made = new Holder(second);
                                check(made.value == null && made.shared == null, "null at first");
                                heap.root().put("holder", made);
                                Holder holder = (Holder) heap.root().get("holder");
                                check(first.equals(holder.initial), "initialiser");
                                check(second.equals(holder.constant), "final");
                                holder.value = second; holder.shared = first;
                                check(second.equals(made.value) && first.equals(made.shared), "written");
                                holder.value = first; holder.value = holder.shared = second;
                                check(second.equals(made.value) && second.equals(made.shared), "overwritten");
                                holder.value = null; made.shared = null;
                                check(made.value == null && holder.shared == null, "null again");
                                holder.value = first;
                                check(holder.between == 5, "neighbour");
                                return "kept";
                            }
                            public static Object again(Heap heap) {
                                TYPE first = FIRST; TYPE second = SECOND;
                                Holder holder = (Holder) heap.root().get("holder");
                                return first.equals(holder.initial) && first.equals(holder.value) && holder.shared == null
                                    && second.equals(holder.constant) && holder.between == 5;
                            }
                        }
                        """.replace("TYPE", type).replace("FIRST", first).replace("SECOND", second))
                .run();
        assertThat(result).isEqualTo("kept");
        assertThat(new Sandbox(folder).call("again")).isEqualTo(true);
    }

    @Test
    void valuesAreShownInADebugger() throws Exception {
        Object result = new Sandbox(folder)
                .source("Holder.java", """
                        enum Unit { KILO }
                        record Amount(int count, Unit unit) {}
                        @Persistent class Holder {
                            java.time.LocalDate day = java.time.LocalDate.EPOCH; Character letter = 'x'; java.time.LocalTime none;
                            java.util.UUID id = new java.util.UUID(1, 2); Amount amount = new Amount(3, Unit.KILO); Object text = "t";
                            java.math.BigInteger large = java.math.BigInteger.TWO.pow(3000);
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Holder holder = new Holder();
                                java.util.Map<String, Object> fields = new java.util.TreeMap<>(JNVM.fields(holder));
                                return fields + " " + JNVM.describe(holder).contains("amount=Amount[count=3, unit=KILO]");
                            }
                        }
                        """)
                .run();
        assertThat(result)
                .isEqualTo(
                        "{amount=Amount[count=3, unit=KILO], day=1970-01-01, id=00000000-0000-0001-0000-000000000002,"
                                + " large=value of 379 bytes, letter='x', none=null, text=\"t\"} true");
    }

    @Test
    void takesOtherTypesThatAreSaidToBeValues() throws Exception {
        Object result = new Sandbox(folder)
                .source("Holder.java", """
                        class Plain {}
                        @Persistent class Holder { @ByValue Plain plain; String s = "s"; }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Holder holder = new Holder();
                                heap.root().put("holder", holder);
                                try { holder.plain = new Plain(); } catch (NotTransformedException e) { return holder.s + holder.plain; }
                                return "no ValueType, and yet it was taken";
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("snull");
    }

    @Test
    void whatWasAssignedStaysAJavaCollection() throws Exception {
        Object result = new Sandbox(folder)
                .source("Holder.java", """
                        import java.util.*;
                        @Persistent class Holder {
                            List<String> list = List.of("a"); Map<String, List<String>> map = new TreeMap<>(); Object any;
                        }
                        """)
                .source("Scenario.java", """
                        import java.util.*;
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Holder holder = new Holder();
                                heap.root().put("holder", holder);
                                holder.list.add("b");
                                List<String> list = new ArrayList<>();
                                String before = "" + holder.list;
                                (holder.list = list).add("alone");
                                holder.list.add("kept");
                                holder.map.computeIfAbsent("k", key -> new ArrayList<>()).add("first");
                                holder.map.computeIfAbsent("k", key -> null).add("second");
                                holder.any = new int[] {1, 2};
                                return before + list + holder.list + holder.map + holder.any.getClass().getSimpleName();
                            }
                            public static Object again(Heap heap) {
                                Holder holder = (Holder) heap.root().get("holder");
                                return "" + holder.list + holder.map;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("[a, b][alone][kept]{k=[first, second]}PIntArray");
        assertThat(new Sandbox(folder).call("again")).isEqualTo("[kept]{k=[first, second]}");
    }

    @Test
    void updatesBoxesAndStringsInPlace() throws Exception {
        Object result = new Sandbox(folder)
                .source("Counters.java", """
                        @Persistent class Counters {
                            Integer i = 1; Long l = 2L; Double d = 0.5; Character c = 'a'; String s = "x"; Boolean z = true;
                            Counters self;
                            Counters me() { return self; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Counters c = new Counters();
                                c.self = c;
                                int before = c.i++;
                                long after = ++c.me().l;
                                c.l += 10L; c.d *= 3; c.me().c++; c.s += "y"; c.me().s += 1; c.z ^= true;
                                Integer chain = c.i = 7;
                                c.i <<= 2;
                                String npe = "";
                                c.l = null;
                                try { c.l++; } catch (NullPointerException e) { npe = "npe"; }
                                return before + " " + after + " " + c.d + c.c + c.s + c.z + " " + chain + c.i + npe;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("1 3 1.5bxy1false 728npe");
    }

    @Test
    void supportsEnumsOfAllForms() throws Exception {
        Object result = new Sandbox(folder)
                .source("Order.java", """
                        @Persistent class Order {
                            enum State { OPEN { String text() { return "o"; } }, PAID { String text() { return "p"; } };
                                abstract String text(); public String toString() { return "?"; } }
                            private enum Hidden { A, B }
                            State state = State.OPEN; Color color; private Hidden hidden = Hidden.B;
                            String all() {
                                String s = switch (state) { case OPEN -> "open"; case PAID -> "paid"; };
                                return s + state.text() + color + hidden;
                            }
                        }
                        enum Color { RED, GREEN }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order o = new Order();
                                heap.root().put("o", o);
                                String s = o.all();
                                o.state = Order.State.PAID; o.color = Color.GREEN;
                                return s + " " + o.all() + (o.color == Color.GREEN) + (o.state.getClass() == Order.State.class);
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("openonullB paidpGREENBtruefalse");
    }

    @Test
    void findsEnumConstantsByName() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Color.java", "enum Color { RED, GREEN, BLUE }")
                .source("Dot.java", "@Persistent class Dot { Color color; Dot(Color c) { color = c; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                for (Color c : Color.values()) heap.root().put(c.name(), new Dot(c));
                                return "made";
                            }
                            public static Object reordered(Heap heap) {
                                return "" + heap.root().get("RED", Dot.class).color + heap.root().get("BLUE", Dot.class).color;
                            }
                            public static Object lost(Heap heap) { return heap.root().get("GREEN", Dot.class).color; }
                            public static Object replaced(Heap heap) {
                                Dot dot = heap.root().get("GREEN", Dot.class);
                                dot.color = Color.valueOf("LIME");
                                return dot.color.name() + dot.color.ordinal();
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("made");
        sandbox.source("Color.java", "enum Color { BLUE, LIME, RED }").compile();
        sandbox.transform();
        assertThat(sandbox.call("reordered")).isEqualTo("REDBLUE");
        assertThatThrownBy(() -> sandbox.call("lost"))
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("enum=app.Color")
                .hasMessageContaining("constant=GREEN")
                .hasMessageContaining("constants now=[BLUE, LIME, RED]");
        assertThat(sandbox.call("replaced")).isEqualTo("LIME1");
    }

    @Test
    void namesAnEnumThatIsMissing() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Color.java", "enum Color { RED, GREEN, BLUE }")
                .source("Dot.java", "@Persistent class Dot { int x = 7; Color color; }")
                .source("Circle.java", "@Persistent class Circle extends Dot { }")
                .source("Square.java", "@Persistent class Square extends Dot { Enum<?> side() { return color; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                for (Dot dot : new Dot[] {new Circle(), new Square()}) {
                                    dot.color = Color.GREEN;
                                    heap.root().put(dot.getClass().getSimpleName(), dot);
                                }
                                return "made";
                            }
                            public static Object others(Heap heap) {
                                Dot dot = heap.root().get("Circle", Dot.class);
                                dot.x++;
                                return dot.x;
                            }
                            public static Object load(Heap heap) { return heap.root().get("Square"); }
                            public static Object text(Heap heap) { return heap.root().get("Circle").toString(); }
                            public static Object read(Heap heap) { return heap.root().get("Circle", Dot.class).color; }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("made");
        Files.delete(sandbox.classFile("app.Color"));
        assertThat(sandbox.call("others")).isEqualTo(8);
        assertThat((String) sandbox.call("text")).contains("color=GREEN");
        assertThatThrownBy(() -> sandbox.call("read"))
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("heap=" + folder.resolve("test.heap"))
                .hasMessageContaining("enum=app.Color")
                .hasMessageContaining("class=app.Circle")
                .hasMessageContaining("put the enum on the class path");
        assertThatThrownBy(() -> sandbox.call("load")) // whose own code needs the enum to be loaded
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("heap=" + folder.resolve("test.heap"))
                .hasMessageContaining("class=app.Square")
                .hasMessageContaining("app/Color")
                .hasMessageContaining("on the class path");
    }

    @Test
    void generatesAccessors() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Person.java", """
                        @Persistent class Person {
                            String name; Long age; Integer size; final String id = "id"; private String name2;
                            native void pwbName(); native void replaceName(String name); native void updateName(String name);
                            native void pwbAge(); native void pwbSize();
                            void all() {
                                updateName("a"); pwbName(); replaceName("b"); age = 3L; pwbAge(); pwbSize();
                                replaceName(null); replaceName("c");
                            }
                        }
                        """).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Person p = new Person();
                                heap.root().put("p", p);
                                p.all();
                                return p.name + p.age + p.size + p.id;
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("c3nullid");
        try (URLClassLoader loader = sandbox.loader()) {
            Class<?> person = loader.loadClass("app.Person");
            assertThat(person.getDeclaredFields())
                    .filteredOn(field -> !field.isSynthetic())
                    .isEmpty();
            assertThat(person.getDeclaredMethod("getName").getReturnType()).isEqualTo(String.class);
            assertThat(person.getDeclaredMethod("setAge", Long.class)).isNotNull();
            assertThat(Arrays.stream(person.getDeclaredMethods()).map(m -> m.getName()))
                    .contains("updateName2", "replaceName2", "getId")
                    .doesNotContain("setId", "updateAge", "replaceSize");
        }
    }

    @Test
    void worksThroughHierarchiesModulesAndSeveralBlocks() throws Exception {
        Path library = folder.resolve("library");
        new Sandbox(library).source("lib/Named.java", """
                        package lib;
                        @org.jnvm.Persistent public class Named {
                            public String title; public Level level; protected Double weight; public Integer size;
                            public Named(String title) { this.title = title; weight = 2.5; level = Level.HIGH; }
                            public native void updateTitle(String title);
                            public String described() { return title + level + weight + size; }
                            public enum Level { LOW, HIGH }
                        }
                        """).compile().transform();
        Object result = new Sandbox(folder.resolve("app"), library.resolve("classes"))
                .source("Base.java", """
                        @Persistent(fa = "non-private") class Base extends lib.Named {
                            String name; Double rate = 1.5;
                            long a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,b0,b1,b2,b3,b4,b5,b6,b7,b8,b9,c0,c1,c2,c3,c4,c5,c6,c7,c8,c9;
                            Base(String n) { super("lib " + n); name = "base " + n; }
                        }
                        """)
                .source("Item.java", """
                        @Persistent(fa = "non-private") class Item extends Base {
                            String name; String text = "t"; Level top; Boolean flag;
                            Item(String n) { super(n); name = n; }
                            String all() { return described() + super.name + name + text + top + flag + rate; }
                            void change() {
                                updateTitle("changed"); super.name = "b"; top = Level.LOW; flag = true; rate++; text = null;
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Item i = new Item("i");
                                heap.root().put("i", i);
                                String s = i.all();
                                i.change();
                                return s + " " + i.all() + heap.root().get("i", Base.class).name;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("lib iHIGH2.5nullbase iitnullnull1.5 changedHIGH2.5nullbinullLOWtrue2.5b");
    }

    @Test
    void abortsAndCommits() throws Exception {
        Object result = new Sandbox(folder)
                .source("Account.java", """
                        @Persistent(fa = "non-private") class Account {
                            enum State { NEW, OPEN, CLOSED }
                            String owner; Long balance = 10L; Integer count = 0; State state = State.NEW; Double rate;
                            Account(String owner) { this.owner = owner; }
                            String all() { return owner + balance + count + state + rate; }
                            String change(String o, boolean fail) {
                                owner = o; owner += "!"; balance += 5; balance = balance == 15 ? balance : null; count++;
                                state = State.CLOSED; rate = 1.0; rate = 2.0;
                                String inside = all();
                                if (fail) throw new IllegalStateException(inside);
                                return inside;
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Account a = new Account("ann");
                                heap.root().put("a", a);
                                String inside = "";
                                try { a.change("bob", true); } catch (IllegalStateException e) { inside = e.getMessage(); }
                                String aborted = a.all();
                                String committed = a.change("eve", false);
                                String after = a.all();
                                a.change("dan", false);
                                return inside + " " + aborted + " " + committed + " " + after + " " + a.all();
                            }
                        }
                        """)
                .run();
        assertThat(result)
                .isEqualTo("bob!151CLOSED2.0 ann100NEWnull eve!151CLOSED2.0 eve!151CLOSED2.0 dan!null2CLOSED2.0");
    }
}
