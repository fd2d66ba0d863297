package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Persistent fields of each type and place keep what is written to them, and leave the class. */
class FieldTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "boolean, true, false",
        "byte, (byte) -7, Byte.MAX_VALUE",
        "short, (short) -700, Short.MIN_VALUE",
        "char, (char) 120, Character.MAX_VALUE",
        "int, 42, Integer.MIN_VALUE",
        "float, 1.5f, Float.NEGATIVE_INFINITY",
        "long, -1L, Long.MIN_VALUE",
        "double, 0.1, Double.MAX_VALUE"
    })
    void keepsPrimitiveValues(String type, String first, String second) throws Exception {
        Object result = new Sandbox(folder)
                .source(
                        "Box.java",
                        "@Persistent class Box { TYPE value = FIRST; }"
                                .replace("TYPE", type)
                                .replace("FIRST", first))
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Box box = new Box();
                                heap.root().put("box", box);
                                Box again = (Box) heap.root().get("box");
                                boolean kept = box.value == FIRST && again.value == FIRST;
                                box.value = SECOND;
                                return kept && again.value == SECOND;
                            }
                        }
                        """.replace("FIRST", first).replace("SECOND", second))
                .run();
        assertThat(result).isEqualTo(true);
    }

    /** As a damaged heap can: a cast that failed would say neither which object nor which file. */
    @Test
    void aReferenceToAnObjectOfAnotherClassIsRefused() throws Exception {
        Object result = new Sandbox(folder)
                .source("Cell.java", "@Persistent class Cell { Cell next; }")
                .source("Other.java", "@Persistent class Other { int x; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Object cell = new Cell();
                                org.jnvm.runtime.FieldAccess.setRef((org.jnvm.spi.Proxy) cell, 8, new Other());
                                try {
                                    return ((Cell) cell).next;
                                } catch (ClassMismatchException e) {
                                    return e.getMessage();
                                }
                            }
                        }
                        """)
                .run();
        assertThat((String) result)
                .contains(
                        "heap=" + folder.resolve("test.heap"), "object=Cell@", "leads to=Other@", "expected=app.Cell");
    }

    @Test
    void keepsAllTypesSideBySide() throws Exception {
        Object result = new Sandbox(folder)
                .source("All.java", """
                        @Persistent class All {
                            byte b; long l; boolean z; double d; short s; float f; char c; int i; All next;
                            All(int n) { b = (byte) n; l = n; z = true; d = n; s = (short) n; f = n; c = (char) n; i = n; }
                            double sum() { return b + l + (z ? 1 : 0) + d + s + f + c + i; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                All one = new All(3);
                                one.next = new All(5);
                                one.next.next = one;
                                boolean empty = new All(0).next == null;
                                return one.sum() + " " + one.next.sum() + " " + one.next.next.equals(one) + " " + empty;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("22.0 36.0 true true");
    }

    @Test
    void keepsFieldsOfSeveralBlocks() throws Exception {
        StringBuilder fields = new StringBuilder();
        StringBuilder sum = new StringBuilder("0");
        for (int i = 0; i < 70; i++) {
            fields.append("long f")
                    .append(i)
                    .append(" = ")
                    .append(1L << i % 60)
                    .append("L + ")
                    .append(i)
                    .append(";\n");
            sum.append(" + ").append(i + 1).append(" * f").append(i);
        }
        long expected = 0;
        for (int i = 0; i < 70; i++) {
            expected += (i + 1) * ((1L << i % 60) + i);
        }
        Object result = new Sandbox(folder)
                .source("Large.java", "@Persistent class Large {" + fields + " long sum() { return " + sum + "; } }")
                .source("Larger.java", """
                        @Persistent class Larger extends Large {
                            boolean flag; Larger other; double d;
                            Larger(double d) { this.d = d; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Larger l = new Larger(2.5);
                                l.other = new Larger(3.5);
                                l.other.flag = true;
                                heap.root().put("l", l);
                                Larger again = (Larger) heap.root().get("l");
                                return again.sum() + " " + again.other.sum() + " " + again.d + again.flag
                                    + again.other.d + again.other.flag;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo(expected + " " + expected + " 2.5false3.5true");
    }

    @Test
    void updatesInPlace() throws Exception {
        Object result = new Sandbox(folder)
                .source("Counters.java", """
                        @Persistent class Counters {
                            byte b; long l; double d; int i; Counters self;
                            Counters me() { return self; }
                        }
                        """)
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Counters c = new Counters();
                                c.self = c;
                                c.b += 200;
                                long before = c.l++;
                                long after = ++c.self.me().l;
                                c.d -= 0.5;
                                c.d *= 3;
                                int chain = c.i = 7;
                                c.me().i <<= 2;
                                long x = c.l = 10;
                                return c.b + " " + before + " " + after + " " + c.l + " " + c.d + " " + chain + " " + c.i + " " + x;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("-56 0 2 10 -1.5 7 28 10");
    }

    @Test
    void keepsVolatileFields() throws Exception {
        Object result = new Sandbox(folder)
                .source(
                        "Flag.java",
                        "@Persistent class Flag { volatile boolean on; volatile double d; volatile Flag next; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Flag f = new Flag();
                                f.on = true; f.d = 2; f.next = f;
                                return f.next.on + " " + f.next.d;
                            }
                        }
                        """)
                .run();
        assertThat(result).isEqualTo("true 2.0");
    }

    @Test
    void leavesTransientAndStaticFieldsInTheProxy() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Mixed.java", """
                        @Persistent class Mixed implements PObject {
                            static int count; static final String NAME = "mixed";
                            transient String cache = "set"; final int x = 5; final long y;
                            Mixed() { y = 6; count++; }
                            public void resurrect() { cache = "resurrected"; }
                            public void recover() {}
                        }
                        """).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Mixed m = new Mixed();
                                return m.cache + Mixed.count + Mixed.NAME + m.x + m.y;
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo("set1mixed56");
        try (URLClassLoader loader = sandbox.loader()) {
            Class<?> mixed = loader.loadClass("app.Mixed");
            assertThat(mixed.getDeclaredFields())
                    .filteredOn(field -> !field.isSynthetic())
                    .extracting(Field::getName)
                    .containsExactlyInAnyOrder("count", "NAME", "cache");
        }
    }
}
