package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.spi.Transformed;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.asm.Names;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a transformation does to a directory: layouts, repeated and incremental runs, the index. */
class TransformerTest {
    @TempDir
    Path folder;

    private static String layout(Sandbox sandbox, String type) throws Exception {
        try (URLClassLoader loader = sandbox.loader()) {
            for (Annotation annotation : loader.loadClass(type).getAnnotations()) {
                if (annotation instanceof Transformed transformed) {
                    assertThat(transformed.version()).isEqualTo("8");
                    return transformed.layout();
                }
            }
        }
        return null;
    }

    @Test
    void laysFieldsOutBySizeAfterTheSuperclass() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source(
                        "A.java",
                        "@Persistent class A { byte b; int i; A a; transient int t; static int s; double d; }")
                .source("B.java", """
                        @Persistent class B extends A implements PObject {
                            boolean z; char c; PObject any; short s; long l; float f;
                            public void recover() {}
                        }
                        """)
                .source("E.java", "@Persistent class E { }")
                .compile();
        sandbox.transform();
        assertThat(layout(sandbox, "app.A")).isEqualTo("""
                class app.A
                version 1
                extends -
                bytes 29
                field app.A a Lapp.A; 8
                field app.A d D 16
                field app.A i I 24
                field app.A b B 28
                canonical""");
        assertThat(layout(sandbox, "app.B")).isEqualTo("""
                class app.B
                version 1
                extends app.A
                bytes 54
                field app.A a Lapp.A; 8
                field app.A d D 16
                field app.A i I 24
                field app.A b B 28
                field app.B z Z 29
                field app.B c C 30
                field app.B any Lorg.jnvm.PObject; 32
                field app.B l J 40
                field app.B f F 48
                field app.B s S 52
                canonical
                recover""");
        assertThat(layout(sandbox, "app.E")).isEqualTo("""
                class app.E
                version 1
                extends -
                bytes 8""");
    }

    @Test
    void fieldsGoOnBehindTheFirstBlock() throws Exception {
        StringBuilder fields = new StringBuilder("int i;");
        for (int i = 0; i < 62; i++) {
            fields.append(" long l").append(i).append(';');
        }
        Sandbox sandbox = new Sandbox(folder)
                .source("Big.java", "@Persistent class Big {" + fields + "}")
                .compile();
        sandbox.transform();
        assertThat(layout(sandbox, "app.Big"))
                .contains("bytes 508\n", " l30 J 248\n", " l31 J 256\n", " l61 J 496\n", " i I 504");
    }

    @Test
    void changesNothingTheSecondTime() throws Exception {
        Sandbox sandbox = sources();
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        try (Stream<Path> files = Files.walk(sandbox.classes())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, old);
            }
        }
        TransformReport first = sandbox.transform();
        assertThat(first.summary())
                .isEqualTo("transformed 3 classes: 2 persistent with 3 fields and 0 failure-atomic methods, 6 accesses"
                        + " rewritten");
        assertThat(first.changedClasses()).containsExactly("app.A", "app.B", "app.Scenario");
        assertThat(first.persistentClasses()).containsExactly("app.A", "app.B");
        assertThat(Files.getLastModifiedTime(sandbox.classFile("app.A"))).isEqualTo(old);
        List<byte[]> before = contents(sandbox);

        TransformReport second = sandbox.transform();
        assertThat(second.summary())
                .isEqualTo("transformed 0 classes: 0 persistent with 0 fields and 0 failure-atomic methods, 0 accesses"
                        + " rewritten");
        assertThat(contents(sandbox)).containsExactlyElementsOf(before);
        assertThat(sandbox.call("run")).isEqualTo(6);
    }

    private Sandbox sources() throws IOException {
        return new Sandbox(folder)
                .source("A.java", "@Persistent class A { int x = 1; A next; }")
                .source("B.java", "@Persistent class B extends A { int y = 2; }")
                .source("Plain.java", "class Plain { int y; int plain() { return y; } }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { B b = new B(); b.x += 3; return b.x + b.y; }
                        }
                        """)
                .compile();
    }

    private static List<byte[]> contents(Sandbox sandbox) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(sandbox.classes())) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                contents.add(Files.readAllBytes(file));
            }
        }
        return contents;
    }

    @Test
    void transformsWhatWasCompiledAnew() throws Exception {
        Sandbox sandbox = sources();
        byte[] scenario = Files.readAllBytes(sandbox.classFile("app.Scenario"));
        sandbox.transform();
        sandbox.source("B.java", "@Persistent class B extends A { int y = 20; byte more; }")
                .compileOnly("B.java");
        // as after a build that was interrupted between two files
        Files.write(sandbox.classFile("app.Scenario"), scenario);
        TransformReport report = sandbox.transform();
        assertThat(report.changedClasses()).containsExactly("app.B", "app.Scenario");
        assertThat(sandbox.call("run")).isEqualTo(24);
    }

    @Test
    void needsNoClassesThatPlainClassesName() throws Exception {
        Sandbox library = new Sandbox(folder.resolve("library"))
                .source("lib/C.java", "package lib; public abstract class C { public int c() { return 1; } }")
                .source("lib/A.java", "package lib; public class A extends C { }")
                .source("lib/B.java", "package lib; public class B extends C { }")
                .compile();
        Sandbox sandbox = new Sandbox(folder.resolve("program"), library.classes())
                .source("P.java", "@Persistent class P { int x = 2; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                lib.C c = heap == null ? new lib.A() : new lib.B();
                                return new P().x + c.c();
                            }
                        }
                        """)
                .compile();
        Path away = folder.resolve("away");
        Files.move(library.classes(), away);
        sandbox.transform();
        Files.move(away, library.classes());
        assertThat(sandbox.call("run")).isEqualTo(3);
    }

    @Test
    void keepsTheIndexOfPersistentClasses() throws Exception {
        Sandbox sandbox = sources();
        sandbox.source("Outer.java", "class Outer { @Persistent static class Nested { } }")
                .compile();
        Path index = sandbox.classes().resolve("META-INF/jnvm/persistent-classes");
        sandbox.transform();
        assertThat(Files.readString(index)).isEqualTo("app.A\napp.B\napp.Outer$Nested\n");
        Files.delete(sandbox.classFile("app.B"));
        Files.delete(sandbox.classFile("app.Scenario"));
        sandbox.transform();
        assertThat(Files.readString(index)).isEqualTo("app.A\napp.Outer$Nested\n");
        Files.delete(sandbox.classFile("app.A"));
        Files.delete(sandbox.classFile("app.Outer$Nested"));
        sandbox.transform();
        assertThat(index).doesNotExist();
    }

    /** A module may have both; resources are copied again by each build. */
    @Test
    void leavesProxiesWrittenByHandInTheIndex() throws Exception {
        Sandbox sandbox = sources()
                .source("Base.java", "abstract class Base extends org.jnvm.runtime.AbstractProxy { }")
                .source("ByHand.java", """
                        abstract class ByHand extends Base { }
                        """)
                .source("Plain.java", "class Plain { }");
        sandbox.compile();
        Path index = sandbox.classes().resolve(Names.INDEX);
        Files.createDirectories(index.getParent());
        for (int build = 0; build < 2; build++) {
            Files.writeString(index, "app.ByHand\napp.Plain\napp.Gone\n");
            sandbox.transform();
            assertThat(index).hasContent("app.A\napp.B\napp.ByHand\n");
        }
    }

    @Test
    void survivesReopening() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Visits.java", """
                        @Persistent class Visits implements PObject {
                            int count; transient int here = 1;
                            public void resurrect() { here = 50; }
                        }
                        """).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                if (!heap.root().exists("v")) heap.root().put("v", new Visits());
                                Visits v = (Visits) heap.root().get("v");
                                return ++v.count + v.here;
                            }
                        }
                        """);
        assertThat(sandbox.run()).isEqualTo(2);
        assertThat(sandbox.call("run")).isEqualTo(52);
        assertThat(sandbox.call("run")).isEqualTo(53);
    }

    /** As in a jar that several were merged into, where one index overwrites the others. */
    @Test
    void findsClassesOfAHeapWithoutTheIndex() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "@Persistent class A { public int x = 6; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { heap.root().put("a", new A()); return 0; }
                            public static Object read(Heap heap) throws Exception {
                                Object a = heap.root().get("a");
                                return a.getClass().getMethod("getX").invoke(a);
                            }
                        }
                        """);
        sandbox.run();
        Files.delete(sandbox.classes().resolve(Names.INDEX));
        assertThat(sandbox.call("read")).isEqualTo(6);
    }

    @Test
    void warnsAboutWhatDoesNotWorkAsInSource() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Bare.java", "class Bare implements PObject { }")
                .compile();
        assertThat(sandbox.warnings())
                .containsExactly(
                        "app.Bare (Bare.java): implements PObject but is not transformed, its methods will throw; annotate it with"
                                + " @org.jnvm.Persistent");
    }
}
