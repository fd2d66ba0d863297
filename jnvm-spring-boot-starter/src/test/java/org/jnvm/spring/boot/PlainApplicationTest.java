package org.jnvm.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants checked: an application starts without the actuator; one that cannot open its heap ends and says why. */
class PlainApplicationTest {
    @TempDir
    Path folder;

    private ChildJvm.Result run() throws Exception {
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> !each.contains("micrometer-") && !each.contains("spring-boot-health"))
                .collect(Collectors.joining(File.pathSeparator));
        try (ChildJvm child = ChildJvm.start(ChildJvm.command(
                List.of("-XX:TieredStopAtLevel=1", "-cp", path),
                PlainApplication.class,
                "--jnvm.heap.path=" + folder.resolve("app.heap"),
                "--jnvm.heap.max-size=4MB",
                "--spring.main.banner-mode=off"))) {
            return child.finish();
        }
    }

    @Test
    void itStartsWithoutHealthAndMetrics() throws Exception {
        ChildJvm.Result result = run();
        assertThat(result.exit()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .contains("open " + folder.resolve("app.heap"), "bean jnvmHeap")
                .doesNotContain("bean jnvmMetrics", "bean jnvmHealthContributor");
    }

    @Test
    void itSaysWhyItCannotStart() throws Exception {
        try (Heap heap = Heap.create(folder.resolve("app.heap"), 1 << 20)) {
            ChildJvm.Result result = run();
            assertThat(result.exit()).isEqualTo(1);
            assertThat(result.out())
                    .contains("APPLICATION FAILED TO START", "heap is open in another process: heap=" + heap.path())
                    .contains("holder=process " + ProcessHandle.current().pid())
                    .contains("Action:", "Stop the other one")
                    .doesNotContain("\tat ");
        }
    }
}
