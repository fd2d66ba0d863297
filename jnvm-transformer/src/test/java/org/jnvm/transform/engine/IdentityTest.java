package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.transform.TransformReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Transformed code sees one object, however many proxies there are. */
@Timeout(60)
class IdentityTest {
    @TempDir
    Path folder;

    private Sandbox nodes() throws Exception {
        return new Sandbox(folder).source("Node.java", """
                @Persistent class Node {
                    int n; Node next;
                    Node(int n) { this.n = n; }
                    boolean isMe(Node other) { return this == other; }
                    boolean isNot(Object other) { return other != this; }
                    synchronized int count(Node held) { notifyAll(); return Thread.holdsLock(held) ? ++n : -1; }
                    static synchronized int all() { return Thread.holdsLock(Node.class) ? 1 : 0; }
                }
                """);
    }

    @Test
    void comparesObjectsAndNotProxies() throws Exception {
        Object result = nodes().source("Scenario.java", """
                import java.util.function.*;
                public class Scenario {
                    static <T> String same(T a, Object b, Node c) {
                        String s = "";
                        s += a == b ? 1 : 0; s += a != b ? 1 : 0; s += c == b ? 1 : 0; s += null == c ? 1 : 0; s += b == c.next ? 1 : 0;
                        BiPredicate<Object, Object> p = (x, y) -> x == y;
                        return s + (p.test(a, c) ? 1 : 0) + (System.identityHashCode(a) == System.identityHashCode(c) ? 1 : 0);
                    }
                    public static Object run(Heap heap) {
                        Node one = new Node(1);
                        heap.root().put("one", one);
                        Node again = (Node) heap.root().get("one");
                        Node other = new Node(1);
                        one.next = one;
                        ToIntFunction<Object> hash = System::identityHashCode;
                        String s = same(one, again, one) + " " + same(one, other, one) + " " + one.isMe(again) + one.isNot(again)
                            + one.isMe(other) + one.isMe(null) + (hash.applyAsInt(one) == hash.applyAsInt(again)) + " ";
                        heap.free(again);
                        s += (one == again) + "" + (one == other) + (one.hashCode() == again.hashCode());
                        Node reused = new Node(1);
                        return s + (reused == one);
                    }
                }
                """).run();
        assertThat(result).isEqualTo("1010111 0100011 truefalsefalsefalsetrue truefalsetruefalse");
    }

    @Test
    void locksObjectsAndNotProxies() throws Exception {
        Object result = nodes().source("Scenario.java", """
                public class Scenario {
                    static Heap heap;
                    static Node node() { return (Node) heap.root().get("node"); }
                    public static Object run(Heap h) throws Exception {
                        heap = h;
                        heap.root().put("node", new Node(0));
                        Thread[] threads = new Thread[4];
                        for (int t = 0; t < threads.length; t++) {
                            boolean method = t % 2 == 0;
                            threads[t] = new Thread(() -> {
                                for (int i = 0; i < 20_000; i++) {
                                    if (method) { node().count(node()); continue; }
                                    Object lock = node();
                                    synchronized (lock) {
                                        try { if (i % 7 == 0) throw new IllegalStateException(); }
                                        catch (IllegalStateException e) { continue; }
                                        finally { node().n++; }
                                    }
                                }
                            });
                        }
                        for (Thread t : threads) t.start();
                        for (Thread t : threads) t.join();
                        return node().n + " " + Node.all() + " " + Thread.holdsLock(node());
                    }
                }
                """).run();
        assertThat(result).isEqualTo("80000 1 false");
    }

    @Test
    void waitsForObjectsAndNotProxies() throws Exception {
        Object result = nodes().source("Scenario.java", """
                import java.util.concurrent.*;
                public class Scenario {
                    static Heap heap;
                    static Node node() { return (Node) heap.root().get("node"); }
                    public static Object run(Heap h) throws Exception {
                        heap = h;
                        heap.root().put("node", new Node(0));
                        FutureTask<Void> answer = new FutureTask<>(() -> {
                            synchronized (node()) {
                                while (node().n != 1) node().wait();
                                node().wait(1);
                                node().wait(0, 1);
                                node().n = 2;
                                Runnable notify = node()::notifyAll;
                                notify.run();
                            }
                            return null;
                        });
                        new Thread(answer).start();
                        synchronized (node()) {
                            node().n = 1;
                            node().notify();
                            while (node().n != 2 && !answer.isDone()) node().wait(100);
                        }
                        answer.get();
                        String refused = "none";
                        try { node().notify(); } catch (IllegalMonitorStateException e) { refused = "refused"; }
                        return node().n + refused;
                    }
                }
                """).run();
        assertThat(result).isEqualTo("2refused");
    }

