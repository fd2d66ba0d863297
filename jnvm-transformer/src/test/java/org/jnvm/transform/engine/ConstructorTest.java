package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constructors: what they call, set, leak and throw. */
class ConstructorTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "(fa = \"non-private\")"})
    void givesBackWhatAThrowingConstructorAllocated(String annotation) throws Exception {
        Object result = new Sandbox(folder)
                .source("Classes.java", """
                        @Persistent class Base {
                            int x; String text;
                            Base(int x) { this.x = x; text = "t" + x; if (x == 1) throw new IllegalStateException("base"); }
                            Base() { this(5); if (text.length() == 2) throw new IllegalStateException("delegating"); }
                        }
                        class Between extends Base { Between(int x) { super(x); if (x == 2) throw new IllegalStateException("between"); } }
                        @Persistent class Sub extends Between {
                            transient long[] here = new long[1]; int y = make(x);
                            Sub(int x) { super(x); if (x == 4) { y = 1 / (x - 4); } }
                            static int make(int x) { if (x == 3) throw new IllegalStateException("initialiser"); return x; }
                        }
                        """.replace("@Persistent", "@Persistent" + annotation))
                .source("Scenario.java", """
                        public class Scenario {
                            static String tried(java.util.function.Supplier<Object> make) {
                                try { return make.get() + " "; } catch (RuntimeException e) { return e.getMessage() + e.getSuppressed().length + " "; }
                            }
                            static String all() {
                                return tried(() -> new Base(1)) + tried(Base::new) + tried(() -> new Sub(1)) + tried(() -> new Sub(2))
                                    + tried(() -> new Sub(3)) + tried(() -> new Sub(4));
                            }
                            public static Object run(Heap heap) {
                                String s = all();
                                for (int i = 0; i < 20_000; i++) { // six times as many blocks as the heap has
                                    all();
                                }
                                return s + new Sub(6).text;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("base0 delegating0 base0 between0 initialiser0 / by zero0 t6");
    }

    @Test
    void keepsWhatItGaveAway() throws Exception {
        Object result = new Sandbox(folder)
                .source("Leaky.java", """
                        @Persistent class Leaky {
                            int x; Leaky last;
                            Leaky() { x = 1; }
                            Leaky(Leaky into, boolean fails) {
                                x = 7; into.last = this;
                                if (fails) throw new IllegalStateException();
                                x = 8;
                            }
                            Leaky(java.util.List<Leaky> into) { into.add(this); throw new IllegalStateException(); }
                        }
                        """)
                .source("Scenario.java", """
                        import java.util.*;
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Leaky root = new Leaky();
                                heap.root().put("root", root);
                                try { new Leaky(root, true); } catch (IllegalStateException e) { }
                                String s = root.last.x + " ";
                                s += new Leaky(root, false) == root.last ? root.last.x : "another";
                                List<Leaky> leaked = new ArrayList<>();
                                try { new Leaky(leaked); } catch (IllegalStateException e) { }
                                return s + " " + leaked.get(0).x++ + leaked.get(0).x;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("7 8 01");
    }

    @Test
    void givesBackInsideABlockOfTheCaller() throws Exception {
        Object result = new Sandbox(folder)
                .source("Classes.java", """
                        @Persistent(fa = "non-private") class Item { Item(int n) { if (n > 0) throw new IllegalStateException(); } }
                        @Persistent class More extends Item { More(int n) { super(n - 1); if (n > 0) throw new IllegalStateException(); } }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                int[] failed = new int[1];
                                for (int block = 0; block < 100; block++) {
                                    heap.atomically(() -> {
                                        for (int i = 0; i < 500; i++) {
                                            try { new More(1 + i % 2); } catch (IllegalStateException e) { failed[0]++; }
                                        }
                                    });
                                }
                                return failed[0] + " " + heap.check().isSound();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("50000 true");
    }

    @Test
    void runsInitialisersInOrder() throws Exception {
        Object result = new Sandbox(folder)
                .source("Classes.java", """
                        import java.util.*;
                        @Persistent class Base {
                            static List<String> log = new ArrayList<>();
                            final int id = next(); int a = 3; { a *= 2; log.add("base init " + a); }
                            static int next() { return log.size() + 100; }
                            Base() { this(1); a++; log.add("base() " + a); }
                            Base(int n) { a += n; log.add("base(int) " + a + overridden()); }
                            int overridden() { return 0; }
                        }
                        @Persistent class Sub extends Base {
                            int b = 10; final String name; Long boxed = 1L; transient int t = 4;
                            { b += a; t++; log.add("sub init " + b); }
                            Sub() { super(); name = "sub"; boxed += b; log.add("sub() " + boxed + name + t); }
                            int overridden() { return b + (name == null ? 1000 : 0); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario { public static Object run(Heap heap) { new Sub(); return new Sub().id + Base.log.toString(); } }
                        """)
                .run();
        String once = "base init 6, base(int) 71000, base() 8, sub init 18, sub() 19sub5";
        assertThat(result).isEqualTo("105[" + once + ", " + once + "]");
    }
}
