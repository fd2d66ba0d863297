package org.jnvm.bench.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.ycsb.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Structures keep what they are told, and what is wrong is found. LLPL is run by the figure. */
class WorkloadTest {
    private static final int COUNT = 3_000;

    static Stream<Arguments> all() {
        return Arrays.stream(Workload.values())
                .flatMap(workload -> workload.contenders().stream()
                        .filter(contender -> !contender.isLlpl())
                        .flatMap(contender -> contender.durabilities().stream()
                                .map(durability -> Arguments.of(workload, contender, durability))));
    }

    @ParameterizedTest
    @MethodSource("all")
    void isDoneTwice(Workload workload, Contender contender, Durability durability) throws Exception {
        int threads = workload == Workload.YCSB ? 2 : 1;
        try (Folder folder = new Folder();
                Structure structure =
                        contender.open(folder.file("file"), StructureProcess.fileBytes(COUNT), durability)) {
            Phases phases = new Phases(structure, threads);
            workload.run(structure, phases, COUNT, threads);
            workload.run(structure, phases, COUNT, threads);
            assertThat(phases.lines()).hasSize(6).allMatch(line -> line.startsWith("RESULT "));
        }
    }

    /** A map that does not do everything. */
    private static LongMap losing(int oneIn) {
        return new VolatileMap(
                new TreeMap<>() {
                    private static final long serialVersionUID = 1L;
                    private int updates;

                    @Override
                    public Long put(Long key, Long value) {
                        boolean lost = containsKey(key) && ++updates % oneIn == 0;
                        return lost ? get(key) : super.put(key, value);
                    }
                },
                () -> {});
    }

    @Test
    void aLostUpdateIsFound() throws Exception {
        LongMap map = losing(50);
        assertThatThrownBy(() -> Workload.YCSB.run(map, new Phases(map, 1), COUNT, 1))
                .hasMessageContaining("update was lost");
        LongMap right = losing(Integer.MAX_VALUE);
        Workload.YCSB.run(right, new Phases(right, 1), COUNT, 1);
    }

    @Test
    void aWrongNumberIsFound() {
        VolatileList list = new VolatileList();
        list.add(1);
        assertThatThrownBy(() -> Workload.LIST.run(list, new Phases(list, 1), COUNT, 1))
                .hasMessageContaining("not what was written");
        TreeMap<Long, Long> wrong = new TreeMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public Long get(Object key) {
                return super.get(key) + 1;
            }
        };
        LongMap map = new VolatileMap(wrong, () -> {});
        assertThatThrownBy(() -> Workload.TREE.run(map, new Phases(map, 1), COUNT, 1))
                .hasMessageContaining("not what was written");
    }

    @Test
    void aValueTellsItsKeyAndVersion() {
        long key = Numbers.key(5);
        assertThat(Numbers.version(key, Numbers.value(key, 7))).isEqualTo(7);
        assertThatThrownBy(() -> Numbers.version(Numbers.key(6), Numbers.value(key, 7)))
                .hasMessageContaining("none of its key");
        assertThatThrownBy(() -> Numbers.version(key, 0)).hasMessageContaining("none of its key");
    }
}
