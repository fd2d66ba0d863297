package org.jnvm.bench.fa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.micro.Zipfian;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Benchmarks of failure-atomic blocks do what their names say. */
class FaBenchmarkTest {
    @ParameterizedTest
    @ValueSource(strings = {"PAGE_CACHE", "NVMM_EMULATED"})
    void eachOperationWritesWhatItSays(String domain) throws Exception {
        try (Folder folder = new Folder();
                JnvmFa contender = (JnvmFa) FaContender.open(domain, folder.file("fa.heap"));
                AutoCloseable scope = contender.enterThread()) {
            long value = 0;
            for (Operation operation : Operation.of(domain)) {
                operation.run(contender, 1, ++value);
                long written = value;
                long objects = IntStream.range(0, FaContender.OBJECTS)
                        .filter(i -> contender.value(1, i, 0) == written)
                        .count();
                assertThat(objects)
                        .as(operation.name())
                        .isEqualTo(
                                switch (operation) {
                                    case EMPTY, REPLACE -> 0;
                                    case WRITE_1, WRITE_13, WRITE_ALL, INNER_UNDONE -> 1;
                                    case WRITE_4 -> 4;
                                    case WRITE_16 -> 16;
                                    case WRITE_256 -> 256;
                                    case NESTED -> 3;
                                });
                if (operation == Operation.WRITE_13) {
                    assertThat(contender.value(1, 0, 12)).isEqualTo(written);
                    assertThat(contender.value(1, 0, 13)).isNotEqualTo(written);
                }
                if (operation == Operation.WRITE_ALL) {
                    assertThat(contender.value(1, 0, FaContender.FIELDS - 1)).isEqualTo(written);
                }
                assertThat(contender.value(0, 0, 0)).isZero();
            }
        }
    }

    @Test
    void everyMapBenchmarkChangesHalfOfTheTime() {
        FaMapBenchmark benchmark = new FaMapBenchmark();
        FaMapBenchmark.Records records = new FaMapBenchmark.Records();
        records.domain = DurabilityDomain.PAGE_CACHE;
        records.open();
        try {
            int reads = 0;
            for (int i = 0; i < 2000; i++) {
                for (long sum : new long[] {
                    benchmark.replace(records),
                    benchmark.replaceInBlock(records),
                    benchmark.fields(records),
                    benchmark.fieldsInBlock(records)
                }) {
                    if (sum != 0) { // 1 + 2 + 3, and four times the value
                        assertThat(sum % 4).isEqualTo(2);
                        reads++;
                    }
                }
            }
            assertThat(reads).isBetween(3500, 4500);
            assertThat(records.map).hasSize(FaMapBenchmark.Records.COUNT);
        } finally {
            records.close();
        }
    }

    @Test
    void fewKeysGetMostOfTheZipfianAccesses() {
        Zipfian zipfian = new Zipfian(1000, 1);
        int[] counts = new int[1000];
        for (int i = 0; i < 100_000; i++) {
            counts[zipfian.next()]++;
        }
        int[] sorted = IntStream.of(counts).sorted().toArray();
        assertThat(sorted[999]).isBetween(10_000, 16_000); // 1 / zeta(1000) is 0.13
        assertThat(IntStream.of(sorted).skip(900).sum()).isGreaterThan(50_000);
    }
}
