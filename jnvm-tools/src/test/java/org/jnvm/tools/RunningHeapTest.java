package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on heaps that this program has open, from another JVM. */
class RunningHeapTest {
    @TempDir
    Path folder;

    private static String done(Object... args) throws Exception {
        ToolJvm.Result result = ToolJvm.jnvm(args);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out();
    }

    @Test
    void aHeapInUseIsBackedUpAndShown() throws Exception {
        Path file = folder.resolve("used \"*?.heap");
        Path backup = folder.resolve("backup.heap");
        try (Heap heap = Heap.create(file, 16 << 20, HeapOptions.defaults().management(true));
                Heap.Scope scope = heap.enter()) {
            heap.root().put("text", new PString("kept"));
            assertThat(done("stats", file)).contains("domain=PAGE_CACHE", "maximum=16777216");
            assertThat(done("backup", file, "-o", backup)).contains("pause=");
            ToolJvm.Result again = ToolJvm.jnvm("backup", file, "-o", backup);
            assertThat(again.exit()).isEqualTo(3);
            assertThat(again.err()).contains("exists already");
            heap.root().put("text", new PString("later"));
        }
        assertThat(ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("org.jnvm:type=Heap,*"), null))
                .isEmpty();
        try (Heap copy = Heap.open(backup)) {
            assertThat(copy.root().get("text")).hasToString("kept");
        }
        Path closed = folder.resolve("closed.heap");
        assertThat(done("backup", file, "-o", closed)).contains("copied");
        assertThat(Files.mismatch(file, closed)).isEqualTo(-1);
        assertThat(ToolJvm.jnvm("stats", file).err()).contains("no program has the heap open");
    }

    @Test
    void aHeapThatIsNotRegisteredIsRefused() throws Exception {
        Path file = folder.resolve("used.heap");
        try (Heap heap = Heap.create(file, 16 << 20)) {
            ToolJvm.Result result = ToolJvm.jnvm("backup", file, "-o", folder.resolve("backup"));
            assertThat(result.exit()).isEqualTo(3);
            assertThat(result.err()).contains("HeapOptions.management(true)", file.toString());
        }
    }
}
