package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.TransformException;
import org.jnvm.transform.ClassChange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods of the domain that have the names of {@code PObject}'s. */
class PObjectMethodsTest {
    private static final String NOT_CALLED = " of the program's domain, which J-NVM does not call, since the class does"
            + " not name org.jnvm.PObject; let the class implement org.jnvm.PObject if the method is meant as J-NVM's"
            + " callback, else rename the method";

    /** Tells which methods J-NVM calls: puts objects, opens the heap again with a recovery, and gets them. */
    private static final String CALLED = """
            import java.nio.file.Path;
            import java.util.*;
            public class Scenario {
                static final Set<String> CALLS = new TreeSet<>();
                static void called(Object o, String method) { CALLS.add(o.getClass().getSimpleName() + "." + method); }
                public static Object run(Heap outer) throws Exception {
                    Path file = outer.path().resolveSibling("own.heap");
                    try (Heap heap = Heap.create(file, 1 << 20); var scope = heap.enter()) {
                        NEW
                    }
                    CALLS.clear();
                    try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
                        for (String name : heap.root().names()) { heap.root().get(name); }
                    }
                    return String.join(" ", CALLS);
                }
            }
            """;

    private static final String BODIES = """
            { public void recover() { Scenario.called(this, "recover"); }
              public void resurrect() { Scenario.called(this, "resurrect"); }
            """;

    @TempDir
    Path folder;

