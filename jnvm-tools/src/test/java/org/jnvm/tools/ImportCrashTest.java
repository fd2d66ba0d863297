package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.PersistTrace;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: in every crash image of an import the heap is sound after recovery, and the new root is there with
 * all that it leads to or not at all; once the import returned it is there.
 */
class ImportCrashTest {
    private static final String EXPECTED = "[first, first, second " + "x".repeat(300) + "]";

    @TempDir
    Path folder;

    @Test
    void aCrashLeavesTheWholeImportOrNothing() throws Exception {
        Path source = folder.resolve("source.heap");
        try (Heap heap = Heap.create(source, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            PString first = new PString("first");
            heap.root().put("array", new PArray<>(new Object[] {first, first, new PString("second " + "x".repeat(300))
            }));
        }
        Path target = folder.resolve("target.heap");
        try (Heap heap = Heap.create(target, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("own", new PString("own"));
        }
        PersistTrace trace = new PersistTrace();
        trace.start();
        HeapTools.importInto(source, null, target, "new", HeapOptions.defaults().recorder(trace), ToolProgress.NONE);
        trace.ack();

        CrashImages images = new CrashImages(trace, this::judge, 1);
        assertThat(images.explore(Set.of(), 20)).isNull();
        assertThat(images.images()).isGreaterThan(20);
    }

    private String judge(byte[] image, int acknowledged, int started) {
        Path file = folder.resolve("image.heap");
        try {
            Files.write(file, image);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            if (!heap.check().isSound()) {
                return heap.check().toString();
            }
            if (!heap.root().get("own").toString().equals("own")) {
                return "own root lost";
            }
            PArray<?> array = (PArray<?>) heap.root().get("new");
            if (array == null) {
                return acknowledged == 0 ? null : "acknowledged import lost";
            }
            StringBuilder seen = new StringBuilder("[");
            for (int i = 0; i < array.length(); i++) {
                seen.append(i == 0 ? "" : ", ").append(array.get(i));
            }
            return seen.append("]").toString().equals(EXPECTED) ? null : "imported " + seen;
        } catch (JnvmException e) {
            return e.toString();
        }
    }
}
