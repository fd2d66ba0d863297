package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jnvm.TransformException;
import org.jnvm.transform.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that is not supported fails the build with where, what and how to mend it, and changes no file. */
class BuildErrorTest {
    private static final String JDK =
            "or use a value, such as String, a primitive or boxed type, an enum or a time of java.time, or a persistent type; a"
                    + " class whose objects never change can be given an org.jnvm.ValueType, and the field @org.jnvm.ByValue";

    @TempDir
    Path folder;

    private void assertRefused(String source, String... messages) throws IOException {
        Sandbox sandbox = new Sandbox(folder).source("Order.java", source).compile("-Xlint:none");
        assertRefused(sandbox, messages);
    }

    private static void assertRefused(Sandbox sandbox, String... messages) throws IOException {
        byte[] before = Files.readAllBytes(sandbox.classFile("app.Order"));
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage(String.join("\n", messages));
        assertThat(sandbox.classFile("app.Order")).hasBinaryContent(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Integer[] | java.lang.Integer[] | or use org.jnvm.pdt.PArray, whose elements are persistent objects",
                "int[] | int[] | or use org.jnvm.pdt.PIntArray",
                "Order[][] | app.Order[][] | or use org.jnvm.pdt.PArray, whose elements are persistent objects",
                "java.util.ArrayList<Order> | java.util.ArrayList | or declare it as java.util.List, or use org.jnvm.pdt.PArrayList",
                "java.util.HashMap<Order, Order> | java.util.HashMap | or declare it as java.util.Map, or use a map of org.jnvm.pdt",
                "java.util.TreeSet<Order> | java.util.TreeSet | or declare it as java.util.Set, or use a set of org.jnvm.pdt",
                "java.util.Deque<Order> | java.util.Deque | or declare it as java.util.List, or use org.jnvm.pdt.PArrayList",
                "java.io.File | java.io.File | " + JDK,
                "Runnable | java.lang.Runnable | " + JDK,
                "java.util.Date | java.util.Date | or use java.time.Instant",
                "Plain | app.Plain | or annotate app.Plain with @org.jnvm.Persistent; a class whose objects never change can be"
                        + " given an org.jnvm.ValueType, and the field @org.jnvm.ByValue"
            })
    void refusesFieldsOfOtherTypes(String type, String name, String remedy) throws IOException {
        assertRefused(
                "class Plain { } @Persistent class Order { int n;\n TYPE items; }".replace("TYPE", type),
                "app.Order.items (Order.java): type " + name + " is not persistent; mark the field transient, "
                        + remedy);
    }

    @Test
    void namesTheComponentThatIsNoValue() throws IOException {
        assertRefused(
                "record Inner(int[] a) {} record Outer(Inner i) {} @Persistent class Order { Outer o; }",
                "app.Order.o (Order.java): record app.Outer is not a value, as its component i has type app.Inner: record"
                        + " app.Inner is not a value, as its component a has type int[], which is none; write the record as a"
                        + " class annotated with @org.jnvm.Persistent, or give it an org.jnvm.ValueType and annotate the field with"
                        + " @org.jnvm.ByValue");
    }

    @Test
    void namesEachFieldAndItsLine() throws IOException {
        assertRefused(
                """
                import java.util.*;
                @Persistent class Order<T> {
                    ArrayList<String> items = new ArrayList<>();
                    StringBuilder extra;
                }
                @Persistent class Other extends Order<String> { Thread thread; }
                """,
                "app.Order.items (Order.java:5): type java.util.ArrayList is not persistent; mark the field transient,"
                        + " or declare it as java.util.List, or use org.jnvm.pdt.PArrayList",
                "app.Order.extra (Order.java): type java.lang.StringBuilder is not persistent; mark the field transient, or"
                        + " use String",
                "app.Other.thread (Order.java): type java.lang.Thread is not persistent; mark the field transient, "
                        + JDK);
    }

    /** Class files have lines of code only: of an initialiser, which stands where the field is declared. */
    @Test
    void givesNoLineThatIsNotTheFields() throws IOException {
        String remedy = ": type java.lang.Thread is not persistent; mark the field transient, " + JDK;
        assertRefused(
                """
                @Persistent class Order {
                    Order(Thread given) {
                        assigned = given;
                        before = given;
                    }
                    Thread assigned;
                    Thread never;
                    Thread before = Thread.currentThread();
                    Thread after =
                            Thread.currentThread();
                }
                @Persistent class Two {
                    int n = 3;
                    Thread initialised = Thread.currentThread();
                    Two() { }
                    Two(int n) {
                        this();
                        initialised = null;
                    }
                }
                @Persistent class Three {
                    Thread initialised = Thread.currentThread();
                    Thread plain;
                    Three(int x) {
                        if (x > 3) {
                            return;
                        }
                        plain = initialised;
                    }
                }
                """,
                "app.Order.assigned (Order.java)" + remedy,
                "app.Order.never (Order.java)" + remedy,
                "app.Order.before (Order.java:10)" + remedy,
                "app.Order.after (Order.java:12)" + remedy,
                "app.Three.initialised (Order.java:24)" + remedy,
                "app.Three.plain (Order.java)" + remedy,
                "app.Two.initialised (Order.java:16)" + remedy);
    }

