package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.TransformOptions;
import org.jnvm.transform.TransformReport;
import org.jnvm.transform.asm.Names;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link TransformOptions} select. */
class OptionsTest {
    @TempDir
    Path folder;

    private static TransformOptions options(List<String> includes, List<String> excludes) {
        return new TransformOptions(includes, excludes, List.of(), false, true);
    }

    private static TransformOptions list(String... classes) {
        return new TransformOptions(List.of(), List.of(), List.of(classes), false, true);
    }

    private Sandbox two() throws IOException {
        return new Sandbox(folder)
                .source("A.java", "@Persistent class A { int x; @Persistent static class In { } }")
                .source("deep/B.java", "package deep; @org.jnvm.Persistent class B { int y; }")
                .source("C.java", "class C { int x(A a) { return a.x; } }")
                .compile();
    }

    @Test
    void includesByPattern() throws IOException {
        assertThat(two().transform(options(List.of("deep.*"), List.of())).persistentClasses())
                .containsExactly("deep.B");
        assertThat(two().transform(options(List.of("app.A", "app.C"), List.of()))
                        .changedClasses())
                .containsExactly("app.A", "app.C");
        assertThat(two().transform(options(List.of("**"), List.of("app.*$In", "*.B")))
                        .changedClasses())
                .containsExactly("app.A", "app.C");
        assertThat(two().transform(options(List.of("*"), List.of())).changedClasses())
                .isEmpty();
    }

    @Test
    void refusesAccessesInExcludedClasses() throws IOException {
        Sandbox sandbox = two();
        byte[] before = Files.readAllBytes(sandbox.classFile("app.A"));
        assertThatThrownBy(() -> sandbox.transform(options(List.of(), List.of("app.C"))))
                .isInstanceOf(RefusedException.class)
                .hasMessage("app.C (C.java): accesses fields of persistent classes, but is not among the classes to"
                        + " transform; add it to them");
        assertThat(sandbox.classFile("app.A")).hasBinaryContent(before);
    }

