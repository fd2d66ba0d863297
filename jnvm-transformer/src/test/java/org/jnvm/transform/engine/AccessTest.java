package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jnvm.transform.TransformReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields of each access from wherever they may be accessed, and their accessors from nowhere else. */
class AccessTest {
    @TempDir
    Path folder;

    /** In class files of version 8, nested classes reach private members by methods that javac adds. */
    @ParameterizedTest
    @ValueSource(strings = {"8", "11", "17"})
    void reachesPrivateFieldsOfNestMates(String release) throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Outer.java", """
                        import java.util.function.*;
                        @Persistent class Outer {
                            private int x = 1; private String s = "s"; private Inner inner; private final int f;
                            Outer(int f) { this.f = f; inner = new Inner(); inner.x = 10; inner.deep = new Inner.Deep(); }
                            @Persistent static class Inner {
                                private int x = 2; private Deep deep;
                                int outer(Outer o) { return ++o.x + o.f + (int) o.inner.deep.x++ + x; }
                                @Persistent static class Deep {
                                    private long x = 100;
                                    IntSupplier lambda(Outer o, Inner i) { return () -> o.x++ + (i.x += 5) + (int) x; }
                                    private int getX() { return -1; }
                                }
                                class Volatile { int read() { return x-- + (int) deep.x + deep.getX(); } }
                            }
                            @Persistent static class Sub extends Outer {
                                private int x = 50; private String s = "sub";
                                Sub() { super(7); }
                                String both() { return x + s + ((Outer) this).x + super.s + ((Outer) this).inner.x; }
                            }
                            static class Plain {
                                String all(Sub s) { s.x *= 2; ((Outer) s).x *= 3; ((Outer) s).s += "!"; return s.both() + s.s; }
                            }
                            interface Reads { int of(Outer o); }
                            String everything() {
                                Reads reads = new Reads() { public int of(Outer o) { return o.x += 1000; } };
                                Function<Outer, String> more = o -> o.s += o.inner.deep.x;
                                return reads.of(this) + more.apply(this) + new Object() { int get() { return x + inner.x; } }.get();
                            }
                        }
                        """).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Outer o = new Outer(3);
                                Outer.Inner i = new Outer.Inner();
                                Outer.Inner.Deep d = new Outer.Inner.Deep();
                                String s = i.outer(o) + " " + d.lambda(o, i).getAsInt() + " " + o.everything();
                                return s + " " + new Outer.Plain().all(new Outer.Sub());
                            }
                        }
                        """);
        assertSame(sandbox.compile("-source", release, "-target", release, "-nowarn"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "11", "17"})
    void reachesProtectedFieldsFromOtherPackages(String release) throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("lib/Base.java", """
                        package lib;
                        @org.jnvm.Persistent public class Base {
                            protected int x = 1; protected String s = "s"; int y = 4; private int z = 5; public Base next;
                            public int own() { return x * 10 + y + z; }
                        }
                        """)
                .source("lib/Neighbour.java", """
                        package lib;
                        public class Neighbour { public static int all(Base b) { return b.x++ + b.y++; } }
                        """)
                .source("Sub.java", """
                        import java.util.function.*;
                        @Persistent class Sub extends lib.Base {
                            int y = 40; private int z = 50; int getX() { return 77; }
                            int inLambda(Sub other) { IntSupplier r = () -> { other.x += 2; x += other.x; return x; }; return r.getAsInt(); }
                            class Inner { int read() { return ++x + s.length() + Sub.this.x; } }
                            static class Nested { int read(Sub s) { return s.x-- + s.z++; } }
                            int viaReference() { Supplier<String> r = this::s; return r.get().length(); }
                            private String s() { return s; }
                            String all() { next = new Plain(); next.next = this; return inLambda(this) + " " + new Inner().read() + viaReference() + y + z; }
                        }
                        """)
                .source("Plain.java", """
                        class Plain extends lib.Base { int twice() { return (x += x) + new Object() { int get() { return x; } }.get(); } }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Sub s = new Sub();
                                String all = s.all() + " " + new Sub.Nested().read(s) + " " + s.own() + " " + s.getX();
                                return all + " " + lib.Neighbour.all(s) + " " + s.own() + " " + new Plain().twice() + " " + s.next.next.own();
                            }
                        }
                        """);
        assertSame(sandbox.compile("-source", release, "-target", release, "-nowarn"));
    }

    /** The JVM finds private methods of superclasses where it looks for a default method. */
    @ParameterizedTest
    @ValueSource(strings = {"8", "17"})
    void privateAccessorsHideNoDefaultMethods(String release) throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source(
                        "Named.java",
                        "interface Named { default int getSize() { return 1; } default void setName(String s) { } }")
                .source("Renamed.java", "interface Renamed extends Named { default int getSize() { return 2; } }")
                .source("P.java", """
                        @Persistent class P {
                            private int size = 10; private String name = "p"; private long count = 3;
                            String state() { return size + name + count; }
                        }
                        """)
                .source("Q.java", "@Persistent class Q extends P implements Named { int getCount() { return 30; } }")
                .source(
                        "R.java",
                        "@Persistent class R extends Q { private int size = 11; int mine() { return size; } }")
                .source("T.java", "class T extends Q implements Renamed { }")
                .source("U.java", "@Persistent class U extends P implements Named, Renamed { }")
                .source("V.java", "class V extends T { public int getSize() { return super.getSize() * 5; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            static String all(Q q) { q.setName("x"); Named n = q; return q.getSize() + " " + n.getSize() + q.state() + q.getCount() + "; "; }
                            public static Object run(Heap heap) {
                                U u = new U();
                                u.setName("y");
                                return all(new Q()) + all(new R()) + new R().mine() + all(new T()) + all(new V()) + u.getSize() + u.state();
                            }
                        }
                        """);
        assertSame(sandbox.compile("-source", release, "-target", release, "-nowarn"));
    }

    private static void assertSame(Sandbox sandbox) throws Exception {
        Object expected = sandbox.call("run");
        TransformReport report = sandbox.transform();
        assertThat(report.persistentClasses()).isNotEmpty();
        assertThat(sandbox.call("run")).isEqualTo(expected);
    }

    /** What other modules, and the tests of this one, compile against. */
    @Test
    void compilersSeeWhatIsNotPrivate() throws Exception {
        Sandbox library =
                new Sandbox(folder.resolve("library")).source("Node.java", """
                        @Persistent public class Node {
                            public int a = 1; protected int b = 2; int c = 3; private int d = 4; Node next;
                            String state() { return "" + a + b + c + d; }
                        }
                        """).compile();
        library.transform();
        Sandbox program = new Sandbox(folder.resolve("program"), library.classes())
                .source("Other.java", """
                        @Persistent class Other extends Node {
                            int e = 5;
                            void all() { setA(getA() + 10); setB(getB() + 10); setC(getC() + 10); }
                            @Override protected void setB(int b) { super.setB(b + e); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Other o = new Other();
                                o.all();
                                o.updateNext(o);
                                o.getNext().setC(o.getNext().getC() + 1);
                                o.pwbC();
                                return o.state();
                            }
                        }
                        """);
        assertThat(program.run()).isEqualTo("1117144");
        program.source("Reads.java", "class Reads { int d(Node n) { return n.getD(); } }");
        assertThatThrownBy(program::compile)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("getD")
                .hasMessageContaining("cannot find symbol");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "17"})
    void nothingOfAPrivateFieldIsPublic(String release) throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Order.java", """
                        @Persistent public class Order { private int x; private String s; private Order next; private final long f = 1; private Long box; }
                        """);
        sandbox.compile("-source", release, "-target", release, "-nowarn");
        sandbox.transform();
        try (URLClassLoader loader = sandbox.loader()) {
            List<Method> methods = Arrays.stream(loader.loadClass("app.Order").getDeclaredMethods())
                    .filter(method -> method.getName().matches("(\\$jnvm\\$)?(get|set|pwb|update|replace).+"))
                    .toList();
            assertThat(methods).hasSize(2 * 5 + 5 + 4 + 5 + 2 * 2).allMatch(Method::isSynthetic);
            for (Method method : methods) {
                boolean named = !method.getName().startsWith("$jnvm$");
                boolean isPrivate = Modifier.isPrivate(method.getModifiers());
                boolean ofNestMates =
                        release.equals("8") && !named && !method.getName().equals("$jnvm$set0$f");
                assertThat(isPrivate).as(method.toString()).isEqualTo(!ofNestMates);
                assertThat(method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED))
                        .as(method.toString())
                        .isZero();
            }
        }
    }
}
