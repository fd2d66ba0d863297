package org.jnvm.transform.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the transformer adds to a class does not count against the code coverage of the program. */
class CoverageTest {
    private static final String SOURCE = """
            @Persistent public class Order implements java.io.Serializable {
                private final int n; public String name; protected Order next; private Integer box;
                private native void pwbName();
                public Order(int n) { this.n = n; }
                public String getName() { return name; }
                public int sum() { pwbName(); return n + (box == null ? 0 : box); }
            }
            """;

    @TempDir
    Path folder;

    private static Set<String> countedMethods(Path classFile) throws Exception {
        List<IClassCoverage> classes = new ArrayList<>();
        new Analyzer(new ExecutionDataStore(), classes::add)
                .analyzeClass(Files.readAllBytes(classFile), classFile.toString());
        Set<String> names = new TreeSet<>();
        for (IClassCoverage each : classes) {
            each.getMethods().stream().map(IMethodCoverage::getName).forEach(names::add);
        }
        return names;
    }

    @Test
    @Once
    void jacocoCountsTheMethodsOfTheProgram() throws Exception {
        Sandbox sandbox =
                new Sandbox(folder).source("Order.java", SOURCE).compile("-source", "17", "-target", "17", "-nowarn");
        Set<String> before = countedMethods(sandbox.classFile("app.Order"));
        assertThat(before).containsExactly("<init>", "getName", "sum");
        sandbox.transform();
        assertThat(countedMethods(sandbox.classFile("app.Order"))).isEqualTo(before);
    }

    @Test
    void reflectionSeesNoMark() throws Exception {
        Sandbox sandbox = new Sandbox(folder).source("Order.java", SOURCE).compile();
        sandbox.transform();
        Class<?> order = sandbox.loader().loadClass("app.Order");
        assertThat(Arrays.stream(order.getDeclaredMethods()).filter(method -> method.getAnnotations().length > 0))
                .isEmpty();
        assertThat(order.getDeclaredMethods()).hasSizeGreaterThan(12);
    }
}
