package org.jnvm.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is told to stop in the middle of a measurement leaves nothing. */
class LeftoversTest {
    @TempDir
    private Path folder;

    /** Waits until it is killed. */
    static final class Sleeper {
        public static void main(String[] args) throws InterruptedException {
            System.out.println(ProcessHandle.current().pid());
            new CountDownLatch(1).await();
        }
    }

    /** Has a folder with a file, and a child; waits until it is told to stop. */
    static final class Measuring {
        public static void main(String[] args) throws Exception {
            Folder own = new Folder();
            Files.writeString(own.file("heap"), "x");
            Child child = Child.java(List.of(), Sleeper.class, List.of());
            System.out.println(child.line());
            new CountDownLatch(1).await();
        }
    }

    @Test
    void aChildIsKilledAndTheFolderDeleted() throws Exception {
        Process measuring = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djnvm.bench.dir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Measuring.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(measuring.getInputStream(), StandardCharsets.UTF_8))) {
            Optional<ProcessHandle> child = ProcessHandle.of(Long.parseLong(out.readLine()));
            assertThat(child).isPresent();
            assertThat(folder).isNotEmptyDirectory();
            measuring.destroy();
            measuring.onExit().join();
            assertThat(folder).isEmptyDirectory();
            assertThat(child.get().isAlive()).isFalse();
        } finally {
            measuring.destroyForcibly();
        }
    }
}
