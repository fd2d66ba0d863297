package org.jnvm.it.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher {@code jnvm}, copied together with its jar, and the archive of classes that it keeps in the user's cache. */
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("it.root"));
    private static final String JAR = "jnvm-tools-" + System.getProperty("it.jnvm.version") + "-all.jar";

    @TempDir
    private Path folder;

    private Path cache;

    private record Result(int exit, String out, String err) {}

    @BeforeEach
    void copy() throws IOException {
        Files.copy(ROOT.resolve("jnvm"), folder.resolve("jnvm"));
        Files.copy(ROOT.resolve("jnvm-tools/target").resolve(JAR), folder.resolve(JAR));
        cache = folder.resolve("cache");
    }

    private Result run(Map<String, String> environment, String... arguments) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of("sh", folder.resolve("jnvm").toString()), Stream.of(arguments))
                        .toList());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("XDG_CACHE_HOME", cache.toString());
        builder.environment().keySet().removeAll(List.of("JNVM_OPTS", "JNVM_ARCHIVE", "JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        int exit = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Result(exit, Files.readString(out), Files.readString(err));
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("jnvm"))) {
            return files.toList();
        }
    }

    @Test
    void theSecondStartHasItsClassesFromAnArchive() throws Exception {
        Result first = run(Map.of(), "--version");
        assertThat(first.exit()).isZero();
        assertThat(archives()).hasSize(1);
        assertThat(run(Map.of(), "--version")).isEqualTo(first);
        Result logged = run(Map.of("JNVM_OPTS", "-Xlog:class+load"), "--version");
        assertThat(logged.out()).containsPattern("org\\.jnvm\\.tools\\.\\S+ source: shared objects file \\(top\\)");
        assertThat(archives()).hasSize(1);
    }

    @Test
    void theStateOfACommandThatFailsIsKept() throws Exception {
        String missing = folder.resolve("none.heap").toString();
        Result first = run(Map.of(), "info", missing);
        Result second = run(Map.of(), "info", missing);
        assertThat(first.exit()).isNotZero();
        assertThat(first.err()).contains(missing);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void aDamagedArchiveIsLeftAside() throws Exception {
        Result first = run(Map.of(), "--version");
        try (RandomAccessFile file = new RandomAccessFile(archives().get(0).toFile(), "rw")) {
            file.setLength(file.length() / 2);
            file.write(new byte[100]);
        }
        assertThat(run(Map.of(), "--version")).isEqualTo(first);
    }

    @Test
    void anotherJarHasAnother() throws Exception {
        run(Map.of(), "--version");
        List<Path> before = archives();
        Files.setLastModifiedTime(folder.resolve(JAR), FileTime.fromMillis(1_000_000_000_000L));
        Result changed = run(Map.of(), "--version");
        assertThat(changed.exit()).isZero();
        assertThat(archives()).hasSize(1).isNotEqualTo(before);
    }

    @Test
    void withoutOne() throws Exception {
        assertThat(run(Map.of("JNVM_ARCHIVE", "off"), "--version").exit()).isZero();
        assertThat(cache).doesNotExist();
        Files.createFile(cache); // no folder can be made here
        Result result = run(Map.of(), "--version");
        assertThat(result.exit()).isZero();
        assertThat(result.err()).isEmpty();
    }
}
