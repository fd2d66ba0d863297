package org.jnvm.transform.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapOptions;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Releases of a program, each with its classes changed in one of the ways that are followed, and in ways that are not. */
@Once
class EvolutionTest {
    @TempDir
    Path folder;

    private Path heap;
    private int releases;

    @BeforeEach
    void name() {
        heap = folder.resolve("test.heap");
    }

    private Release release(String classes, String... methods) throws IOException {
        releases++;
        return new Release(
                folder.resolve("release" + releases),
                classes,
                String.join("\n", methods)
                        + "static long count(Heap heap, String name) { return heap.histogram().classes().stream()"
                        + ".filter(c -> c.className().equals(name)).mapToLong(c -> c.objects()).sum(); }");
    }

    /** Builds a release that makes the object {@code item} and runs it. */
    private void write(String classes, String statements) throws Exception {
        write(release(
                classes,
                "public static Object run(Heap heap) { Item item = new Item(); " + statements
                        + " heap.root().put(\"item\", item); return null; }"));
    }

    private void write(Release release) throws Exception {
        release.run(heap, "run");
    }

    private Release reader(String classes, String expression) throws IOException {
        return release(
                classes,
                "public static Object run(Heap heap) { Item item = (Item) heap.root().get(\"item\"); return "
                        + expression + "; }");
    }

    /** Builds a release that reads the object, and runs it twice. */
    private Object read(String classes, String expression) throws Exception {
        Release release = reader(classes, expression);
        Object first = release.run(heap, "run");
        assertThat(release.run(heap, "run")).isEqualTo(first);
        return first;
    }

