package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.TransformException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Classes that code names and that are nowhere when it is transformed, as an optional dependency is not: what was
 * right before is right after. The JVM verifies the results, since the tests load them.
 */
class MissingClassTest {
    @TempDir
    Path folder;

    private Path library;

    @BeforeEach
    void compileLibrary() throws IOException {
        Sandbox sandbox = new Sandbox(folder.resolve("library"))
                .source("lib/Api.java", "package lib; public interface Api { int n(); }")
                .source("lib/Base.java", """
                        package lib;
                        public class Base implements Api {
                            public int n() { return 1; }
                            public static Base id(Base b) { return b; }
                            public static int sum(Base... all) { int s = 0; for (Base b : all) s += b.n(); return s; }
                        }
                        """)
                .source("lib/One.java", "package lib; public class One extends Base { public int n() { return 10; } }")
                .source("lib/Two.java", "package lib; public class Two extends Base { public int n() { return 20; } }")
                .source("lib/Fault.java", """
                        package lib;
                        public class Fault extends RuntimeException { public int code() { return 100; } }
                        """)
                .source("lib/Worse.java", """
                        package lib;
                        public class Worse extends Fault { public int code() { return 200; } }
                        """)
                .compile();
        library = sandbox.classes();
    }

    /** Everything that code does with types that its frames name, in methods which the transformer wraps. */
    private static final String MODEL = """
            import lib.*;
            import java.util.*;
            import java.util.function.*;
            @Persistent(fa = "non-private") class Model {
                int x;
                @NotFailureAtomic Model() { }
                Model(Base b) { if (b == null) b = new One(); x = Base.id(b).n(); }
                Base assigned(Base b) { if (b == null) b = new Two(); return Base.id(b); }
                synchronized Base locked(boolean two) { Base b = two ? new Two() : new One(); x += b.n(); return b; }
                int ternary(int n) { x++; return Base.id(n > 2 ? new One() : n > 1 ? new Two() : new Base()).n(); }
                int loop(int n) {
                    Base last = null;
                    long sum = 0;
                    for (int i = 0; i < n; i++) {
                        Base next = i % 2 == 0 ? new One() : new Two();
                        if (last != null && last.n() > next.n()) { sum += Base.id(last).n(); continue; }
                        sum += next.n();
                        last = next;
                    }
                    x += (int) sum;
                    return (int) sum;
                }
                int caught(int n) {
                    try {
                        x = n;
                        if (n > 1) throw new Worse();
                        if (n > 0) throw new Fault();
                        return 0;
                    } catch (Worse e) {
                        return e.code() + 1;
                    } catch (Fault e) {
                        return e.code() + 2;
                    } finally {
                        x++;
                    }
                }
                int either(int n) {
                    try { return caught(n); } catch (Worse | IllegalStateException e) { return x + e.hashCode(); }
                }
                Supplier<Base> lambda(Base b) {
                    Base kept = b == null ? new One() : b;
                    return () -> x > 0 ? kept : new Two();
                }
                Function<Api, Integer> reference() { return Api::n; }
                int generic(List<? extends Base> list) {
                    Base max = null;
                    for (Base b : list) { if (max == null || b.n() > max.n()) max = b; }
                    return max == null ? 0 : max.n();
                }
                @SuppressWarnings("unchecked") <T extends Base & Comparable<T>> T cast(Object o) { return (T) o; }
                int arrays(int n) {
                    Base[] all = n > 1 ? new Two[n] : new One[n];
                    for (int i = 0; i < all.length; i++) all[i] = n > 1 ? new Two() : new One();
                    Base[][] nested = { all, n > 2 ? new One[0] : all };
                    return Base.sum(nested[0]) + nested[1].length + Base.sum(all.clone());
                }
                int api(int n) { Api a = n > 1 ? new Two() : n > 0 ? new Base() : () -> 7; return a.n(); }
                int patterns(Object o) {
                    if (o instanceof Two t && t.n() > 5) return t.n() + 1;
                    if (!(o instanceof Base b)) return -1;
                    x = b.n();
                    return b.n() + 2;
                }
                int switches(String s) {
                    Base b = switch (s) { case "one" -> new One(); case "two" -> new Two(); default -> null; };
                    return b == null ? x : Base.id(b).n();
                }
                boolean same(Base a, Base b) { Base c = a == null ? new One() : a; return c == b; }
            }
            """;

    private static final String SCENARIO = """
            import lib.*;
            import java.util.*;
            public class Scenario {
                public static Object run(Heap heap) {
                    Model m = new Model((Base) null);
                    String s = m.x + " " + m.assigned(null).n() + " " + m.assigned(new Base()).n();
                    s += " " + m.locked(true).n() + m.locked(false).n();
                    s += " " + m.ternary(3) + m.ternary(2) + m.ternary(1) + " " + m.loop(5);
                    s += " " + m.caught(0) + "," + m.caught(1) + "," + m.caught(2) + " " + m.either(1);
                    s += " " + m.lambda(null).get().n() + " " + m.reference().apply(new Two());
                    s += " " + m.generic(List.of(new One(), new Two(), new One())) + " " + m.arrays(1) + "," + m.arrays(3);
                    s += " " + m.api(0) + m.api(1) + m.api(2);
                    s += " " + m.patterns(new Two()) + m.patterns(new One()) + m.patterns("");
                    s += " " + m.switches("one") + m.switches("two") + m.same(null, null);
                    return s + " " + m.<Both>cast(new Both()).n();
                }
                static class Both extends Base implements Comparable<Both> { public int compareTo(Both b) { return 0; } }
            }
            """;

