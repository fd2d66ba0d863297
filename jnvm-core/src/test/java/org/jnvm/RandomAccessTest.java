package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the system is told of how a heap is accessed. */
@EnabledOnOs(OS.LINUX)
class RandomAccessTest {
    /** Opens a heap, lets it grow, and prints how its mappings are flagged. */
    public static final class Program {
        /** Arguments: the heap file, whether random access is asked for. */
        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            HeapOptions options = HeapOptions.defaults().randomAccess(Boolean.parseBoolean(arguments[1]));
            try (Heap heap = Heap.create(file, 32 << 20, options);
                    Heap.Scope scope = heap.enter()) {
                heap.root().put("object", new Node(1));
                heap.reserve(30 << 20);
                boolean ofHeap = false;
                for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
                    if (line.contains("-") && line.contains(" r")) {
                        ofHeap = line.endsWith(file.toString());
                    } else if (ofHeap && line.startsWith("VmFlags:")) {
                        System.out.println(line.contains(" rr") ? "random" : "as usual");
                    }
                }
            }
        }
    }

    @TempDir
    private Path folder;

    private ChildJvm.Result run(boolean allowed, boolean asked) throws Exception {
        List<String> flags =
                new ArrayList<>(List.of("-cp", Child.classPath(), "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        if (allowed) {
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        Path file = folder.toRealPath().resolve("a" + allowed + asked + ".heap");
        try (ChildJvm child = ChildJvm.start(ChildJvm.command(flags, Program.class, file, asked))) {
            ChildJvm.Result result = child.finish();
            assertThat(result.exit()).as(result.err()).isZero();
            return result;
        }
    }

    @Test
    void isTakenAsAdviceWhereNativeAccessIsAllowed() throws Exception {
        boolean possible = Runtime.version().feature() >= 22;
        ChildJvm.Result result = run(possible, true);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines()).hasSizeGreaterThan(2).containsOnly(possible ? "random" : "as usual");
    }

    @Test
    void isSilentlyIgnoredWhereItIsNotAllowed() throws Exception {
        ChildJvm.Result result = run(false, true);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines()).hasSizeGreaterThan(2).containsOnly("as usual");
    }

    @Test
    void isNotGivenUnasked() throws Exception {
        ChildJvm.Result result = run(Runtime.version().feature() >= 22, false);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines()).hasSizeGreaterThan(2).containsOnly("as usual");
    }
}
