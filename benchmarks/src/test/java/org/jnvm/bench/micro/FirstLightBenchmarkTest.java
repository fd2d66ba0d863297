package org.jnvm.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.DurabilityDomain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The benchmark measures what it says: baseline and proxies read and write the same values. */
class FirstLightBenchmarkTest {
    private static final long SUM_AT_START = (long) Cells.COUNT * (Cells.COUNT - 1) / 2;

    private final FirstLightBenchmark benchmark = new FirstLightBenchmark();
    private final Cells cells = new Cells();
    private final CellsWithOther cellsWithOther = new CellsWithOther();
    private final RawCells raw = new RawCells();

    @BeforeEach
    void open() {
        cells.domain = DurabilityDomain.NVMM_EMULATED;
        cells.open();
        cellsWithOther.domain = DurabilityDomain.PAGE_CACHE;
        raw.open();
    }

    @AfterEach
    void close() {
        cells.close();
        raw.close();
    }

    @Test
    void rawAndProxiesReadTheSame() {
        assertThat(benchmark.proxyReadMany(cells)).isEqualTo(SUM_AT_START);
        assertThat(benchmark.rawReadMany(raw)).isEqualTo(SUM_AT_START);
        assertThat(benchmark.baseReadMany(raw)).isEqualTo(SUM_AT_START);
        assertThat(benchmark.proxyReadOne(cells)).isEqualTo(Cells.COUNT / 2);
        assertThat(benchmark.rawReadOne(raw)).isEqualTo(Cells.COUNT / 2);
    }

    @Test
    void rawAndProxiesWriteTheSame() {
        cells.next = 1_000_000;
        raw.next = 1_000_000;
        benchmark.proxyWriteMany(cells);
        benchmark.rawWriteMany(raw);
        for (int i = 0; i < Cells.COUNT; i++) {
            assertThat(cells.cells[i].value()).isEqualTo(1_000_000 + i);
            assertThat(raw.cells[i].value()).isEqualTo(1_000_000 + i);
            assertThat(raw.based[i].value()).isEqualTo(1_000_000 + i);
        }
        benchmark.baseWriteMany(raw);
        assertThat(raw.cells[1].value()).isEqualTo(1_000_002);
        benchmark.proxyWriteOne(cells);
        benchmark.rawWriteOne(raw);
        assertThat(cells.one.value()).isEqualTo(1_000_001);
        assertThat(raw.one.value()).isEqualTo(1_000_002);
    }

    @Test
    void segmentsReadAndWriteTheSame() {
        if (!RawMemory.SEGMENTS) {
            return;
        }
        RawCells.Segment segment = new RawCells.Segment();
        segment.open();
        try {
            assertThat(benchmark.segmentReadMany(segment)).isEqualTo(SUM_AT_START);
            segment.next = 5;
            benchmark.segmentWriteMany(segment);
            assertThat(segment.cells[7].value()).isEqualTo(12);
        } finally {
            segment.close();
        }
    }

    @Test
    void otherThreadIsInItsBlockWhileProxiesAreReadAndWritten() {
        cellsWithOther.open();
        try {
            assertThat(benchmark.otherInFaReadMany(cellsWithOther)).isEqualTo(SUM_AT_START);
            cellsWithOther.next = 10;
            benchmark.otherInFaWriteMany(cellsWithOther);
            assertThat(cellsWithOther.cells[3].value()).isEqualTo(13);
            assertThat(cellsWithOther.otherIsInside()).isTrue();
        } finally {
            cellsWithOther.close();
        }
    }

    @Test
    void aBlockReadsWhatOthersWrote() {
        assertThat(benchmark.inFaReadMany(cells)).isEqualTo(SUM_AT_START);
    }

    @Test
    void blocksCommitWhatTheyWrite() {
        cells.next = 70;
        benchmark.faWriteOne(cells);
        assertThat(cells.one.value()).isEqualTo(70);
        benchmark.faEmpty(cells);
        assertThat(cells.one.value()).isEqualTo(70);
    }

    @Test
    void allocationTakesNoFurtherBlocks() {
        for (int i = 0; i < 1_000_000; i++) { // 244 MiB if the 64 MiB heap did not take its blocks back
            benchmark.allocateFree(cells);
        }
        assertThat(benchmark.proxyReadMany(cells)).isEqualTo(SUM_AT_START);
    }

    @Test
    void countsAreOfSingleOperations() {
        PersistCounts.Row write = PersistCounts.count().get(0);
        assertThat(write.stores()).isEqualTo(1);
        assertThat(write.writeBacks()).isZero();
        assertThat(write.fences()).isZero();
    }
}