    private void refuses(String classes, String... messages) throws Exception {
        Release release = reader(classes, "item.toString()");
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(() -> release.run(heap, "run"))
                    .isInstanceOf(ClassMismatchException.class)
                    .satisfies(e -> assertThat(e.getMessage()).contains(messages));
        }
    }

    /** Puts texts in the places of a template. */
    private static String with(String template, String... parts) {
        String text = template;
        for (String part : parts) {
            int place = text.indexOf("%s");
            text = text.substring(0, place) + part + text.substring(place + 2);
        }
        return text;
    }

    // ---- names that are exchanged ----

    @Test
    void aNamePassesOnAndIsNotExchanged() throws Exception {
        write("@Persistent class Item { String a; String b; }", "item.a = \"A\"; item.b = \"B\";");
        assertThat(read(
                        "@Persistent class Item { @Formerly(\"a\") String t; @Formerly(\"b\") String a; }",
                        "item.t + item.a"))
                .isEqualTo("AB");
        refuses("@Persistent class Item { String a; @Formerly(\"t\") String b; }", "layout of an earlier release");
    }

    // ---- added ----

    @Test
    void anAddedFieldHasTheValueOfItsInitialiser() throws Exception {
        write("@Persistent class Item { int id; }", "item.id = 7;");
        assertThat(read("""
                        enum State { NEW, DONE }
                        @Persistent class Item {
                            boolean z = true; byte b = -3; short s = 300; char c = '\\n'; int i = 123456; long j = 1L << 40;
                            float f = 1.5f; double d = -0.0; String text = "a \\\\ b\\nc \\u20ac"; State state = State.DONE;
                            Boolean zz = false; Byte bb = 1; Short ss = 2; Character cc = 'x'; Integer ii = 0; Long jj = 5L;
                            Float ff = Float.NaN; Double dd = 2.5; String none = null; int zero;
                            int id;
                        }
                        """, """
                        java.util.List.of(item.z, item.b, item.s, (int) item.c, item.i, item.j, item.f, item.d, item.text,
                                item.state, item.zz, item.bb, item.ss, item.cc, item.ii, item.jj, item.ff, item.dd,
                                item.none == null, item.zero, item.id).toString()
                        """))
                .isEqualTo(
                        "[true, -3, 300, 10, 123456, 1099511627776, 1.5, -0.0, a \\ b\nc \u20ac, DONE, false, 1, 2, x,"
                                + " 0, 5, NaN, 2.5, true, 0, 7]");
    }

    @Test
    void valuesAreAddedRemovedRenamedAndConverted() throws Exception {
        write("""
                @Persistent class Item {
                    java.math.BigDecimal gone = java.math.BigDecimal.TEN; Object any = "gone"; long cents = 1250;
                    java.util.UUID old = new java.util.UUID(1, 2); java.time.LocalDate day = java.time.LocalDate.EPOCH;
                    String text = "2026-01-02"; Money money = new Money(5);
                }
                record Money(int cents) {}
                """, "");
        assertThat(read(
                        """
                        enum Unit { EUR, USD }
                        record Money(long cents, String note, Unit unit) {}
                        class ToAmount implements FieldConverter<Long, java.math.BigDecimal> {
                            public java.math.BigDecimal convert(Long cents) { return java.math.BigDecimal.valueOf(cents, 2); }
                        }
                        class ToDate implements FieldConverter<String, java.time.LocalDate> {
                            public java.time.LocalDate convert(String text) { return java.time.LocalDate.parse(text); }
                        }
                        class ToText implements FieldConverter<java.time.LocalDate, String> {
                            public String convert(java.time.LocalDate date) { return date.toString(); }
                        }
                        @Removed({"gone", "any"}) @Persistent class Item {
                            @Formerly("old") java.util.UUID id;
                            @Formerly("cents") @Converted(from = "long", by = ToAmount.class) java.math.BigDecimal amount;
                            @Formerly("text") @Converted(from = "java.lang.String", by = ToDate.class) java.time.LocalDate date;
                            @Converted(from = "java.time.LocalDate", by = ToText.class) String day;
                            @Default("2026-11-27") java.time.LocalDate added; @Default("1.50") java.math.BigDecimal price;
                            @Default("PT5M") java.time.Duration pause; Money money;
                        }
                        """,
                        "java.util.List.of(item.id, item.amount, item.date, item.day, item.added, item.price, item.pause,"
                                + " item.money).toString()"))
                .isEqualTo(
                        "[00000000-0000-0001-0000-000000000002, 12.50, 2026-01-02, 1970-01-01, 2026-11-27, 1.50, PT5M,"
                                + " Money[cents=5, note=null, unit=null]]");
        assertThat(read(
                        "record Money(int cents) {} @Removed({\"id\", \"amount\", \"date\", \"day\", \"added\", \"price\", \"pause\"})"
                                + " @Persistent class Item { Money money; }",
                        "item.money.cents()"))
                .isEqualTo(5);
        assertThat(read(
                        "record Money(int cents) {} @Removed({\"id\", \"amount\", \"date\", \"day\", \"added\", \"price\", \"pause\"})"
                                + " @Persistent class Item { Money money; }",
                        "count(heap, \"jnvm.Value\")"))
                .isEqualTo(1L);
    }

    @Test
    void whatAConstructorDoesBehindItsInitialisersDoesNotCount() throws Exception {
        write("@Persistent class Item { int id; }", "item.id = 7;");
        assertThat(read("""
                        @Persistent class Item {
                            static int calls;
                            int before = 3; long time = System.nanoTime(); int behind = 4;
                            int chosen = calls > 5 ? 1 : 2; int last = 6;
                            int overwritten = 8; int fromParameter; int id;
                            Item() { this(9); }
                            Item(int parameter) { fromParameter = parameter; overwritten = parameter; }
                            Item(String other) { super(); overwritten = other.length(); }
                        }
                        """, """
                        java.util.List.of(item.before, item.time, item.behind, item.chosen, item.last, item.overwritten,
                                item.fromParameter, item.id).toString()
                        """)).isEqualTo("[3, 0, 4, 0, 6, 8, 0, 7]");
    }

    @Test
    void defaultsStandInForInitialisers() throws Exception {
        write("@Persistent class Item { int id; }", "item.id = 7;");
        assertThat(read("""
                        enum State { NEW, UNKNOWN }
                        @Persistent class Item {
                            @Default("UNKNOWN") State state = State.NEW; @Default("0x10") long size;
                            @Default("-") String text; @Default("y") char c = 'x'; @Default("true") Boolean z; int id;
                        }
                        """, "java.util.List.of(item.state, item.size, item.text, item.c, item.z).toString()"))
                .isEqualTo("[UNKNOWN, 16, -, y, true]");
    }

    // ---- removed ----

    @Test
    void removedFieldsAreFreed() throws Exception {
        write(
                "@Persistent class Item { String gone; Long box; Double kept; Item next; int id; String name; }",
                "item.gone = \"some text\"; item.box = 5L; item.kept = 2.5; item.next = new Item(); item.id = 7;"
                        + " item.name = \"name\";");
        refuses(
                "@Persistent class Item { Double kept; int id; String name; }",
                "first difference=[field removed: gone of app.Item, type Ljava.lang.String;]",
                "@Removed(\"gone\") on app.Item",
                "field app.Item gone",
                "in the program=[class app.Item; version 1; extends -; bytes");
        assertThat(read(
                        "@Persistent @Removed({\"gone\", \"box\", \"app.Item.next\"}) class Item { Double kept; int id;"
                                + " String name; }",
                        "item.id + item.name + item.kept"))
                .isEqualTo("7name2.5");
        // in the run before the values were given up, and freed when the heap was closed
        assertThat(read(
                        "@Persistent class Item { Double kept; int id; String name; }",
                        "count(heap, \"org.jnvm.pdt.PString\") + \" \" + count(heap, \"jnvm.LongBox\") + \" \" + count(heap,"
                                + " \"app.Item\")"))
                .isEqualTo(read("@Persistent class Item { Double kept; int id; String name; }", "\"1 0 1\""));
    }

    /** No recovery pass runs between, which would free them, too. */
    @Test
    void whatIsGivenUpIsFreedByTheConversion() throws Exception {
        write(
                "@Persistent class Item { String gone; Long box; String number; }",
                "item.gone = \"some text\"; item.box = 5L; item.number = \"77\";");
        Release release = reader(
                "class Parse implements FieldConverter<String, Integer> { public Integer convert(String text) { return"
                        + " Integer.parseInt(text); } } @Persistent @Removed(\"gone\") class Item { long box;"
                        + " @Converted(from = \"String\", by = Parse.class) int number; String note = \"new\"; }",
                "item.box + item.number + item.note + count(heap, \"org.jnvm.pdt.PString\") + count(heap,"
                        + " \"jnvm.LongBox\")");
        release.run(heap, "run", HeapOptions.defaults());
        assertThat(release.run(heap, "run", HeapOptions.defaults())).isEqualTo("82new10");
    }

    // ---- renamed ----

    @Test
    void renamedFieldsKeepTheirValues() throws Exception {
        write("@Persistent class Item { String a; int n; }", "item.a = \"text\"; item.n = 7;");
        String third = "@Persistent class Item { @Formerly({\"b\", \"a\"}) String c; @Formerly(\"n\") int number; }";
        assertThat(read(third, "item.c + item.number")).isEqualTo("text7");
        assertThat(read(third.replace("String c", "int more = 5; String c"), "item.c + item.number + item.more"))
                .isEqualTo("text75");
    }

    @Test
    void aNameCanBeGivenToAnotherField() throws Exception {
        write("@Persistent class Item { String a; String b; }", "item.a = \"A\"; item.b = \"B\";");
        String shifted =
                "@Persistent class Item { String a = \"new\"; @Formerly(\"a\") String b; @Formerly(\"b\") String c; }";
        assertThat(read(shifted, "item.a + item.b + item.c")).isEqualTo("newAB");
        assertThat(read(shifted.replace("String a", "int more; String a"), "item.a + item.b + item.c"))
                .isEqualTo("newAB");
    }

    @Test
    void whatALayoutBetweenHasNotIsNotTheSameField() throws Exception {
        write("@Persistent class Item { String a = \"old\"; int id; }", "item.id = 1;");
        // the object is not looked at by this one
        write(release(
                "@Persistent @Removed(\"a\") class Item { int id; }",
                "public static Object run(Heap heap) { heap.root().put(\"other\", new Item()); return null; }"));
        assertThat(read("@Persistent class Item { long more; String a = \"new\"; int id; }", "item.a + item.id"))
                .isEqualTo("new1");
        assertThat(read(
                        "@Persistent class Item { long more; String a = \"new\"; int id; }",
                        "count(heap, \"org.jnvm.pdt.PString\")"))
                .isEqualTo(1L);
    }

    // ---- moved ----

    @Test
    void fieldsMoveBetweenAClassAndItsSuperclass() throws Exception {
        write(
                "@Persistent abstract class Base { String down; int x; } @Persistent class Item extends Base { long up; }",
                "item.down = \"d\"; item.x = 1; item.up = 2;");
        assertThat(read(
                        "@Persistent abstract class Base { long up; int x; } @Persistent class Item extends Base {"
                                + " String down; }",
                        "item.down + item.x + item.up"))
                .isEqualTo("d12");
    }

    @Test
    void aFieldThatMayComeFromTwoIsRefused() throws Exception {
        write(
                "@Persistent abstract class Top { int n; } @Persistent abstract class Base extends Top { }"
                        + " @Persistent class Item extends Base { int n; }",
                "item.n = 1; ((Top) item).n = 2;");
        String classes = "@Persistent abstract class Top { } @Persistent abstract class Base extends Top { %s int n; }"
                + " @Persistent %s class Item extends Base { }";
        refuses(
                with(classes, "", ""),
                "field moved, but not clear from where: n of app.Base, candidates=[n of app.Top, n of app.Item]",
                "@Formerly(\"app.Top.n\")");
        assertThat(read(with(classes, "@Formerly(\"app.Top.n\")", "@Removed(\"n\")"), "item.n"))
                .isEqualTo(2);
    }

    // ---- widened ----

    @Test
    void numbersAreWidened() throws Exception {
        write("""
                @Persistent class Item { byte b1 = -1, b2 = -2, b3 = -3, b4 = -4; short s1 = -5, s2 = -6; char c1 = 'a', c2 = 0xffff;
                    int i1 = -7, i2 = -8; float f1 = 1.5f; boolean z = true; long j = 9; double d = 2.5;
                    Boolean zz = true; Integer ii = -10; Long jj = 11L; Double dd = 3.5; Character cc = 'c'; Integer none;
                    Long noLong; }
                """, "");
        assertThat(read("""
                        @Persistent class Item { short b1; int b2; long b3; Double b4; int s1; Long s2; int c1; long c2;
                            long i1; double i2; double f1; Boolean z; Long j; Double d;
                            boolean zz; int ii; long jj; double dd; int cc; Long none; @Default("-1") long noLong; }
                        """, """
                        java.util.Arrays.asList(item.b1, item.b2, item.b3, item.b4, item.s1, item.s2, item.c1, item.c2,
                                item.i1, item.i2, item.f1, item.z, item.j, item.d, item.zz, item.ii, item.jj, item.dd, item.cc,
                                item.none, item.noLong).toString()
                        """))
                .isEqualTo("[-1, -2, -3, -4.0, -5, -6, 97, 65535, -7, -8.0, 1.5, true, 9, 2.5, true, -10, 11, 3.5, 99,"
                        + " null, -1]");
    }

    @Test
    void whatWouldLoseSomethingIsRefused() throws Exception {
        write("@Persistent class Item { long j; }", "");
        for (String type : new String[] {"int", "double", "float", "boolean", "String"}) {
            refuses(
                    "@Persistent class Item { " + type + " j; }",
                    "first difference=[field changed its type: j of app.Item, from J to ",
                    "@Converted");
        }
    }

    @Test
    void nullIsRefusedForAPrimitive() throws Exception {
        write("@Persistent class Item { Integer i; String text; }", "item.text = \"kept\";");
        refuses(
                "@Persistent class Item { long i = 5; String text; }",
                "value of an older layout is refused: heap=" + heap,
                "field=app.Item.i, type=J, before=Vjava.lang.Integer; null, reason=null for a primitive field",
                "@Default");
        assertThat(read("@Persistent class Item { @Default(\"3\") long i = 5; String text; }", "item.i + item.text"))
                .isEqualTo("3kept");
    }

    // ---- converted ----

    @Test
    void convertersMakeValuesOfAnotherType() throws Exception {
        write(
                "enum State { NEW, DONE } @Persistent class Item { int cents = 1234; String number = \"77\"; State state ="
                        + " State.DONE; String name = \"NEW\"; Long big = 5L; Integer none; long size = 9; }",
                "");
        assertThat(read("""
                        enum State { NEW, DONE }
                        class CentsToText implements FieldConverter<Integer, String> {
                            public String convert(Integer cents) { return cents / 100 + "." + cents % 100; }
                        }
                        @Persistent class Item {
                            static class Parse implements FieldConverter<String, Integer> {
                                public Integer convert(String text) { return Integer.parseInt(text); }
                            }
                            static class Ordinal implements FieldConverter<State, Byte> {
                                public Byte convert(State state) { return (byte) state.ordinal(); }
                            }
                            static class Named implements FieldConverter<String, State> {
                                public State convert(String name) { return State.valueOf(name); }
                            }
                            static class Show implements FieldConverter<Object, String> {
                                public String convert(Object value) { return "<" + value + ">"; }
                            }
                            @Converted(from = "int", by = CentsToText.class) String cents;
                            @Converted(from = "String", by = Parse.class) int number;
                            @Converted(from = "app.State", by = Ordinal.class) Byte state;
                            @Converted(from = "java.lang.String", by = Named.class) State name;
                            @Converted(from = "Long", by = Show.class) String big;
                            @Converted(from = "Integer", by = Show.class) String none;
                            @Converted(from = "int", by = Show.class) @Converted(from = "long", by = Show.class) String size;
                        }
                        """, "item.cents + item.number + item.state + item.name + item.big + item.none + item.size"))
                .isEqualTo("12.34771NEW<5>null<9>");
    }

    @Test
    void whatAConverterRefusesStaysAsItWas() throws Exception {
        write("@Persistent class Item { String number = \"none\"; int id = 7; }", "");
        String classes =
                "class Parse implements FieldConverter<String, Integer> { public Integer convert(String text) {"
                        + " return %s; } } @Persistent class Item { @Converted(from = \"String\", by = Parse.class) int number;"
                        + " int id; }";
        refuses(
                with(classes, "Integer.parseInt(text)"),
                "field=app.Item.number, type=I, before=Ljava.lang.String; none, reason=converter threw"
                        + " java.lang.NumberFormatException",
                "correct the converter app.Parse");
        refuses(with(classes, "null"), "reason=null for a primitive field");
        refuses(with(classes, "(Integer) (Object) text"), "reason=converter threw java.lang.ClassCastException");
        assertThat(read(with(classes, "text.length()"), "item.number + item.id"))
                .isEqualTo(11);
    }

    @Test
    void aValueThatWasConvertedOnTheWayWantsAConverterFromEachType() throws Exception {
        write("@Persistent class Item { int price = 1234; }", "");
        write(release(
                "class Show implements FieldConverter<Integer, String> { public String convert(Integer cents) { return"
                        + " cents / 100 + \"\"; } } @Persistent class Item { @Converted(from = \"int\", by ="
                        + " Show.class) String price; }",
                "public static Object run(Heap heap) { heap.root().put(\"other\", new Item()); return null; }"));
        String third = "class Parse implements FieldConverter<String, Long> { public Long convert(String text) { return"
                + " Long.parseLong(text); } } class Cents implements FieldConverter<Integer, Long> { public Long"
                + " convert(Integer cents) { return cents / 100L; } } @Persistent class Item { @Converted(from ="
                + " \"String\", by = Parse.class) %s long price; }";
        refuses(
                with(third, ""),
                "field was converted on the way: price of app.Item, from I by way of",
                "write a second @Converted, from \"int\", on the field");
        assertThat(read(with(third, "@Converted(from = \"int\", by = Cents.class)"), "item.price"))
                .isEqualTo(12L);
    }

    /** The converter from the field's own type makes values of before the other type, and none of those that came back. */
    @Test
    void aValueWhoseTypeCameBackWantsAConverterFromItsOwnType() throws Exception {
        write("@Persistent class Item { int price = 1234; }", "heap.root().put(\"late\", new Item());");
        write(release(
                "class Show implements FieldConverter<Integer, String> { public String convert(Integer cents) { return"
                        + " cents / 100 + \"\"; } } @Persistent class Item { @Converted(from = \"int\", by ="
                        + " Show.class) String price = \"56\"; }",
                "public static Object run(Heap heap) { heap.root().put(\"other\", new Item()); return null; }"));
        String classes =
                "class Parse implements FieldConverter<String, Integer> { public Integer convert(String text) {"
                        + " return Integer.parseInt(text); } } class Cents implements FieldConverter<Integer, Integer> { public"
                        + " Integer convert(Integer cents) { return cents / 100; } } @Persistent class Item { @Converted(from ="
                        + " \"String\", by = Parse.class) %s int price; int third; %s }";
        refuses(
                with(classes, "", ""),
                "field was converted on the way: price of app.Item, from I by way of Ljava.lang.String; to I",
                "write a second @Converted, from \"int\", on the field");
        String own = "@Converted(from = \"int\", by = Cents.class)";
        String all = "item.price + \" \" + ((Item) heap.root().get(\"other\")).price";
        assertThat(read(with(classes, own, ""), all)).isEqualTo("12 56");
        String late = all + " + \" \" + ((Item) heap.root().get(\"late\")).price";
        assertThat(read(with(classes, own, "int fourth;"), late)).isEqualTo("12 56 12");
    }

    // ---- classes ----

    @Test
    void aClassHasAnotherName() throws Exception {
        write(
                "@Persistent class Old { int x; } @Persistent class Item extends Old { Old other; String text; }",
                "item.x = 1; item.other = new Old(); item.other.x = 2; item.text = \"t\";"
                        + " heap.root().put(\"old\", item.other);");
        String classes = "@Persistent @Formerly(\"app.Old\") class Younger { int x; } @Persistent class Item extends"
                + " Younger { Younger other; String text; }";
        // through the root, when the class was not used yet
        assertThat(reader(classes, "((Younger) heap.root().get(\"old\")).x").run(heap, "run"))
                .isEqualTo(2);
        assertThat(read(classes, "item.x + \" \" + item.other.x + item.text")).isEqualTo("1 2t");
        Release last = release(
                "@Persistent @Formerly({\"app.Old\", \"app.Younger\"}) class Last { int x; int y = 3; } @Persistent"
                        + " @Formerly(\"app.Item\") class Thing extends Last { Last other; String text; }",
                "public static Object run(Heap heap) { Thing item = (Thing) heap.root().get(\"item\"); return item.x + \""
                        + " \" + item.other.x + item.other.y + item.text; }");
        for (int round = 0; round < 2; round++) {
            assertThat(last.run(heap, "run")).isEqualTo("1 23t");
        }
    }

    @Test
    void theOldNameIsRefused() throws Exception {
        write("@Persistent class Item { int x; }", "item.x = 1;");
        write(release(
                "@Persistent @Formerly(\"app.Item\") class Thing { int x; }",
                "public static Object run(Heap heap) { return ((Thing) heap.root().get(\"item\")).x; }"));
        refuses("@Persistent class Item { int x; }", "class=app.Thing");
        Release maker = release(
                "@Persistent class Item { int x; }", "public static Object run(Heap heap) { return new Item(); }");
        assertThatThrownBy(() -> maker.run(heap, "run"))
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("first difference=[class has another name since: app.Thing]");
    }

    // ---- superclasses ----

    @Test
    void aSuperclassIsInsertedReplacedAndRemoved() throws Exception {
        write("@Persistent class Item { int x; Item next; }", "item.x = 1; item.next = new Item(); item.next.x = 2;");
        String inserted =
                "@Persistent abstract class Base { String note = \"n\"; int x; } @Persistent class Item extends"
                        + " Base { Item next; }";
        assertThat(reader(inserted, "item.x + item.note").run(heap, "run")).isEqualTo("1n");
        String replaced = "@Persistent abstract class Root { @Formerly(\"app.Base.note\") String text; @Default(\"8\")"
                + " int more; int x; } @Persistent class Item extends Root { Root next; }";
        assertThat(reader(replaced, "item.x + item.text + item.more").run(heap, "run"))
                .isEqualTo("1n8");
        refuses("@Persistent class Item { int x; PObject next; }", "field removed: text of app.Root");
        String removed =
                "@Persistent @Removed({\"app.Root.text\", \"app.Root.more\"}) class Item { int x; PObject next; }";
        assertThat(read(removed, "item.x + \" \" + ((Item) item.next).x")).isEqualTo("1 2");
    }

    @Test
    void withoutASuperclassItsFieldsGoOrComeDown() throws Exception {
        write(
                "@Persistent abstract class Base { String note = \"n\"; int x; } @Persistent class Item extends Base {"
                        + " Base next; }",
                "item.x = 1; item.next = new Item(); item.next.x = 2;");
        String removed = "@Persistent @Removed(\"app.Base.note\") class Item { int x; PObject next; }";
        // one of the two is converted, so that a field declared with Base leads to an object that extends nothing
        assertThat(reader(removed, "((Item) item.next).x").run(heap, "run")).isEqualTo(2);
        assertThat(read(removed, "item.x + \" \" + ((Item) item.next).x")).isEqualTo("1 2");
    }

    // ---- enums ----

    @Test
    void enumConstantsAreRenamedAndReplaced() throws Exception {
        write(
                "enum State { NEW, PAID, SHIPPED, LOST } @Persistent class Item { State a = State.NEW, b = State.PAID, c ="
                        + " State.SHIPPED; State d = State.LOST; }",
                "");
        String classes = "enum State { @Formerly({\"PAID\", \"SHIPPED\"}) DONE, NEW %s } @Persistent class Item { State"
                + " a, b, c, d; }";
        assertThat(read(with(classes, ""), "\"\" + item.a + item.b + item.c")).isEqualTo("NEWDONEDONE");
        Release lost = reader(with(classes, ""), "item.d");
        assertThatThrownBy(() -> lost.run(heap, "run"))
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("enum has lost a constant that the heap holds")
                .hasMessageContaining("write @Formerly(\"LOST\") on the constant that stands for it now");
        Release both = reader(with(classes, ", @Formerly(\"LOST\") X, @Formerly(\"LOST\") Y"), "item.d");
        assertThatThrownBy(() -> both.run(heap, "run"))
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("several constants stand for one that the heap holds")
                .hasMessageContaining("now=[X, Y]");
    }

    @Test
    void anEnumHasAnotherName() throws Exception {
        write("enum Old { A, B } @Persistent class Item { Old one = Old.B; }", "");
        String classes =
                "@Formerly(\"app.Old\") enum Fresh { A, @Formerly(\"B\") C } @Persistent class Item { Fresh one; }";
        assertThat(read(classes, "item.one.name()")).isEqualTo("C");
        refuses("enum Old { A, B } @Persistent class Item { Old one; }", "field changed its type: one of app.Item");
    }

    // ---- releases before ----

    @Test
    void theReleaseBeforeIsRefused() throws Exception {
        String first = "@Persistent class Item { int x; String name; }";
        String second = "@Persistent @Removed(\"name\") class Item { int x; }";
        write(first, "item.name = \"n\";");
        assertThat(read(second, "item.x")).isEqualTo(0);
        // it would only add a field
        refuses(first, "layout of an earlier release, as in version 1", "run the newer release");
    }

    /** On a heap that the older release has never seen. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "class Item { int x; String note; } | class Item { int x; } | field removed: note of app.Item",
                "class Item { @Formerly(\"x\") int y; } | class Item { int x; } | field removed: y of app.Item",
                "class Item { long x; } | class Item { int x; } | field changed its type: x of app.Item, from J to I",
                "class Item { Integer x; } | class Item { String x; } | field changed its type: x of app.Item",
                "class Item { PObject x; } | class Item { Item x; } | field changed its type: x of app.Item",
                "class Base { int y; } @Persistent class Item extends Base { int x; } | class Item { int x; }"
                        + " | field removed: y of app.Base",
                "@Formerly(\"app.Item\") class Thing { int x; } class Item { } | class Item { int x; } | class=app.Thing",
            })
    void anOlderReleaseIsRefused(String newer, String older, String message) throws Exception {
        write(release(
                "@Persistent " + newer,
                "public static Object run(Heap heap) throws Exception { heap.root().put(\"item\","
                        + " Class.forName(\"app." + (newer.contains("Thing") ? "Thing" : "Item")
                        + "\").getDeclaredConstructor().newInstance()); return null; }"));
        refuses("@Persistent " + older, message);
    }
}
