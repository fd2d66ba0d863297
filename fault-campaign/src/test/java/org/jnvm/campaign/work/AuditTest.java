package org.jnvm.campaign.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.Heap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What looks for losses finds them. */
class AuditTest {
    private static final int THREADS = 3;
    private static final int OPERATIONS = 200;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(WorkName.class)
    void operationsThatAreMissingOrTooManyAreNoticed(WorkName name) {
        Work work = Work.of(name, 5, THREADS, () -> Heap.create(folder.resolve("b.heap"), 8 << 20));
        try (Heap heap = Heap.create(folder.resolve("a.heap"), 8 << 20);
                Heap.Scope scope = heap.enter()) {
            work.found(heap);
            work.attach(heap);
            assertThat(losses(work, 0, 0, 0)).isEmpty();
            for (int number = 1; number <= OPERATIONS; number++) {
                for (int thread = 0; thread < THREADS; thread++) {
                    work.operate(thread, number);
                }
            }
            assertThat(losses(work, OPERATIONS, OPERATIONS, OPERATIONS)).isEmpty();
            assertThat(losses(work, OPERATIONS, OPERATIONS - 1, OPERATIONS))
                    .as("in flight, and done")
                    .isEmpty();
            // the operations at the end that leave no trace, at most
            assertThat(losses(work, OPERATIONS, OPERATIONS + 20, OPERATIONS)).hasSize(1);
            assertThat(losses(work, OPERATIONS, OPERATIONS, OPERATIONS - 20)).hasSize(1);
            // those that need not be durable may be missing, or there
            long[] some = {OPERATIONS - 50, OPERATIONS, OPERATIONS - 3};
            assertThat(losses(work, some, new long[] {OPERATIONS, OPERATIONS, OPERATIONS - 1}))
                    .isEmpty();
            assertThat(losses(work, some, new long[] {OPERATIONS + 50, OPERATIONS, OPERATIONS + 9}))
                    .isEmpty();
            assertThat(losses(work, some, new long[] {OPERATIONS - 20, OPERATIONS, OPERATIONS}))
                    .hasSize(1);
            work.close();
        }
    }

    /** Instead of a second heap, where the work has one only. */
    static Heap noOther() {
        throw new AssertionError("this work has one heap");
    }

    private static List<String> losses(Work work, long... acknowledged) {
        return losses(work, acknowledged, acknowledged);
    }

    private static List<String> losses(Work work, long[] durable, long[] acknowledged) {
        List<String> losses = new ArrayList<>();
        work.audit(durable, acknowledged, losses);
        return losses;
    }
}
