package org.jnvm.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All ways to write back store the same values at the same places, so that their times compare. */
class PwbBenchmarkTest {
    private final PwbBenchmark benchmark = new PwbBenchmark();
    private final PwbBenchmark.File file = new PwbBenchmark.File();

    @BeforeEach
    void open() {
        file.open();
    }

    @AfterEach
    void close() {
        file.close();
    }

    private void expect(Runnable operation, int step) {
        long value = file.next;
        operation.run();
        assertThat(file.next).isEqualTo(value + 1);
        for (int at = 0; at < 256 * 64; at += step) {
            assertThat(RawMemory.getLong(file.address + at)).isEqualTo(value);
        }
    }

    @Test
    void linesAndBlocksAreStored() {
        file.next = 7;
        expect(() -> benchmark.intrinsicDirty(file), 64);
        expect(() -> benchmark.intrinsicDurable(file), 64);
        expect(() -> benchmark.intrinsicBlock(file), 8);
        expect(() -> benchmark.rangeDurable(file), 64);
        expect(() -> benchmark.rangeBlock(file), 8);
        expect(() -> benchmark.forceDurable(file), 64);
        expect(() -> benchmark.forceBlock(file), 8);
        if (PwbMethods.PATCHED) {
            expect(() -> benchmark.patchedDirty(file), 64);
            expect(() -> benchmark.patchedDurable(file), 64);
            expect(() -> benchmark.patchedBlock(file), 8);
        }
    }

    @Test
    void cleanLinesAndFencesStoreNothing() {
        file.next = 7;
        expect(() -> benchmark.intrinsicBlock(file), 8);
        benchmark.intrinsicClean(file);
        benchmark.intrinsicFence(file);
        benchmark.rangeClean(file);
        benchmark.forceClean(file);
        if (PwbMethods.PATCHED) {
            benchmark.patchedClean(file);
            benchmark.patchedFence(file);
        }
        for (int at = 0; at < 256 * 64; at += 8) {
            assertThat(RawMemory.getLong(file.address + at)).isEqualTo(7);
        }
        assertThat(file.next).isEqualTo(8);
    }
}
