package org.jnvm.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jnvm.Heap;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Invariants checked: an application that does not start because of its heap says which file it is, why, and what to do. */
class HeapFailureAnalyzerTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path folder;

    /** Returns what is said of an application that does not start. */
    private FailureAnalysis failure(Class<?>... beans) {
        FailureAnalysis[] analysis = new FailureAnalysis[1];
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(JnvmAutoConfiguration.class))
                .withPropertyValues("jnvm.heap.path=" + folder.resolve("app.heap"), "jnvm.heap.max-size=1MB");
        application
                .withUserConfiguration(beans)
                .run(context -> analysis[0] = analyzer()
                        .analyze(Objects.requireNonNull(context.getStartupFailure(), "the application has started")));
        assertThat(analysis[0].getDescription())
                .contains(folder.resolve("app.heap").toString());
        return analysis[0];
    }

    /** Returns the analyzer as Spring Boot finds it. */
    private static FailureAnalyzer analyzer() {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, (type, name, failure) -> {}) // others want arguments
                .stream()
                .filter(HeapFailureAnalyzer.class::isInstance)
                .findAny()
                .orElseThrow();
    }

    @Test
    void theHeapIsInUse() {
        try (Heap heap = Heap.create(folder.resolve("app.heap"), MIB)) {
            FailureAnalysis failure = failure();
            assertThat(failure.getDescription()).contains("open in this process already");
            assertThat(failure.getAction()).contains("Stop the other one", "jnvm.heap.path", "@DirtiesContext");
        }
    }

    @Test
    void theFileIsForeign() throws IOException {
        Files.writeString(folder.resolve("app.heap"), "name,price\n".repeat(100_000));
        FailureAnalysis failure = failure();
        assertThat(failure.getDescription()).contains("not a heap file");
        assertThat(failure.getAction()).contains("left as it was", "jnvm info");
    }

    @Test
    void theFileIsTooNew() {
        Path file = folder.resolve("app.heap");
        Heap.create(file, MIB).close();
        HeapImage.of(file).superblockInt(8, 2).write(file); // its version
        assertThat(failure().getDescription()).contains("heap format too new", "open it with a newer J-NVM");
    }

    /** A bean for which the heap is too small. */
    static final class Filling {
        Filling(Heap heap) {
            while (true) {
                new Node(0);
            }
        }
    }

    @Test
    void theHeapIsFull() {
        FailureAnalysis failure = failure(Filling.class);
        assertThat(failure.getDescription()).contains("heap is full");
        assertThat(failure.getAction()).contains("jnvm.heap.max-size", "jnvm.heap.collector=background");
    }
}
