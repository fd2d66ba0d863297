package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses to persistent fields follow wherever they stand. */
class FieldAccessTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"8", "11", "17"})
    void followsLambdasAndNestedClasses(String release) throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Outer.java", """
                        import java.util.function.*;
                        @Persistent(fa = "non-private") class Outer {
                            private int hidden = 1; private Inner inner;
                            Outer() { inner = new Inner(); inner.depth = 9; }
                            long viaLambda(int n) {
                                IntUnaryOperator add = k -> { hidden += k; return hidden; };
                                Supplier<Inner> get = this::inner;
                                Runnable twice = () -> { Runnable deeper = () -> hidden *= 2; deeper.run(); };
                                twice.run();
                                return add.applyAsInt(n) + get.get().depth;
                            }
                            private Inner inner() { return inner; }
                            long viaAnonymous() {
                                return new Object() { long read() { return hidden + inner.depth; } }.read();
                            }
                            @Persistent static class Inner {
                                private long depth;
                                long peek(Outer o) { return o.hidden + depth++; }
                            }
                            static class Volatile { int read(Outer o) { return o.hidden--; } }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Outer o = new Outer();
                                return o.viaLambda(3) + " " + o.viaAnonymous() + " " + new Outer.Inner().peek(o)
                                    + " " + new Outer.Volatile().read(o) + " " + o.viaAnonymous();
                            }
                        }
                        """)
                .compile("-source", release, "-target", release, "-nowarn");
        sandbox.transform();
        assertThat(sandbox.call("run")).isEqualTo("14 14 5 5 13");
    }

    @Test
    void followsEveryControlFlow() throws Exception {
        Object result = new Sandbox(folder)
                .source("Node.java", """
                        @Persistent class Node {
                            int key; Node left, right;
                            Node(int key) { this.key = key; }
                            void add(int k) {
                                if (k < key) { if (left == null) left = new Node(k); else left.add(k); }
                                else { if (right == null) right = new Node(k); else right.add(k); }
                            }
                            Node find(int k) {
                                Node n = this;
                                while (n != null && n.key != k) { n = k < n.key ? n.left : n.right; }
                                return n;
                            }
                            int depth() {
                                int l = left == null ? 0 : left.depth(), r = right == null ? 0 : right.depth();
                                return 1 + (l > r ? l : r);
                            }
                        }
                        """)
                .source("Scenario.java", """
                        import java.util.*;
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Node root = new Node(50);
                                for (int k : new int[] {30, 70, 20, 40, 60, 80, 10}) root.add(k);
                                Object o = root;
                                String kind = switch (root.find(20).key) {
                                    case 20 -> o instanceof Node n ? "n" + n.key : "?";
                                    default -> "x";
                                };
                                return root.depth() + " " + root.find(40).key + " " + root.find(41) + " " + kind;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("4 40 null n50");
    }
}