    @Test
    void anErrorOfASuperclassHidesNoneOfItsSubclasses() throws IOException {
        assertRefused(
                """
                @Persistent(fa = "public") class Order { Thread one; }
                @Persistent class Middle extends Order { java.util.HashMap<String, String> two; }
                @Persistent(fa = "all") class Lowest extends Middle { java.util.ArrayList<String> three; }
                """,
                "app.Order.one (Order.java): type java.lang.Thread is not persistent; mark the field transient, " + JDK,
                "app.Order (Order.java): unknown value in @Persistent: fa=\"public\"; use one of \"\", \"non-private\"",
                "app.Middle.two (Order.java): type java.util.HashMap is not persistent; mark the field transient, or"
                        + " declare it as java.util.Map, or use a map of org.jnvm.pdt",
                "app.Lowest.three (Order.java): type java.util.ArrayList is not persistent; mark the field transient,"
                        + " or declare it as java.util.List, or use org.jnvm.pdt.PArrayList",
                "app.Lowest (Order.java): unknown value in @Persistent: fa=\"all\"; use one of \"\", \"non-private\"");
    }

    @Test
    void anErrorInAMethodOfASuperclassHidesNoneOfItsSubclasses() throws IOException {
        assertRefused(
                """
                @Persistent class Order { @FailureAtomic static void m() { } }
                @Persistent class Middle extends Order { @FailureAtomic static void m() { } }
                """,
                "app.Order.m() (Order.java:3): a static method cannot be @FailureAtomic, no object tells the heap; call"
                        + " Heap.atomically in it instead",
                "app.Middle.m() (Order.java:4): a static method cannot be @FailureAtomic, no object tells the heap; call"
                        + " Heap.atomically in it instead");
    }

    @Test
    void refusesRecords() throws IOException {
        assertRefused(
                "@Persistent record Order(int x) { }",
                "app.Order (Order.java): a record cannot be persistent, its fields are final and its constructor cannot"
                        + " allocate; write it as a class");
    }

    @Test
    void refusesEnums() throws IOException {
        assertRefused(
                "@Persistent enum Order { A }",
                "app.Order (Order.java): an enum cannot be persistent, and need not be: fields of its type keep the"
                        + " constant by its name; remove the annotation");
    }

    @Test
    void refusesInterfaces() throws IOException {
        assertRefused(
                "@Persistent interface Order { }",
                "app.Order (Order.java): an interface cannot be annotated with @Persistent; let it extend"
                        + " org.jnvm.PObject, and annotate the classes that implement it");
    }

    @Test
    void refusesInnerClasses() throws IOException {
        assertRefused(
                "class Order { int x; @Persistent class Item { int y = x; } }",
                "app.Order$Item (Order.java): an inner class cannot be persistent, it refers to an object of app.Order;"
                        + " make it static");
    }

    @Test
    void refusesLocalClasses() throws IOException {
        assertRefused(
                "class Order { static Object m(int n) { @Persistent class Item { int y = n; } return new Item(); } }",
                "app.Order$1Item (Order.java): a local class cannot be persistent, nor extend a persistent class: its"
                        + " objects would outlive what it captures; make it a static nested or top-level class");
    }

    @Test
    void refusesPlainSubclassesThatCapture() throws IOException {
        assertRefused(
                "@Persistent class Order { static Order make(int n) { return new Order() { int n() { return n; } }; } }",
                "app.Order$1 (Order.java): an anonymous class cannot be persistent, nor extend a persistent class: its"
                        + " objects would outlive what it captures, and the next compilation may give its name to another"
                        + " class; make it a static nested class with a name, and let persistent fields keep what it needs");
    }

    @Test
    void refusesSuperclassesWithoutConstructorToCall() throws IOException {
        assertRefused(
                "class Base { Base(int x) { } private Base() { } } @Persistent class Order extends Base { Order() { super(1); } }",
                "app.Order (Order.java): superclass app.Base has no accessible constructor without parameters, which"
                        + " re-creating a proxy calls; add one");
    }

    @Test
    void refusesDefaultMethodsThatAnAccessorWouldHide() throws IOException {
        assertRefused(
                """
                interface Named { default int getName() { return 7; } default void setName(long n) { } }
                @Persistent class Base { int name; }
                @Persistent class Order extends Base implements Named { }
                @Persistent class Own extends Base implements Named { public int getName() { return 8; } }
                """,
                "app.Order (Order.java): inherits getName() from interface app.Named and from app.Base, where it is the"
                        + " accessor of field name and would win; override getName() here");
    }

