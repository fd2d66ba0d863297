package org.jnvm.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store may do to the bytes of a field is noticed. */
class FieldBytesTest {
    private static final int FROM = 3;
    private static final long VERSION = 1L << 32 | 7;

    private static byte[] field(int length) {
        byte[] bytes = new byte[FROM + length + 1];
        FieldBytes.fill(bytes, FROM, length, 42, 5, VERSION);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 23, 100})
    void aFieldIsReadBackWithItsVersion(int length) {
        byte[] bytes = field(length);
        assertThat(FieldBytes.check(bytes, FROM, length, 42, 5)).isEqualTo(VERSION);
        assertThat(FieldBytes.record(bytes, FROM, 5)).isEqualTo(42);
        assertThat(bytes[FROM - 1]).isZero();
        assertThat(bytes[FROM + length]).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 23, 100})
    void everyBitCounts(int length) {
        for (int bit = 0; bit < length * Byte.SIZE; bit++) {
            byte[] bytes = field(length);
            bytes[FROM + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThatThrownBy(() -> FieldBytes.check(bytes, FROM, length, 42, 5))
                    .as("bit %s", bit)
                    .isInstanceOf(WrongDataException.class)
                    .hasMessageContaining("record=42, field=5, version=");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 100})
    void theBytesOfAnotherFieldOrRecordAreWrong(int length) {
        byte[] bytes = field(length);
        assertThatThrownBy(() -> FieldBytes.check(bytes, FROM, length, 42, 4)).isInstanceOf(WrongDataException.class);
        assertThatThrownBy(() -> FieldBytes.check(bytes, FROM, length, 41, 5)).isInstanceOf(WrongDataException.class);
    }
}
