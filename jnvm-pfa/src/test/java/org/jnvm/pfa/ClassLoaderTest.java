package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jnvm.Heap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: when a program has closed its heap and its threads have ended, its class loader and the heap can be collected, as where
 * a program is started anew in the same JVM again and again.
 */
class ClassLoaderTest {
    @TempDir
    Path folder;

    /** What a program had that has ended. */
    private record Remains(WeakReference<Version> loader, WeakReference<Heap> heap) {}

    private Remains runProgram() throws ReflectiveOperationException, InterruptedException, ExecutionException {
        Version program = Version.of("number J");
        FutureTask<Heap> work = new FutureTask<>(() -> program.run(() -> {
            Heap heap = Heap.openOrCreate(folder.resolve("test.heap"), 1 << 20);
            try (Heap.Scope scope = heap.enter()) {
                Evolvable object = (Evolvable) heap.root().get("object");
                heap.atomically(() -> {
                    Evolvable changed = object == null ? program.make() : object;
                    changed.put("number", changed.get("number") + 1);
                    heap.root().put("object", changed);
                });
            }
            return heap;
        }));
        Thread thread = new Thread(work);
        thread.start();
        Heap heap = work.get();
        thread.join();
        heap.close();
        return new Remains(new WeakReference<>(program), new WeakReference<>(heap));
    }

    @Test
    void nothingKeepsTheClassesOfAProgramThatHasEnded() throws Exception {
        Remains first = runProgram();
        Remains second = runProgram();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (first.loader.get() != null || second.loader.get() != null || second.heap.get() != null) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            System.gc();
        }
        assertThat(first.heap.get()).isNull();
    }
}
