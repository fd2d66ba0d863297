package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clone()} of persistent objects makes new ones. */
class CloneTest {
    @TempDir
    Path folder;

    @Test
    void copiesFieldsAndWhatTheyOwn() throws Exception {
        Object result = new Sandbox(folder)
                .source("All.java", """
                        @Persistent class All implements Cloneable {
                            enum Colour { RED, BLUE }
                            boolean z = true; byte b = 1; short s = 2; char c = 'c'; int i = 3; long j = 4; float f = 5; double d = 6;
                            String text = "text"; Long boxed = 7L; Double real = null; Integer small = 8; Colour colour = Colour.BLUE;
                            All link; transient Object[] here = { "volatile" };
                            LONGS
                            public All clone() { try { return (All) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
                            String say() { return "" + z + b + s + c + i + j + f + d + text + boxed + real + small + colour + (link == this) + here[0] + l39; }
                        }
                        """.replace("LONGS", longs()))
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                All one = new All();
                                one.link = one;
                                one.l39 = 99;
                                heap.root().put("one", one);
                                All two = one.clone();
                                one.text = "changed"; one.boxed = 70L; one.l39 = 0; one.link = null; one.z = false;
                                String s = two.say() + " " + (two == one) + (two.link == one) + (two.here == one.here) + " ";
                                two.link = null;
                                heap.free(one);
                                heap.root().put("one", two);
                                try { one.clone(); } catch (StaleObjectException e) { s += "refused "; }
                                return s + ((All) heap.root().get("one")).text + two.boxed + heap.check().isSound();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("true12c345.06.0text7null8BLUEfalsevolatile99 falsetruetrue refused text7true");
    }

    private static String longs() {
        StringBuilder longs = new StringBuilder("long ");
        for (int i = 0; i < 39; i++) {
            longs.append('l').append(i).append(", ");
        }
        return longs.append("l39;").toString();
    }

    @Test
    void worksWhereverCloneIsDeclared() throws Exception {
        Object result = new Sandbox(folder)
                .source("Classes.java", """
                        class Ground implements Cloneable {
                            int g = 1;
                            Ground copy() { try { return (Ground) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
                        }
                        @Persistent class OnGround extends Ground { int x = 2; }
                        @Persistent class Bare implements Cloneable {
                            int x = 3;
                            Bare copy() throws CloneNotSupportedException { return (Bare) clone(); }
                        }
                        @Persistent class Base { int x = 4; }
                        @Persistent class Sub extends Base implements Cloneable {
                            int y = 5;
                            Object copy() throws CloneNotSupportedException { return super.clone(); }
                        }
                        @Persistent class Never {
                            Object copy() throws CloneNotSupportedException { return super.clone(); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) throws Exception {
                                OnGround a = new OnGround(), b = (OnGround) a.copy();
                                b.x = 20; b.g = 10;
                                Bare c = new Bare(), d = c.copy();
                                d.x = 30;
                                Sub e = new Sub(), f = (Sub) e.copy();
                                f.y = 50;
                                String s = "" + a.x + a.g + b.x + b.g + " " + c.x + d.x + " " + e.x + e.y + f.x + f.y + " ";
                                try { new Never().copy(); } catch (CloneNotSupportedException x) { s += "never"; }
                                return s;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("212010 330 45450 never");
    }

    @Test
    void isUndoneWithItsBlockAndLeavesNothingWhenItFails() throws Exception {
        Object result = new Sandbox(folder)
                .source("Text.java", """
                        @Persistent(fa = "non-private") class Text implements Cloneable {
                            String text; Text copy;
                            @NotFailureAtomic Text(String t) { text = t; }
                            void keep(boolean fail) throws Exception {
                                text += "!";
                                copy = (Text) super.clone();
                                if (fail) throw new IllegalStateException(copy.text);
                            }
                            @NotFailureAtomic Text again() throws Exception { return (Text) super.clone(); }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) throws Exception {
                                Text t = new Text("t");
                                heap.root().put("t", t);
                                String s = "";
                                try { t.keep(true); } catch (IllegalStateException e) { s += e.getMessage() + t.text + t.copy; }
                                t.keep(false);
                                s += " " + t.text + t.copy.text + (t.copy.copy == null) + " ";
                                Text big = new Text("x".repeat(1_500_000));
                                heap.root().put("big", big);
                                long used = heap.stats().usedBlocks();
                                int failed = 0;
                                for (int i = 0; i < 50; i++) {
                                    try { heap.root().put("copy" + i, big.again()); } catch (HeapFullException e) { failed++; }
                                }
                                return s + (failed > 0) + heap.check().isSound();
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("t!tnull t!t!true truetrue");
    }
}
