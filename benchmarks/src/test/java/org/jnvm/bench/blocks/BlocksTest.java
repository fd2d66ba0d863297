package org.jnvm.bench.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Supplier;
import org.jnvm.bench.blocks.BlockPatterns.Pattern;
import org.junit.jupiter.api.Test;

/** What is timed reads and writes what it should. */
class BlocksTest {
    private static final int MIB = 1 << 20;
    private static final int BLOCKS = MIB / BlockMemory.BLOCK_BYTES;

    private static final List<Supplier<BlockMemory>> BOTH =
            List.of(() -> new RawBlocks(MIB), () -> new ProxyBlocks(MIB));

    @Test
    void aBlockHoldsWhatWasWritten() {
        for (Supplier<BlockMemory> kind : BOTH) {
            try (BlockMemory memory = kind.get()) {
                long words = memory.bytes() / Long.BYTES;
                memory.write(0, 3);
                memory.write(BLOCKS - 1, 5);
                assertThat(memory.sum(0)).isEqualTo(3 * words);
                assertThat(memory.sum(BLOCKS - 1)).isEqualTo(5 * words);
                assertThat(memory.touch(0)).isEqualTo(4 * 3);
                assertThat(memory.sum(1)).isZero();
            }
        }
    }

    @Test
    void patternsGoToAllBlocksAndStayInside() {
        for (Supplier<BlockMemory> kind : BOTH) {
            try (BlockMemory memory = kind.get()) {
                BlockPatterns patterns = new BlockPatterns(memory, BLOCKS);
                patterns.run(Pattern.SEQUENTIAL_WRITE); // a piece is as many blocks as there are
                for (long block = 0; block < BLOCKS; block++) {
                    assertThat(memory.sum(block)).isPositive();
                }
                long all = 0;
                for (long block = 0; block < BLOCKS; block++) {
                    all += memory.sum(block);
                }
                patterns.run(Pattern.SEQUENTIAL_READ);
                assertThat(patterns.sink()).isEqualTo(all);
                for (Pattern pattern : Pattern.values()) {
                    patterns.run(pattern);
                }
            }
        }
    }

    @Test
    void theInstructionOfAJdkIsTheBestThatItNames() {
        assertThat(WriteBack.best("[os,cpu] CPU: total 2, clflush, clflushopt, clwb, avx"))
                .isEqualTo(WriteBack.CLWB);
        assertThat(WriteBack.best("clflush, clflushopt, avx")).isEqualTo(WriteBack.CLFLUSHOPT);
        assertThat(WriteBack.best("clflush")).isEqualTo(WriteBack.CLFLUSH);
        assertThatThrownBy(() -> WriteBack.best("avx")).hasMessageContaining("features=avx");
    }
}
