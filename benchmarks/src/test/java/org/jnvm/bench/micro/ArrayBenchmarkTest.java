package org.jnvm.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The benchmark measures what it says: the three kinds of arrays hold, and take, the same values. */
class ArrayBenchmarkTest {
    @Test
    void readsAndWritesTheSame() {
        ArrayBenchmark benchmark = new ArrayBenchmark();
        Longs longs = new Longs();
        longs.open();
        try {
            long sum = (long) Longs.COUNT * (Longs.COUNT - 1) / 2;
            assertThat(benchmark.javaArrayRead(longs)).isEqualTo(sum);
            assertThat(benchmark.rawArrayRead(longs)).isEqualTo(sum);
            assertThat(benchmark.arrayRead(longs)).isEqualTo(sum);
            for (int kind = 0; kind < 3; kind++) {
                longs.next = 100;
                switch (kind) {
                    case 0 -> benchmark.javaArrayWrite(longs);
                    case 1 -> benchmark.rawArrayWrite(longs);
                    default -> benchmark.arrayWrite(longs);
                }
            }
            for (int i = 0; i < Longs.COUNT; i++) {
                int index = longs.order[i];
                assertThat(longs.java[index]).isEqualTo(100 + i);
                assertThat(RawMemory.getLong(longs.raw + 8L * index)).isEqualTo(100 + i);
                assertThat(longs.persistent.get(index)).isEqualTo(100 + i);
            }
        } finally {
            longs.close();
        }
    }
}
