package org.jnvm.transform.bytebuddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.build.BuildLogger;
import net.bytebuddy.build.EntryPoint;
import net.bytebuddy.build.Plugin;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.inline.MethodNameTransformer;
import org.jnvm.transform.engine.Sandbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the plugin as Byte Buddy's build plugins for Gradle and Maven do. */
class PersistentClassPluginTest {
    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();

    private Sandbox sources() throws IOException {
        return new Sandbox(folder)
                .source("A.java", "@Persistent(fa = \"non-private\") class A { int x = 1; void add() { x += 2; } }")
                .source("B.java", "@Persistent class B extends A { String s = \"b\"; native void pwbNone(); }")
                .source("Plain.java", "class Plain { int y = 5; }")
                .source("Scenario.java", """
                        public class Scenario {
                            public static Object run(Heap heap) {
                                B b = new B();
                                heap.root().put("b", b);
                                heap.atomically(() -> { b.x *= 7; });
                                b.add();
                                return b.x + b.s + new Plain().y;
                            }
                            public static Object again(Heap heap) { return ((B) heap.root().get("b")).x; }
                        }
                        """)
                .compile();
    }

    private Plugin.Engine.Summary run(Sandbox sandbox, EntryPoint entryPoint, Path target) throws IOException {
        BuildLogger log = new BuildLogger.Adapter() {
            @Override
            public void warn(String message) {
                warnings.add(message);
            }
        };
        return Plugin.Engine.Default.of(
                        entryPoint,
                        net.bytebuddy.ClassFileVersion.ofThisVm(),
                        MethodNameTransformer.Suffixing.withRandomSuffix())
                .with(ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()))
                .apply(
                        sandbox.classes().toFile(),
                        target.toFile(),
                        new Plugin.Factory.UsingReflection(PersistentClassPlugin.class)
                                .with(
                                        Plugin.Factory.UsingReflection.ArgumentResolver.ForType.of(
                                                File.class, sandbox.classes().toFile()),
                                        Plugin.Factory.UsingReflection.ArgumentResolver.ForType.of(
                                                BuildLogger.class, log)));
    }

    @ParameterizedTest
    @EnumSource(
            value = EntryPoint.Default.class,
            names = {"REBASE", "REDEFINE", "DECORATE"})
    void transformsIntoAnotherDirectory(EntryPoint.Default entryPoint) throws Exception {
        Sandbox sandbox = sources();
        byte[] before = Files.readAllBytes(sandbox.classFile("app.A"));
        byte[] plain = Files.readAllBytes(sandbox.classFile("app.Plain"));
        Path target = Files.createDirectory(folder.resolve("target"));
        Plugin.Engine.Summary summary = run(sandbox, entryPoint, target);
        assertThat(summary.getTransformed())
                .extracting(TypeDescription::getName)
                .containsExactlyInAnyOrder("app.A", "app.B", "app.Scenario");
        assertThat(warnings).hasSize(1).first().asString().contains("B.java").contains("pwbNone");
        assertThat(sandbox.classFile("app.A")).hasBinaryContent(before);
        assertThat(target.resolve("app/Plain.class")).hasBinaryContent(plain);

        Sandbox result = sandbox.withClasses(target);
        assertThat(result.call("run")).isEqualTo("9b5");
        assertThat(result.call("again")).isEqualTo(9);
    }

    @Test
    void transformsInPlaceAndOnce() throws Exception {
        Sandbox sandbox = sources();
        run(sandbox, EntryPoint.Default.REBASE, sandbox.classes());
        byte[] once = Files.readAllBytes(sandbox.classFile("app.B"));
        assertThat(run(sandbox, EntryPoint.Default.REBASE, sandbox.classes()).getTransformed())
                .isEmpty();
        assertThat(sandbox.classFile("app.B")).hasBinaryContent(once);
        assertThat(sandbox.call("run")).isEqualTo("9b5");
    }

    @Test
    void failsTheBuildWithTheReasons() throws IOException {
        Sandbox sandbox = new Sandbox(folder)
                .source("A.java", "@Persistent class A {\n Thread t; }")
                .compile();
        assertThatThrownBy(() -> run(sandbox, EntryPoint.Default.REBASE, folder))
                .hasStackTraceContaining("app.A.t (A.java): type java.lang.Thread is not persistent");
    }
}
