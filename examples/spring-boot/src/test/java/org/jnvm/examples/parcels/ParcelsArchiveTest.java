package org.jnvm.examples.parcels;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged application starts with an archive of its classes, which a run has made that ended once it was started. */
@Timeout(240)
@LongRunning
class ParcelsArchiveTest {
    private static final boolean AOT = Runtime.version().feature() >= 25;
    /** Of the framework, of the starter, and of the application. */
    private static final List<String> CLASSES = List.of(
            "org.jnvm.internal.heap.PersistentHeap",
            "org.jnvm.spring.boot.HeapOptionsCustomizer",
            "org.jnvm.examples.parcels.Parcel",
            "org.jnvm.examples.parcels.ParcelController");

    @TempDir
    Path folder;

    private ChildJvm start(Object... arguments) throws IOException {
        List<String> command = ChildJvm.java("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return ChildJvm.start(command, folder);
    }

    private void run(Object... arguments) throws Exception {
        try (ChildJvm child = start(arguments)) {
            ChildJvm.Result result = child.finish(100);
            assertThat(result.exit()).as(result.out() + result.err()).isZero();
        }
    }

    @Test
    void theApplicationStartsWithAnArchiveOfItsClasses() throws Exception {
        Path jar = Path.of(System.getProperty("application.jar"));
        run("-Djarmode=tools", "-jar", jar, "extract", "--destination", "extracted");
        Path extracted = folder.resolve("extracted").resolve(jar.getFileName());

        Path archive = folder.resolve("parcels.archive");
        run(
                (AOT ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive,
                "-Dspring.context.exit=onRefresh",
                "-jar",
                extracted,
                "--jnvm.heap.path=" + folder.resolve("training.heap"));
        Path loaded = folder.resolve("loaded.txt");
        try (ChildJvm application = start(
                (AOT ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive,
                "-Xlog:class+load:file=" + loaded,
                "-jar",
                extracted,
                "--server.port=0",
                "--jnvm.heap.path=" + folder.resolve("parcels.heap"))) {
            assertThat(application.wordAfter("Tomcat started on port ")).matches("[0-9]+");
            application.kill();
        }
        String classes = Files.readString(loaded);
        for (String each : CLASSES) {
            assertThat(classes).containsPattern(Pattern.quote(each) + " source: shared objects file");
        }
    }
}