    private Sandbox sandbox(String source, String... objects) throws IOException {
        StringBuilder made = new StringBuilder();
        for (String name : objects) {
            made.append("heap.root().put(\"" + name + "\", new " + name + "());\n");
        }
        return new Sandbox(folder)
                .source(
                        "Order.java",
                        source.replace("BODIES", BODIES).replace("DEFAULTS", BODIES.replace("public", "default")))
                .source("Scenario.java", CALLED.replace("NEW", made))
                .compile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "transient int seen;"})
    void areNotCallbacksInAClassThatDoesNotNamePObject(String field) throws Exception {
        Sandbox sandbox = sandbox("@Persistent class Order BODIES " + field + " }", "Order");
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.Order.recover() (Order.java:3): is a method" + NOT_CALLED,
                        "app.Order.resurrect() (Order.java:4): is a method" + NOT_CALLED);
        assertThat(sandbox.call("run")).isEqualTo("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Persistent class Order implements PObject BODIES }",
                "interface Stored extends PObject { } @Persistent class Order implements Stored BODIES }",
                "interface Stored extends PObject DEFAULTS } @Persistent class Order implements Stored { }",
                "abstract class Entity implements PObject { } @Persistent class Order extends Entity BODIES }",
                "@Persistent class Entity implements PObject { } @Persistent class Order extends Entity BODIES }",
                "@Persistent class Entity BODIES } class Order extends Entity implements PObject { }",
            })
    void areCallbacksInAClassThatNamesPObject(String source) throws Exception {
        Sandbox sandbox = sandbox(source, "Order");
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo("Order.recover Order.resurrect");
    }

    @Test
    void followTheClassOfTheObject() throws Exception {
        Sandbox sandbox = sandbox("""
                @Persistent class Order BODIES int x; }
                class Plain extends Order { }
                @Persistent class Named extends Order implements PObject { int y; }
                @Persistent class Below extends Named { public void resurrect() { super.resurrect(); } }
                class Old BODIES }
                @Persistent class Young extends Old { }
                """, "Order", "Plain", "Named", "Below", "Young");
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.Order.recover() (Order.java:3): is a method" + NOT_CALLED,
                        "app.Order.resurrect() (Order.java:4): is a method" + NOT_CALLED,
                        "app.Young (Order.java): inherits recover(), a method" + NOT_CALLED,
                        "app.Young (Order.java): inherits resurrect(), a method" + NOT_CALLED);
        assertThat(sandbox.call("run")).isEqualTo("Below.recover Below.resurrect Named.recover Named.resurrect");
    }

    /** The class of another module that was transformed there has an interface that its source did not name. */
    @Test
    void knowWhatAClassOfAnotherModuleNames() throws Exception {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source("Base.java", "@Persistent public class Base { int x; }")
                .source("Named.java", "@Persistent public class Named implements PObject { int x; }")
                .compile();
        library.transform();
        Sandbox module = new Sandbox(folder.resolve("module"), library.classes())
                .source("One.java", "@Persistent class One extends Base { public void recover() { } }")
                .source("Two.java", "@Persistent class Two extends Named { public void recover() { } }")
                .compile();
        assertThat(module.warnings()).containsExactly("app.One.recover() (One.java:3): is a method" + NOT_CALLED);
    }

    /** All of them, as the program may have them: with other results, less access, or the same descriptor. */
    private static final String DOMAIN = """
            import java.util.*;
            @Persistent(fa = "non-private") class Order {
                int x = 1; transient List<String> log = new ArrayList<>();
                RECOVER { log.add("recover"); RETURN }
                void resurrect() { log.add("resurrect"); }
                boolean validate() { log.add("validate"); return x > 0; }
                protected void invalidate() { log.add("invalidate"); x = -x; }
                public boolean valid() { log.add("valid"); return x > 5; }
                String addr() { return "street " + x; }
                static void pwb() { }
                private void pfence() { log.add("pfence"); }
                public final void psync() { pfence(); log.add("psync"); }
                Heap heap() { log.add("heap"); return null; }
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"int recover()", "public void recover()", "void recover()", "String recover()"})
    void keepTheirMeaningForTheProgram(String recover) throws Exception {
        String returns = recover.contains("void") ? "" : recover.startsWith("int") ? "return 7;" : "return \"s\";";
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", DOMAIN.replace("RECOVER", recover).replace("RETURN", returns))
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order o = new Order();
                                o.recover(); o.resurrect(); o.validate(); o.invalidate(); o.valid(); Order.pwb(); o.psync(); o.heap();
                                heap.root().put("o", o);
                                heap.atomically(() -> { o.x = o.x + 3; });
                                return o.log + o.addr();
                            }
                            public static Object again(Heap heap) {
                                Order o = (Order) heap.root().get("o");
                                boolean untouched = o.log == null;
                                o.log = new java.util.ArrayList<>();
                                o.valid();
                                heap.root().remove("o");
                                JNVM.free(o);
                                return untouched + "" + o.log;
                            }
                        }
                        """);
        assertThat(sandbox.run())
                .isEqualTo("[recover, resurrect, validate, invalidate, valid, pfence, psync, heap]street 2");
        assertThat(sandbox.call("again")).isEqualTo("true[valid]");

        // what is compiled against the transformed class, as tests are, means the same methods
        sandbox.source("Test.java", """
                        public class Test {
                            static Object run(Order o) {
                                o.recover(); o.resurrect(); o.invalidate(); o.psync(); o.valid();
                                boolean valid = o.validate();
                                Heap heap = o.heap();
                                return o.addr() + valid + heap;
                            }
                        }
                        """).compileOnly("Test.java");
    }

    @Test
    void becomeBlocksAsOtherMethodsOfTheDomainDo() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Order.java", """
                        @Persistent(fa = "non-private") class Order {
                            int n;
                            @NotFailureAtomic Order() { }
                            public void recover() { n = 1; } public void validate() { n = 2; }
                        }
                        """)
                .source("Named.java", """
                        @Persistent(fa = "non-private") class Named implements PObject {
                            int n;
                            @NotFailureAtomic Named() { }
                            public void recover() { n = 1; } public void validate() { n = 2; }
                        }
                        """)
                .compile();
        assertThat(sandbox.transform().changes())
                .extracting(ClassChange::name, ClassChange::failureAtomicMethods)
                .containsExactly(
                        tuple("app.Named", List.of()), tuple("app.Order", List.of("recover()V", "validate()V")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Persistent class Order implements Checked { }",
                "interface More extends Checked { } @Persistent class Order implements More { }",
                "class Entity implements Checked { } @Persistent class Order extends Entity { }",
                "@Persistent class Entity { } @Persistent class Order extends Entity implements Checked { }",
            })
    void refuseABodyInAnInterfaceThatPObjectHasToo(String source) throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("Checked.java", "interface Checked { default void validate() { } }")
                .source("Order.java", source)
                .compile();
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage(
                        "app.Order (Order.java): inherits the body of validate() from interface app.Checked, and as a"
                                + " persistent class another one from org.jnvm.PObject; override validate() here");
    }

    @Test
    void takeTheBodyOfAnInterfaceWhereTheClassSaysSo() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Checked.java", """
                        interface Checked { default String validate(int n) { return "checked" + n; }
                            default boolean valid() { return true; } void recover(); }
                        """)
                .source("Order.java", """
                        @Persistent class Order implements Checked {
                            int x; public boolean valid() { return Checked.super.valid() && x == 0; }
                            public void recover() { x++; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Order o = new Order(); Checked c = o;
                                String s = o.validate(1) + c.valid();
                                c.recover();
                                return s + c.valid() + o.valid() + o.x;
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("checked1truefalsefalse1");
    }
}
