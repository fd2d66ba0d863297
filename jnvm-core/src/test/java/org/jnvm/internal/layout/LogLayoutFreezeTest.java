package org.jnvm.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The format of the redo log, as literals; see {@code LayoutFreezeTest} of the core. */
class LogLayoutFreezeTest {
    @Test
    void places() {
        assertThat(LogLayout.NEXT_LOG_OFFSET).isEqualTo(8);
        assertThat(LogLayout.NUMBER_OFFSET).isEqualTo(16);
        assertThat(LogLayout.COUNT_OFFSET).isEqualTo(24);
        assertThat(LogLayout.CHECKSUM_OFFSET).isEqualTo(32);
        assertThat(LogLayout.UNITS_OFFSET).isEqualTo(40);
        assertThat(LogLayout.SLAVE_UNITS_OFFSET).isEqualTo(8);
        assertThat(LogLayout.UNIT_BYTES).isEqualTo(16);
        assertThat(LogLayout.MASTER_UNITS).isEqualTo(13);
        assertThat(LogLayout.SLAVE_UNITS).isEqualTo(15);
        assertThat(LogLayout.blockOf(12)).isEqualTo(0);
        assertThat(LogLayout.offsetOf(12)).isEqualTo(232);
        assertThat(LogLayout.blockOf(13)).isEqualTo(1);
        assertThat(LogLayout.offsetOf(13)).isEqualTo(8);
        assertThat(LogLayout.blockOf(27)).isEqualTo(1);
        assertThat(LogLayout.offsetOf(27)).isEqualTo(232);
        assertThat(LogLayout.blockOf(28)).isEqualTo(2);
    }

    @Test
    void entries() {
        assertThat(LogLayout.COPY).isEqualTo(1);
        assertThat(LogLayout.VALIDATE).isEqualTo(2);
        assertThat(LogLayout.FREE).isEqualTo(3);
        assertThat(LogLayout.WORD).isEqualTo(4);
        assertThat(LogLayout.RUN).isEqualTo(5);
        assertThat(LogLayout.CONTENT).isEqualTo(6);
        assertThat(LogLayout.content(3, 0x1234_5678_9ABC_DEF0L)).isEqualTo(0x0003_1234_5678_9ABCL);
        assertThat(LogLayout.contentWords(0x0003_1234_5678_9ABCL)).isEqualTo(3);
        assertThat(LogLayout.unitsOf(1)).isEqualTo(1);
        assertThat(LogLayout.unitsOf(2)).isEqualTo(1);
        assertThat(LogLayout.unitsOf(31)).isEqualTo(16);
        assertThat(LogLayout.head(4, 0x1234_5678_9ABCL)).isEqualTo(0x0400_1234_5678_9ABCL);
        assertThat(LogLayout.kind(0x0400_1234_5678_9ABCL)).isEqualTo(4);
        assertThat(LogLayout.target(0x0400_1234_5678_9ABCL)).isEqualTo(0x1234_5678_9ABCL);
    }

    /** By hand: the factor 9E3779B97F4A7C15 once, xored with its upper half. */
    @Test
    void checksum() {
        assertThat(LogLayout.CHECKSUM_START).isEqualTo(0x4A4E_564D_4C4F_4733L);
        assertThat(LogLayout.mix(0, 1)).isEqualTo(0x9E37_79B9_E17D_05ACL);
        assertThat(LogLayout.mix(1, 0)).isEqualTo(0x9E37_79B9_E17D_05ACL);
        assertThat(LogLayout.mix(3, 3)).isZero();
    }
}