    private Sandbox program() throws IOException {
        return new Sandbox(folder.resolve("program"), library)
                .source("Model.java", MODEL)
                .source("Scenario.java", SCENARIO);
    }

    /** The same module without the library. */
    private Sandbox alone() {
        return new Sandbox(folder.resolve("program"));
    }

    @Test
    void keepsCodeRightWhicheverClassesAreMissing() throws Exception {
        Sandbox program = program();
        Object expected = program.run();
        program.compile();
        List<String> names = List.of("Api", "Base", "One", "Two", "Fault", "Worse");
        for (int missing = 1; missing < 1 << names.size(); missing++) {
            Path partial = folder.resolve("partial" + missing);
            Files.createDirectories(partial.resolve("lib"));
            for (int i = 0; i < names.size(); i++) {
                if ((missing & 1 << i) == 0) {
                    Path file = Path.of("lib", names.get(i) + ".class");
                    Files.copy(library.resolve(file), partial.resolve(file));
                }
            }
            Path copy = copyOf(program.classes(), folder.resolve("classes" + missing));
            new Sandbox(folder.resolve("program"), partial).withClasses(copy).transform();
            assertThat(program.withClasses(copy).call("run"))
                    .as("missing=%d of %s", missing, names)
                    .isEqualTo(expected);
        }
    }

    private static Path copyOf(Path classes, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(classes.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return copy;
    }

    @Test
    void rewritesAccessesInCodeWhoseClassesAreMissing() throws Exception {
        Sandbox program = new Sandbox(folder.resolve("program"), library)
                .source("Counter.java", "@Persistent class Counter { int n; Counter next; }")
                .source("Scenario.java", """
                        import lib.*;
                        public class Scenario {
                            public static Object run(Heap heap) { return count(new Counter(), 5); }
                            static int count(Counter c, int n) {
                                Base b = null;
                                for (int i = 0; i < n; i++) {
                                    b = i % 2 == 0 ? new One() : new Two();
                                    c.n += Base.id(b).n();
                                    if (c.next == c) { break; }
                                }
                                try { if (c.n > 0) throw new Fault(); } catch (Fault f) { c.n += f.code(); }
                                return c.n + Base.id(b).n();
                            }
                        }
                        """)
                .compile();
        alone().transform();
        assertThat(program.call("run")).isEqualTo(10 + 20 + 10 + 20 + 10 + 100 + 10);
    }

    @Test
    void runsWithoutClassesThatAreMissingThenTooIfNoneIsUsed() throws Exception {
        new Sandbox(folder.resolve("program"), library)
                .source("Model.java", """
                        import lib.*;
                        @Persistent(fa = "non-private") class Model {
                            int x;
                            int optional(boolean use) {
                                Base b = null;
                                for (int i = 0; i < 2; i++) { if (use) b = new Base(); else x++; }
                                return b == null ? x : b.n();
                            }
                            synchronized Base[] arrays(Base[] all, int n) { return n > x ? all : new Base[n]; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Model m = new Model();
                                String s = m.optional(false) + " ";
                                try { return s + m.optional(true); } catch (NoClassDefFoundError e) { return s + e.getMessage(); }
                            }
                        }
                        """)
                .compile();
        alone().transform();
        assertThat(alone().call("run")).isEqualTo("2 lib/Base");
    }

    @Test
    void keepsInterfacesThatAreMissing() throws Exception {
        Sandbox program = new Sandbox(folder.resolve("program"), library)
                .source("Model.java", """
                        @Persistent(fa = "non-private") class Model implements lib.Api {
                            int x = 3;
                            public int n() { return x; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                lib.Api api = new Model();
                                return api.n() + " " + api.equals(api) + " " + (api == api);
                            }
                        }
                        """)
                .compile();
        alone().transform();
        assertThat(program.call("run")).isEqualTo("3 true true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lib.Base", "Half", "Quarter"})
    void refusesSuperclassesThatAreMissing(String superclass) throws Exception {
        new Sandbox(folder.resolve("program"), library)
                .source("Half.java", "class Half extends lib.Base { }")
                .source("Quarter.java", "class Quarter extends Half { }")
                .source("Order.java", "@Persistent class Order extends " + superclass + " { int x; }")
                .compile();
        assertThatThrownBy(() -> alone().transform())
                .isInstanceOf(TransformException.class)
                .hasMessage("app.Order (Order.java): superclass lib.Base is not on the class path; add the dependency"
                        + " that has it");
    }
}
