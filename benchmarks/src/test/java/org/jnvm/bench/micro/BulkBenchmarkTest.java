package org.jnvm.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.jnvm.DurabilityDomain;
import org.junit.jupiter.api.Test;

/** All copies copy the whole array. */
class BulkBenchmarkTest {
    private final BulkBenchmark benchmark = new BulkBenchmark();
    private final BulkBenchmark.Arrays arrays = new BulkBenchmark.Arrays();

    @Test
    void everyCopyIsComplete() {
        arrays.bytes = 100_003;
        arrays.open();
        BulkBenchmark.Persistent persistent = new BulkBenchmark.Persistent();
        persistent.domain = DurabilityDomain.NVMM_EMULATED;
        persistent.open(arrays);
        BulkBenchmark.Mapped mapped = new BulkBenchmark.Mapped();
        mapped.open(arrays);
        try {
            requireCopy(() -> benchmark.arraycopy(arrays));
            benchmark.jnvmWrite(arrays, persistent);
            requireCopy(() -> benchmark.jnvmRead(arrays, persistent));
            arrays.one[5] = 77;
            benchmark.jnvmWriteDurably(arrays, persistent);
            requireCopy(() -> benchmark.jnvmRead(arrays, persistent));
            arrays.one[6] = 78;
            benchmark.copyMemoryWrite(arrays, mapped);
            requireCopy(() -> benchmark.copyMemoryRead(arrays, mapped));
            arrays.one[7] = 79;
            benchmark.byteBufferPut(arrays, mapped);
            requireCopy(() -> benchmark.byteBufferGet(arrays, mapped));
        } finally {
            persistent.close();
            mapped.close();
        }
    }

    private void requireCopy(Runnable copy) {
        Arrays.fill(arrays.two, (byte) -1);
        copy.run();
        assertThat(Arrays.mismatch(arrays.one, arrays.two)).isEqualTo(-1);
    }
}
