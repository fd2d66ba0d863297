package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.ClassMismatchException;
import org.jnvm.transform.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One class is compiled anew, others that depend on it are as an earlier build left them. */
class StaleClassTest {
    @TempDir
    Path folder;

    private Sandbox built() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "@Persistent class A { int x = 1; transient int t = 2; }")
                .source("B.java", "@Persistent class B extends A { int y = 4; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { B b = new B(); return b.x + b.t + b.y; }
                        }
                        """)
                .compile();
        sandbox.transform();
        return sandbox;
    }

    private static void change(Sandbox sandbox, String file, String text) throws IOException {
        sandbox.source(file, text).compileOnly(file);
    }

    @Test
    void rewritesAccessesToWhatBecamePersistent() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "class A { int x = 1; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { A a = new A(); a.x += 2; return a.x; }
                        }
                        """)
                .compile();
        sandbox.transform();
        change(sandbox, "A.java", "@Persistent class A { int x = 1; }");
        assertThat(sandbox.transform().changedClasses()).containsExactly("app.A", "app.Scenario");
        assertThat(sandbox.call("run")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class A { int x = 1; }",
                "@Persistent class A { transient int x = 1; }",
                "@Persistent class A { long x = 1; }",
                "class Base { int x = 1; } @Persistent class A extends Base { }"
            })
    void refusesAccessesToWhatIsPersistentNoMore(String source) throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "@Persistent class A { int x = 1; }")
                .source("User.java", "class User { int x(A a) { return (int) a.x; } }")
                .compile();
        sandbox.transform();
        change(sandbox, "A.java", source);
        byte[] before = Files.readAllBytes(sandbox.classFile("app.A"));
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessage("app.User (User.java): accesses the field app.A.x as it was when it was persistent, with"
                        + " another type or in another class; compile it again");
        assertThat(sandbox.classFile("app.A")).hasBinaryContent(before);
        sandbox.compileOnly("User.java").transform();
    }

    @Test
    void refusesSubclassesLaidOutForAnotherSuperclass() throws IOException {
        Sandbox sandbox = built();
        change(sandbox, "A.java", "@Persistent class A { int x = 1; long z; transient int t = 2; }");
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessage("app.B (B.java): was transformed when its superclass app.A had other fields: then=[I x],"
                        + " now=[J z, I x]; compile it again");
    }

    /** A library is replaced by one whose class has more fields, and the program is not built again. */
    @Test
    void refusesToRunSubclassesLaidOutForAnotherSuperclass() throws Exception {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source("lib/A.java", "package lib; @org.jnvm.Persistent public class A { int x = 1; }")
                .compile();
        library.transform();
        Sandbox program = new Sandbox(folder.resolve("program"), library.classes())
                .source("B.java", "@Persistent class B extends lib.A { int y = 4; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { return new B().y; }
                        }
                        """);
        assertThat(program.run()).isEqualTo(4);
        library.source("lib/A.java", "package lib; @org.jnvm.Persistent public class A { int x = 1, more = 2; }")
                .compile();
        library.transform();
        assertThatThrownBy(() -> program.call("run"))
                .hasRootCauseInstanceOf(ClassMismatchException.class)
                .rootCause()
                .hasMessageContaining("class was built when its superclass had other fields: class=app.B");
    }

    @Test
    void removesWhatAKilledBuildLeft() throws Exception {
        Sandbox sandbox = built();
        Path left = sandbox.classes().resolve("app/A.class.jnvm-tmp");
        Files.write(left, new byte[9]);
        sandbox.transform();
        assertThat(left).doesNotExist();
        assertThat(sandbox.call("run")).isEqualTo(7);
    }
}