    @Test
    void keepsMonitorsOfFreedAndOfCanonicalObjects() throws Exception {
        Object result =
                nodes().source("Single.java", """
                        class Ground { synchronized boolean held(Object o) { return Thread.holdsLock(this) && Thread.holdsLock(o); } }
                        @Persistent class Single extends Ground { int x; synchronized boolean own() { return held(this); } }
                        """).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Node node = new Node(1);
                                heap.root().put("node", node);
                                Node again = (Node) heap.root().get("node");
                                String s = "";
                                synchronized (node) {
                                    heap.root().remove("node");
                                    heap.free(node);
                                    s += Thread.holdsLock(again) + " " + Thread.holdsLock(node);
                                }
                                Single single = new Single();
                                heap.root().put("single", single);
                                return s + " " + Thread.holdsLock(node) + " " + single.held(heap.root().get("single")) + single.own();
                            }
                        }
                        """).run();
        assertThat(result).isEqualTo("true true false truetrue");
    }

    @Test
    void givesSuperMethodsOfObjectTheirMeaning() throws Exception {
        Object result = new Sandbox(folder)
                .source("Key.java", """
                        class Ground {
                            public boolean equals(Object o) { return super.equals(o); }
                            public int hashCode() { return super.hashCode(); }
                        }
                        @Persistent class Key extends Ground {
                            int k;
                            public boolean equals(Object o) { return super.equals(o) || o instanceof Integer i && i == k; }
                            public int hashCode() { return super.hashCode() + 1; }
                        }
                        @Persistent class Own {
                            public boolean equals(Object o) { return super.equals(o); }
                            public int hashCode() { return super.hashCode() * 3; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                heap.root().put("key", new Key());
                                heap.root().put("own", new Own());
                                Object a = heap.root().get("key"), b = heap.root().get("key");
                                Object c = heap.root().get("own"), d = heap.root().get("own");
                                return a.equals(b) + "" + a.equals(0) + a.equals(c) + (a.hashCode() == b.hashCode())
                                    + c.equals(d) + c.equals(new Own()) + (c.hashCode() == d.hashCode());
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("truetruefalsetruetruefalsetrue");
    }

    @Test
    void leavesAloneWhatCannotBePersistent() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("P.java", "@Persistent class P { }")
                .source("Plain.java", """
                        class Plain {
                            enum Colour { RED }
                            static final class Closed { }
                            boolean values(String s, Integer i, Colour c, int[] a, Closed d, Class<?> k, P p) {
                                synchronized (d) { return s == "s" | i == (Object) 1 | c == Colour.RED | a == null | d == (Object) p | k == P.class; }
                            }
                            boolean objects(Object o, Runnable r, Plain p) { synchronized (o) { return o == r | p == this; } }
                        }
                        class Untouched { boolean both(String a, String b) { return a == b; } }
                        """)
                .compile();
        TransformReport report = sandbox.transform();
        assertThat(report.changedClasses()).containsExactly("app.P", "app.Plain");
        assertThat(calls(sandbox, "app.Plain")).isEqualTo(Map.of("objects same", 2, "objects monitor", 3));
    }

    @Test
    void warnsAboutClassesOfTheJdkThatCompareProxies() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("P.java", "@Persistent class P { }")
                .source("Single.java", "@Persistent class Single { transient int t; }")
                .source("Plain.java", """
                        import java.util.*;
                        import java.util.concurrent.atomic.*;
                        class Plain {
                            void keep(Map<Object, Object> m, IdentityHashMap<Object, Object> map, AtomicReference<P> ref, P p, Single s) {
                                m.put(p, s);
                                map.put(p, s);
                                map.put(s, 1);
                                ref.compareAndSet(null, p);
                                ref.set(p);
                            }
                        }
                        """)
                .compile();
        String remedy =
                "() compares proxies, of which an object of app.P can have several; use what goes by equals, or add"
                        + " a transient field to make the class canonical";
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.Plain.keep() (Plain.java:8): java.util.IdentityHashMap.put" + remedy,
                        "app.Plain.keep() (Plain.java:10): java.util.concurrent.atomic.AtomicReference.compareAndSet"
                                + remedy);
    }

    @Test
    void rewritesOnce() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source(
                        "P.java",
                        "@Persistent class P implements Cloneable { synchronized boolean m(P p) { return p == this; } }")
                .source("Plain.java", """
                        class Plain implements Cloneable {
                            Object copy(Object o) throws Exception { synchronized (o) { o.notify(); return o == this ? super.clone() : 0; } }
                            public int hashCode() { return super.hashCode(); }
                        }
                        """)
                .compile();
        assertThat(sandbox.transform().changedClasses()).containsExactly("app.P", "app.Plain");
        byte[] once = Files.readAllBytes(sandbox.classFile("app.Plain"));
        assertThat(sandbox.transform().changedClasses()).isEmpty();
        assertThat(sandbox.classFile("app.Plain")).hasBinaryContent(once);
    }

    private static Map<String, Integer> calls(Sandbox sandbox, String type) throws Exception {
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(sandbox.classFile(type))).accept(node, 0);
        Map<String, Integer> calls = new TreeMap<>();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode call && call.owner.equals("org/jnvm/runtime/Identity")) {
                    calls.merge(method.name + " " + call.name, 1, Integer::sum);
                }
            }
        }
        return calls;
    }
}
