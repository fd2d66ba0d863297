package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generated accessors refuse objects that are not there yet, or no more. */
class MisuseTest {
    @TempDir
    Path folder;

    private static String wide() {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            fields.append("long f").append(i).append("; ");
        }
        return "@Persistent public class Wide { " + fields
                + " boolean z; byte b; short s; char c; int i; float f; double d; volatile long v; Wide next; }";
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyAccessorRefusesAnObjectThatIsNoMore(boolean checked) throws Exception {
        Object result = new Sandbox(folder)
                .source("Wide.java", wide())
                .source("Scenario.java", """
                        import java.lang.reflect.*;
                        import java.nio.file.*;
                        public class Scenario {
                            static String use(Wide w) throws Exception {
                                java.util.TreeMap<String, Integer> seen = new java.util.TreeMap<>();
                                for (Method m : Wide.class.getDeclaredMethods()) {
                                    if (!m.getName().matches("(get|set|pwb|update|replace)[A-Z]\\\\w*")) continue;
                                    Object[] args = new Object[m.getParameterCount()];
                                    for (int i = 0; i < args.length; i++) {
                                        Class<?> t = m.getParameterTypes()[i];
                                        args[i] = t.isPrimitive() ? Array.get(Array.newInstance(t, 1), 0) : null;
                                    }
                                    String outcome = "fine";
                                    try {
                                        m.invoke(w, args);
                                    } catch (InvocationTargetException e) {
                                        outcome = e.getCause().getClass().getSimpleName();
                                    }
                                    seen.merge(outcome, 1, Integer::sum);
                                }
                                return seen.keySet().toString();
                            }
                            public static Object run(Heap outer) throws Exception {
                                Path file = Files.createTempDirectory("misuse").resolve("w.heap");
                                HeapOptions options = HeapOptions.defaults();
                                Heap heap = Heap.create(file, 1 << 20, CHECKED ? options.checked(true) : options);
                                Wide freed, stale, left;
                                try (Heap.Scope scope = heap.enter()) {
                                    freed = new Wide();
                                    heap.root().put("w", freed);
                                    stale = (Wide) heap.root().get("w");
                                    left = new Wide();
                                }
                                String all = use(freed) + use(stale);
                                heap.root().remove("w");
                                heap.free(freed);
                                all += use(freed) + (CHECKED ? use(stale) : "");
                                heap.close();
                                return all + use(left);
                            }
                        }
                        """.replace("CHECKED", String.valueOf(checked)))
                .run();
        String freed = "[StaleObjectException]";
        assertThat(result).isEqualTo("[fine][fine]" + freed + (checked ? freed : "") + "[HeapClosedException]");
    }

    /** A superclass that is not persistent calls a method of the object before it has its persistent part. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "far", "x = 1", "far = 1", "next == null ? 0 : 1", "next(null)"})
    void anObjectWithoutPersistentPartIsRefused(String access) throws Exception {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            fields.append("long f").append(i).append("; ");
        }
        Object result = new Sandbox(folder)
                .source("Base.java", "public abstract class Base { Base() { touch(); } abstract void touch(); }")
                .source(
                        "Early.java",
                        "@Persistent public class Early extends Base { long x; " + fields
                                + " byte far; Early next; long next(Early e) { next = e; return 0; } void touch() { long y = "
                                + access + "; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                try {
                                    new Early();
                                    return "made";
                                } catch (StaleObjectException e) {
                                    return e.getMessage();
                                }
                            }
                        }
                        """)
                .run();
        assertThat((String) result).contains("no persistent part yet");
    }
}
