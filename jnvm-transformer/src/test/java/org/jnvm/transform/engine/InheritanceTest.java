package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hierarchies of persistent and transient classes, and their constructors. */
class InheritanceTest {
    @TempDir
    Path folder;

    @Test
    void keepsFieldsThatHideEachOtherApart() throws Exception {
        Object result = new Sandbox(folder)
                .source("A.java", """
                        @Persistent class A {
                            int x = 1; private long secret = 7; protected String name() { return "A" + x; }
                            int getX() { return x * 100; }
                            long secret() { return secret; }
                        }
                        """)
                .source("B.java", """
                        @Persistent class B extends A {
                            int x = 2; private long secret = 8;
                            int superX() { return super.x; }
                            void setBoth(int v) { this.x = v; super.x = v + 1; }
                            long own() { return secret; }
                        }
                        """)
                .source(
                        "C.java",
                        "@Persistent class C extends B { int x = 3; int sum() { return x + superX() + ((B) this).x; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                C c = new C();
                                String before = c.x + " " + ((B) c).x + " " + ((A) c).x + " " + c.superX() + " " + c.sum();
                                c.setBoth(20);
                                return before + " " + c.x + " " + ((B) c).x + " " + ((A) c).x + " " + c.name()
                                    + " " + c.secret() + c.own() + " " + c.getX();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("3 2 1 1 6 3 20 21 A21 78 2100");
    }

    @Test
    void allocatesOnceWhateverConstructorsCall() throws Exception {
        Object result = new Sandbox(folder)
                .source("Base.java", """
                        @Persistent abstract class Base {
                            final int a; long b;
                            Base(int a) { this.a = a; }
                            Base(int a, long b) { this(a); this.b = b; }
                            abstract int twice();
                        }
                        """)
                .source("Leaf.java", """
                        @Persistent class Leaf extends Base {
                            double d; Base link;
                            Leaf() { this(1, 2.0); }
                            Leaf(int a, double d) {
                                super(a > 0 ? Integer.parseInt(new StringBuilder("1").append(a).toString()) : -a, (long) d);
                                int local = a;
                                long other = local * 2L;
                                for (int i = 0; i < 3; i++) { local += i; }
                                this.d = local + other;
                            }
                            Leaf(Base link) { this(link.a, 4.0); this.link = link; }
                            int twice() { return 2 * a; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Leaf one = new Leaf();
                                Leaf two = new Leaf(one);
                                return one.a + " " + one.b + " " + one.d + " " + two.a + " " + two.b + " " + two.link.twice()
                                    + " " + two.link.equals(one) + " " + one.equals(two);
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("11 2 6.0 111 4 22 true false");
    }

    @Test
    void extendsTransientClasses() throws Exception {
        Object result = new Sandbox(folder)
                .source("lib/Plain.java", """
                        package lib;
                        public class Plain {
                            protected int seen = 5;
                            protected Plain() {}
                            public Plain(int seen) { this.seen = seen; }
                            public int seen() { return seen++; }
                        }
                        """)
                .source("lib/Shape.java", """
                        package lib;
                        @org.jnvm.Persistent public abstract class Shape extends Plain {
                            protected double area; protected int kind = 3;
                            protected Shape(int seen) { super(seen); }
                            public double area() { return area; }
                        }
                        """)
                .source("Square.java", """
                        @Persistent class Square extends lib.Shape {
                            double side;
                            Square(double side) { super(9); this.side = side; area = side * side; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Square s = new Square(3);
                                s.seen();
                                return s.area() + " " + s.seen() + " " + s.side;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("9.0 10 3.0");
    }

    @Test
    void extendsTransformedClassesOfAnotherModule() throws Exception {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source("lib/Node.java", """
                        package lib;
                        @org.jnvm.Persistent public class Node {
                            public Node next; protected int weight; private byte tag = 4;
                            public Node(int weight) { this.weight = weight; }
                            public int tag() { return tag; }
                        }
                        """)
                .compile();
        library.transform();
        Object result = new Sandbox(folder.resolve("program"), library.classes())
                .source("Tail.java", """
                        @Persistent class Tail extends lib.Node {
                            short s = 6; lib.Node held;
                            Tail() { super(30); setWeight(getWeight() + 1); held = this; }
                            int weight() { return ((Tail) getNext()).getWeight(); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Tail t = new Tail();
                                t.setNext(t);
                                return t.weight() + " " + t.tag() + " " + ((Tail) t.held).s;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("31 4 6");
    }

    @Test
    void leavesWhatConstructorsThrow() throws Exception {
        Object result = new Sandbox(folder)
                .source("Picky.java", """
                        @Persistent(fa = "non-private") class Picky {
                            int value;
                            Picky(int value) {
                                this.value = value;
                                if (value < 0) { throw new IllegalArgumentException("negative " + this.value); }
                                try { value = Integer.parseInt("x"); } catch (NumberFormatException e) { this.value++; }
                            }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                try { new Picky(-1); return "made"; }
                                catch (IllegalArgumentException e) { return e.getMessage() + " " + new Picky(1).value; }
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("negative -1 2");
    }

    @Test
    void keepsGenericsBridgesAndDefaultMethods() throws Exception {
        Object result = new Sandbox(folder)
                .source("Holder.java", """
                        interface Holder<T extends PObject> extends PObject {
                            T held();
                            default String twice() { return held() + "" + held(); }
                        }
                        """)
                .source("Item.java", """
                        @Persistent class Item implements PObject {
                            int i = 4;
                            public String toString() { return "i" + i; }
                        }
                        """)
                .source("Cell.java", """
                        @Persistent(fa = "non-private") class Cell<T extends PObject> implements Holder<T>, Comparable<Cell<T>> {
                            T value; Holder<T> other; long order;
                            Cell(T value, long order) { this.value = value; this.order = order; }
                            public T held() { return value; }
                            public int compareTo(Cell<T> that) { return Long.compare(order, that.order); }
                        }
                        """)
                .source("Scenario.java", """
                        import java.util.*;
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Cell<Item> one = new Cell<>(new Item(), 5);
                                Cell<Item> two = new Cell<>(one.value, 3);
                                two.other = one;
                                List<Cell<Item>> list = new ArrayList<>(List.of(one, two));
                                Collections.sort(list);
                                Holder<Item> first = list.get(0);
                                return first.twice() + two.other.held().i + list.get(0).order;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("i4i443");
    }
}
