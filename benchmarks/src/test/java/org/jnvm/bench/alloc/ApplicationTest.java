package org.jnvm.bench.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.HeapOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ApplicationTest {
    private static final int ACKERMANN_INTS = 1000;

    /** Arrays of Java; keeps what was allocated, and how often something was freed. */
    private static final class Observed extends JavaContender {
        private final List<Integer> allocated = new ArrayList<>();
        private int freed;

        @Override
        public Ints ints(int count) {
            allocated.add(count * Integer.BYTES);
            Ints array = super.ints(count);
            return new Ints() {
                @Override
                public int get(int index) {
                    return array.get(index);
                }

                @Override
                public void set(int index, int value) {
                    array.set(index, value);
                }

                @Override
                public void free() {
                    freed++;
                }
            };
        }
    }

    /** The sizes of Poseidon's section 7.4. */
    @ParameterizedTest
    @CsvSource({"QUEENS, 32, 1", "KRUSKAL, 512, 3", "ACKERMANN, 4000, 1"})
    void whatIsAllocatedIsOfThePapersSizesAndFreed(Application application, int bytes, int blocks) {
        Observed contender = new Observed();
        application.check(contender, ACKERMANN_INTS);
        assertThat(contender.allocated).hasSize(blocks).containsOnly(bytes);
        assertThat(contender.freed).isEqualTo(blocks);
    }

    @ParameterizedTest
    @EnumSource
    void theResultIsRightInAPersistentHeap(Application application, @TempDir Path folder) throws Exception {
        try (Contender contender =
                        Contenders.open("PAGE_CACHE", folder.resolve("heap"), 32 << 20, HeapOptions.defaults());
                AutoCloseable scope = contender.enterThread()) {
            for (int run = 0; run < 100; run++) {
                application.check(contender, ACKERMANN_INTS);
            }
        }
    }

    @Test
    void aWrongResultIsRefused() {
        Contender forgetful = new NoContender() {
            @Override
            public Ints ints(int count) {
                return new Ints() {
                    @Override
                    public int get(int index) {
                        return 0;
                    }

                    @Override
                    public void set(int index, int value) {
                        // is lost
                    }

                    @Override
                    public void free() {
                        // there is nothing
                    }
                };
            }
        };
        assertThatThrownBy(() -> Application.KRUSKAL.check(forgetful, ACKERMANN_INTS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("application=KRUSKAL, found=0, expected=7");
    }
}
