package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fields looked up by literals are warned about, with the line; others are not. */
class ReflectionCheckTest {
    private static final String REMEDY =
            ", which the class has no more; call its accessors, or mark the field transient";

    @TempDir
    Path folder;

    @Test
    void warnsAboutLookUpsOfPersistentFields() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "@Persistent class A { volatile int x; volatile A a; transient int t; }")
                .source("B.java", "@Persistent class B extends A { }")
                .source("Look.java", """
                        import java.lang.invoke.*;
                        import java.util.concurrent.atomic.*;
                        class Look {
                            void look() throws Exception {
                                A.class.getDeclaredField("x");
                                MethodHandles.lookup().findVarHandle(B.class, "a", A.class);
                                MethodHandles.lookup()
                                        .findGetter(A.class, "x", int.class);
                                AtomicIntegerFieldUpdater.newUpdater(A.class, "x");
                                AtomicReferenceFieldUpdater.newUpdater(A.class, A.class, "a");
                            }
                            void none(String name) throws Exception {
                                A.class.getDeclaredField("t");
                                Look.class.getDeclaredField("x");
                                A.class.getDeclaredField(name);
                                Class<?> c = A.class; String n = "x";
                                Object o = Look.class.getDeclaredMethods();
                                A.class.getDeclaredMethod("x");
                            }
                        }
                        """)
                .compile();
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.Look.look() (Look.java:7): Class.getDeclaredField() looks up the persistent field app.A.x"
                                + REMEDY,
                        "app.Look.look() (Look.java:8): MethodHandles.Lookup.findVarHandle() looks up the persistent"
                                + " field app.A.a" + REMEDY,
                        "app.Look.look() (Look.java:10): MethodHandles.Lookup.findGetter() looks up the persistent"
                                + " field app.A.x" + REMEDY,
                        "app.Look.look() (Look.java:11): AtomicIntegerFieldUpdater.newUpdater() looks up the persistent"
                                + " field app.A.x" + REMEDY,
                        "app.Look.look() (Look.java:12): AtomicReferenceFieldUpdater.newUpdater() looks up the"
                                + " persistent field app.A.a" + REMEDY);
    }
}