    @Test
    void refusesUnknownFa() throws IOException {
        assertRefused(
                "@Persistent(fa = \"public\") class Order { }",
                "app.Order (Order.java): unknown value in @Persistent: fa=\"public\"; use one of \"\", \"non-private\"");
    }

    @Test
    void refusesFailureAtomicWhereItCannotBe() throws IOException {
        assertRefused(
                "@Persistent class Order { @FailureAtomic static void m() {\n int x = 0; } }",
                "app.Order.m() (Order.java:4): a static method cannot be @FailureAtomic, no object tells the heap; call"
                        + " Heap.atomically in it instead");
        assertRefused(
                "@Persistent abstract class Order { @FailureAtomic abstract void m(); }",
                "app.Order.m() (Order.java): a method without a body cannot be @FailureAtomic; annotate what implements"
                        + " it");
        assertRefused(
                "@Persistent class Order { @FailureAtomic @NotFailureAtomic void m() { } }",
                "app.Order.m() (Order.java:3): both @FailureAtomic and @NotFailureAtomic stand on it; remove one of"
                        + " them");
        assertRefused(
                "class Order { @FailureAtomic void m() { } }",
                "app.Order.m() (Order.java:3): @FailureAtomic needs a persistent class; annotate the class with"
                        + " @org.jnvm.Persistent, or call Heap.atomically");
    }

    @Test
    void refusesReservedConstructors() throws IOException {
        assertRefused(
                "@Persistent class Order { Order(org.jnvm.spi.Region r, long l, long[] b) { } }",
                "app.Order.<init>() (Order.java:3): the transformer adds a constructor with these parameters itself;"
                        + " change the parameters");
    }

    @Test
    void refusesDependenciesThatWereNotTransformed() throws IOException {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source("lib/Item.java", "package lib; @org.jnvm.Persistent public class Item { }")
                .compile();
        Sandbox sandbox = new Sandbox(folder.resolve("program"), library.classes())
                .source("Order.java", "@Persistent class Order { lib.Item item; }")
                .compile();
        assertRefused(
                sandbox,
                "app.Order.item (Order.java): type lib.Item is annotated with @Persistent but not transformed; run the"
                        + " goal jnvm:transform where it is compiled");
        sandbox.source("Order.java", "@Persistent class Order extends lib.Item { }")
                .compile();
        assertRefused(
                sandbox,
                "app.Order (Order.java): superclass lib.Item is annotated with @Persistent but not transformed; run the"
                        + " goal jnvm:transform where it is compiled");
    }

    @Test
    void refusesMissingTypes() throws IOException {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source("lib/Item.java", "package lib; @org.jnvm.Persistent public class Item { }")
                .compile();
        Sandbox sandbox = new Sandbox(folder.resolve("program"), library.classes())
                .source("Order.java", "@Persistent class Order { lib.Item item; }")
                .compile();
        Files.delete(library.classFile("lib.Item"));
        assertRefused(
                sandbox,
                "app.Order.item (Order.java): type lib.Item is not on the class path; add the dependency that has it");
    }

    @Test
    void refusesOtherVersions() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", "@org.jnvm.spi.Transformed(version = \"0\", layout = \"\") class Order { }")
                .compile();
        assertRefused(
                sandbox,
                "app.Order (Order.java): transformed by another version of J-NVM: version=0, supported=8; compile it again");
    }

    @Test
    void refusesWhatIsNoClassFile() throws IOException {
        Sandbox sandbox =
                new Sandbox(folder).source("Order.java", "class Order { }").compile();
        byte[] whole = Files.readAllBytes(sandbox.classFile("app.Order"));
        byte[] cut = Arrays.copyOf(whole, whole.length / 2);
        for (byte[] content : List.of(new byte[0], new byte[40], Arrays.copyOf(whole, 9), cut)) {
            Files.write(sandbox.classFile("app.Order"), content);
            assertRefused(
                    sandbox, Path.of("app", "Order.class") + ": not a whole class file; delete it and compile again");
        }
    }

    @Test
    void refusesMethodsThatBecomeTooLarge() throws IOException {
        // five bytes each, so that the method is within 64 KiB as long as it is no failure-atomic block
        String assignments = "x = 1;".repeat(13_106);
        Sandbox sandbox = new Sandbox(folder)
                .source(
                        "Order.java",
                        "@Persistent class Order { int x;\n @FailureAtomic void m() {\n" + assignments + " } }")
                .compile();
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessageMatching("app\\.Order\\.m\\(\\) \\(Order\\.java:5\\): too large once transformed:"
                        + " bytes=\\d+, at most 65535; split the method");
    }

    @Test
    void refusesTooManyFields() throws IOException {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            fields.append("int field").append(i).append(";\n");
        }
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", "@Persistent class Order {" + fields + "}")
                .compile();
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessageMatching(
                        "app\\.Order \\(Order\\.java\\): too many persistent fields: layout text bytes=\\d+,"
                                + " at most 65535; move fields to another persistent class");
    }
}
