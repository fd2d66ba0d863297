package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.jnvm.NotTransformedException;
import org.jnvm.TransformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hierarchies in which annotated and plain classes follow each other in any order. */
class InterleavingTest {
    private static final String HIERARCHY = """
            abstract class Ground { int ground = 1; Ground() { } Ground(int g) { ground = g; } int ground() { return ground; } }
            @Persistent class First extends Ground { int first = 2; First(int f) { super(9); first = f; } int sum() { return first; } }
            class Between extends First {
                transient int seen = 5; transient String note = "set";
                Between(int f) { super(f + 1); seen += f; }
                int sum() { return super.sum() * 10 + seen; }
                String note() { return note; }
            }
            @Persistent class Last extends Between {
                long last;
                Last(int f) { super(f); last = f * 100L; }
                int sum() { return super.sum() + (int) last; }
            }
            class Leaf extends Last implements PObject {
                Leaf() { super(3); }
                public void resurrect() { seen = 1000; }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void keepsPersistentFieldsAndGivesVolatileOnesDefaults() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Ground.java", HIERARCHY).source("Scenario.java", """
                        public class Scenario {
                            static String say(First f) {
                                return f.getClass().getSimpleName() + " " + f.ground() + " " + f.sum()
                                    + (f instanceof Between b ? " " + b.seen + " " + b.note() : "") + "; ";
                            }
                            public static Object run(Heap heap) {
                                First[] all = { new First(7), new Between(3), new Last(4), new Leaf() };
                                String said = "";
                                for (int i = 0; i < all.length; i++) {
                                    heap.root().put("" + i, all[i]);
                                    said += say(all[i]);
                                }
                                return said;
                            }
                            public static Object again(Heap heap) {
                                String said = "";
                                for (int i = 0; i < 4; i++) said += say((First) heap.root().get("" + i));
                                return said;
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("First 9 7; Between 9 48 8 set; Last 9 459 9 set; Leaf 9 348 8 set; ");
        // Ground's constructor ran again, as it is above all persistent classes; no initialiser of Between did
        assertThat(sandbox.call("again"))
                .isEqualTo("First 1 7; Between 1 40 0 null; Last 1 450 0 null; Leaf 1 1340 1000 null; ");
    }

    @Test
    void warnsAboutFieldsThatOneMayTakeForPersistent() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("P.java", "@Persistent class P { }")
                .source("Q.java", "class Q extends P { int a; static int s; transient int t; Thread b; }")
                .source("R.java", "class R extends P { transient int t; }")
                .compile();
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.Q (Q.java): extends a persistent class but is not annotated, so these fields are volatile,"
                                + " and null or zero when a proxy is made anew: a, b; annotate it with @org.jnvm.Persistent,"
                                + " or mark them transient");
    }

    @Test
    void keepsObjectsOfTransientClassesInFields() throws Exception {
        Object result = new Sandbox(folder)
                .source("P.java", "@Persistent class P { int x = 1; Q q; int twice() { return 2 * x; } }")
                .source("Q.java", "class Q extends P { Q(int x) { this.x = x; } int twice() { return -x; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                P p = new P();
                                p.q = new Q(8);
                                heap.root().put("p", p);
                                return ((P) heap.root().get("p")).q.twice();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo(-8);
    }

    @Test
    void undoesAnnotatedMethodsOfTransientClasses() throws Exception {
        Object result = new Sandbox(folder)
                .source("P.java", """
                        @Persistent(fa = "non-private") class P {
                            int x = 1;
                            void add(int n) { x += n; if (n > 9) { throw new IllegalArgumentException(); } }
                        }
                        class Q extends P {
                            @FailureAtomic void add(int n) { super.add(1); super.add(n); }
                            void addAll(int n) { super.add(1); super.add(n); }
                        }
                        @Persistent(fa = "non-private") class R extends Q {
                            void add(int n) { try { super.add(n); } catch (IllegalArgumentException e) { x += 1000; } }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            static int tried(Runnable r, P p) { try { r.run(); } catch (IllegalArgumentException e) { } return p.x; }
                            public static Object run(Heap heap) {
                                Q q = new Q();
                                R r = new R();
                                return tried(() -> q.add(3), q) + " " + tried(() -> q.add(10), q) + " "
                                    + tried(() -> q.addAll(10), q) + " " + tried(() -> r.add(5), r) + " " + tried(() -> r.add(10), r);
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("5 5 6 7 1007");
    }

    @Test
    void crossesModules() throws Exception {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source(
                        "lib/First.java",
                        "package lib; @org.jnvm.Persistent public class First { protected int x = 4; }")
                .source("lib/Middle.java", """
                        package lib;
                        public abstract class Middle extends First {
                            protected transient int hits;
                            protected Middle(int x) { this.x = x; }
                            public int hit() { return ++hits + x; }
                        }
                        """)
                .compile();
        library.transform();
        Object result = new Sandbox(folder.resolve("program"), library.classes())
                .source("Own.java", "class Own extends lib.Middle { Own(int x) { super(x); } }")
                .source("Last.java", """
                        @Persistent class Last extends Own {
                            long y; Last link; Last(long y) { super(20); this.y = y; }
                            public int hit() { return super.hit() + (int) y; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Last l = new Last(300);
                                l.link = l;
                                l.hit();
                                return l.link.hit();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo(322);
    }

    @Test
    void refusesSuperclassesThatOtherModulesDidNotTransform() throws Exception {
        Sandbox base = new Sandbox(folder.resolve("base"))
                .source("lib/First.java", "package lib; @org.jnvm.Persistent public class First { }")
                .compile();
        base.transform();
        Sandbox library = new Sandbox(folder.resolve("library"), base.classes())
                .source("lib/Middle.java", "package lib; public class Middle extends First { }")
                .compile();
        Sandbox program = new Sandbox(folder.resolve("program"), base.classes(), library.classes())
                .source("Last.java", "@Persistent class Last extends lib.Middle { }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { return new lib.Middle(); }
                        }
                        """)
                .compile();
        assertThatThrownBy(program::transform)
                .isInstanceOf(TransformException.class)
                .hasMessage("app.Last (Last.java): superclass lib.Middle extends a persistent class but was not"
                        + " transformed; run the goal jnvm:transform where it is compiled");
        // it would come back from the heap as another class
        assertThatThrownBy(() -> program.call("run"))
                .isInstanceOf(NotTransformedException.class)
                .hasMessageContaining("class=lib.Middle;");
    }
}
