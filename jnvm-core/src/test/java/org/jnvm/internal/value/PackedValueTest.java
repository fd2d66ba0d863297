package org.jnvm.internal.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.jnvm.internal.layout.ValueCode;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

/** What is read of words is what the decoder reads of bytes, and nothing else. */
class PackedValueTest {
    private static final List<Function<Random, Object>> KINDS = List.of(
            random -> random.nextLong() >> random.nextInt(64),
            random -> random.nextInt() >> random.nextInt(32),
            random -> (short) random.nextInt(),
            random -> (byte) random.nextInt(),
            random -> (char) random.nextInt(),
            Random::nextBoolean,
            random -> Float.intBitsToFloat(random.nextInt()),
            random -> Double.longBitsToDouble(random.nextLong()),
            random -> new UUID(random.nextLong(), random.nextLong()),
            random -> LocalDate.ofEpochDay(random.nextInt() >> random.nextInt(32)),
            random -> List.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, -1L, Integer.MIN_VALUE, LocalDate.EPOCH)
                    .get(random.nextInt(6)));

    private final ValueDecoder decoder = new ValueDecoder(new NoNames(), new StoredForms());
    private final ValueCodec codec = new ValueCodec(new NoNames(), name -> {
        throw new AssertionError(name);
    });

    /** Values without names need none. */
    private static final class NoNames implements ValueNames {
        @Override
        public int number(String className, String form) {
            throw new AssertionError(className);
        }

        @Override
        public String className(int number) {
            return null;
        }

        @Override
        public String form(int number) {
            throw new AssertionError(number);
        }

        @Override
        public Object constantOf(int number, Class<?> type) {
            throw new AssertionError(number);
        }
    }

    private static long word(byte[] bytes, int index) {
        long word = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            word = word << Byte.SIZE | bytes[index * Long.BYTES + i] & 0xFF;
        }
        return word;
    }

    private static Object read(byte[] words, int length) {
        return PackedValue.read(length, word(words, 0), word(words, 1), word(words, 2));
    }

    private static boolean isEqual(Object wanted, byte[] words, int length) {
        return PackedValue.isEqual(wanted, length, word(words, 0), word(words, 1), word(words, 2));
    }

    @Test
    void readsAndComparesWhatWasWritten(@Seed("packed values") Random random) {
        byte[] words = new byte[PackedValue.MOST_BYTES];
        for (int i = 0; i < 20_000; i++) {
            Object value = KINDS.get(random.nextInt(KINDS.size())).apply(random);
            byte[] encoded = codec.encode(value);
            random.nextBytes(words); // what lies behind the value is any
            System.arraycopy(encoded, 0, words, 0, encoded.length);
            assertThat(read(words, encoded.length)).isEqualTo(value);
            assertThat(isEqual(value, words, encoded.length)).isTrue();
            Object other = KINDS.get(random.nextInt(KINDS.size())).apply(random);
            assertThat(isEqual(other, words, encoded.length)).isEqualTo(value.equals(other));
            assertThat(isEqual("text", words, encoded.length)).isFalse();
        }
    }

    @Test
    void whatIsReadOfAnyBytesIsWhatTheDecoderReads(@Seed("bytes") Random random) {
        byte[] words = new byte[PackedValue.MOST_BYTES];
        int readHere = 0;
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(words);
            words[0] = (byte) random.nextInt(ValueCode.OTHER + 2);
            int length = random.nextInt(PackedValue.MOST_BYTES + 1);
            for (int at = 1; at < length - 1; at++) {
                words[at] |= random.nextInt(16) == 0 ? 0 : (byte) 0x80;
            }
            if (length > 1 && random.nextBoolean()) {
                words[length - 1] &= 0x7F;
            }
            Object here = read(words, length);
            if (here != null) {
                readHere++;
                assertThat(decoder.decode(Arrays.copyOf(words, length))).isEqualTo(here);
            }
        }
        assertThat(readHere).isGreaterThan(1000);
    }

    @Test
    void hashesAreThoseOfTheBytes(@Seed("hashes") Random random) {
        for (int i = 0; i < 2_000; i++) {
            LocalDate date = LocalDate.ofEpochDay(random.nextInt() >> random.nextInt(32));
            UUID id = new UUID(random.nextLong(), random.nextLong());
            for (Object value : List.of(date, id)) {
                byte[] encoded = codec.encode(value);
                assertThat(codec.hashCode(value))
                        .isEqualTo(Arrays.hashCode(Arrays.copyOfRange(encoded, 1, encoded.length)));
            }
        }
    }
}