    @Test
    void refusesWarningsIfAsked() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "@Persistent class A { int x; native void pwbY(); }")
                .compile();
        byte[] before = Files.readAllBytes(sandbox.classFile("app.A"));
        assertThatThrownBy(() -> sandbox.transform(new TransformOptions(List.of(), List.of(), List.of(), true, true)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("native method matches no persistent field");
        assertThat(sandbox.classFile("app.A")).hasBinaryContent(before);
        assertThat(sandbox.warnings()).hasSize(1);
    }

    /** A library that knows nothing of J-NVM. */
    private Sandbox library() throws IOException {
        return new Sandbox(folder.resolve("library"))
                .source("lib/Point.java", """
                        package lib;
                        public class Point {
                            public int x;
                            public Point next;
                            public Point(int x) { this.x = x; }
                            public int twice() { return 2 * x; }
                        }
                        """)
                .source("lib/Other.java", "package lib; class Other { int twice(Point p) { return p.twice(); } }")
                .compile();
    }

    private Sandbox program(Sandbox library) throws IOException {
        return new Sandbox(folder.resolve("program"), library.classes())
                .source("Line.java", "@Persistent class Line { lib.Point from; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                Line line = new Line();
                                line.from = new lib.Point(4);
                                line.from.x++;
                                return line.from.twice() + " " + (line.from instanceof PObject);
                            }
                        }
                        """)
                .compile();
    }

    @Test
    void makesListedClassesOfDependenciesPersistent() throws Exception {
        Sandbox library = library();
        byte[] original = Files.readAllBytes(library.classFile("lib.Point"));
        Sandbox program = program(library);
        assertThatThrownBy(program::transform).hasMessageContaining("type lib.Point is not persistent");

        TransformReport report = program.transform(list("lib.Point"));
        assertThat(report.persistentClasses()).containsExactly("app.Line", "lib.Point");
        assertThat(library.classFile("lib.Point")).hasBinaryContent(original);
        assertThat(program.classes().resolve(Names.INDEX)).hasContent("app.Line\nlib.Point\n");
        assertThat(program.call("run")).isEqualTo("10 true");

        assertThat(program.transform(list("lib.Point")).changes()).isEmpty();
        library.source(
                        "lib/Point.java",
                        "package lib; public class Point { public int x, y; public int twice() { return x; } }")
                .compile();
        assertThat(program.transform(list("lib.Point")).persistentClasses()).containsExactly("lib.Point");
    }

    @Test
    void makesListedClassesOfTheModulePersistent() throws Exception {
        Sandbox sandbox = new Sandbox(folder)
                .source("Plain.java", "class Plain { int x = 3; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { return new Plain().x + " " + (Object.class.cast(new Plain()) instanceof PObject); }
                        }
                        """)
                .compile();
        sandbox.transform(list("app.Plain"));
        assertThat(sandbox.call("run")).isEqualTo("3 true");
        assertThat(sandbox.transform(list("app.Plain")).changes()).isEmpty();
    }

    @Test
    void rewritesAccessesInTheJarOfAListedClass() throws Exception {
        Sandbox library = library();
        library.source(
                        "lib/Other.java",
                        "package lib; public class Other { public static int x(Point p) { return p.x; } }")
                .compile();
        Sandbox program = program(library).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) { return lib.Other.x(new lib.Point(8)); }
                        }
                        """).compile();
        assertThat(program.transform(list("lib.Point")).changedClasses())
                .containsExactly("app.Line", "lib.Point", "lib.Other");
        assertThat(program.call("run")).isEqualTo(8);
        assertThat(program.transform(list("lib.Point")).changes()).isEmpty();
    }

    @Test
    void takesSubclassesOfListedClassesAlongAndNothingElse() throws Exception {
        Sandbox library = library();
        library.source("lib/More.java", "package lib; public class More extends Point { public More() { super(1); } }")
                .source(
                        "lib/Same.java",
                        "package lib; class Same { static boolean same(Object a, Object b) { return a == b; } }")
                .compile();
        Sandbox program = program(library).source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                heap.root().put("more", new lib.More());
                                return heap.root().get("more").getClass().getName();
                            }
                        }
                        """).compile();
        TransformReport report = program.transform(list("lib.Point"));
        assertThat(report.persistentClasses()).containsExactlyInAnyOrder("app.Line", "lib.Point", "lib.More");
        assertThat(program.classFile("lib.Same")).doesNotExist();
        assertThat(program.call("run")).isEqualTo("lib.More");
        assertThat(program.transform(list("lib.Point")).changes()).isEmpty();
    }

    @Test
    void refusesListedClassesThatAreNowhere() throws IOException {
        Sandbox program = program(library());
        assertThatThrownBy(() -> program.transform(list("lib.Pont")))
                .isInstanceOf(RefusedException.class)
                .hasMessage("lib.Pont: is in the list of classes to make persistent, but neither in the module nor on"
                        + " its class path; correct the name, or add the dependency that has it");
    }

    @Test
    void saysWhatToDoAboutAClassOfADependencyThatCannotBePersistent() throws IOException {
        Sandbox library = library();
        library.source("lib/Job.java", "package lib; public class Job { Thread thread; }")
                .source(
                        "lib/Points.java",
                        "package lib; class Points { static Point of(int n) { return new Point(n) { int n() { return n; } }; } }")
                .compile();
        Sandbox program = program(library);
        String remedy = ": is a class of a dependency, which the list of classes to make persistent brought here; add"
                + " the classes of its fields to the list, or take off what cannot be persistent, and keep what that holds in"
                + " a class of your own";
        assertThatThrownBy(() -> program.transform(list("lib.Point", "lib.Job")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContainingAll(
                        "lib.Job.thread (Job.java): type java.lang.Thread is not persistent",
                        "lib.Job" + remedy,
                        "lib.Points$1 (Points.java): an anonymous class cannot be persistent",
                        "lib.Points$1" + remedy);
    }
}
