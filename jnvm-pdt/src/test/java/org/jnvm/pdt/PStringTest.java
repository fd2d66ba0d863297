package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Identity;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A PString against the String that it was made from. */
class PStringTest extends DataTypeTest {
    private static final long SEED = Seeds.of("PString");

    static Stream<String> texts() {
        return Stream.of(
                "",
                "a",
                "Hello, NVMM!",
                "1234567",
                "12345678",
                "123456789",
                "\0\0",
                "\0",
                "\u00e4\u00ff\u0080",
                "\u0100",
                "price: 3 \u20ac",
                "\u07ff\u0800\uffff",
                "\ud83d\ude00 smile \ud83d\ude00",
                "\ud800",
                "\udc00\ud800",
                "x\ud83dy\ude00",
                "\ud83d\ude00\ud83d",
                "l".repeat(232),
                "l".repeat(233),
                "l".repeat(3_000) + "m",
                "\u00fc".repeat(1_000),
                "\u20ac".repeat(1_000) + "x",
                "\ud83d\ude00".repeat(333) + "\u00e4",
                "\ud800".repeat(777),
                "long ".repeat(300_000),
                "\u20ac".repeat(400_000));
    }

    private static void same(PString actual, String expected) {
        assertThat(actual.toString()).isEqualTo(expected);
        assertThat(actual.hashCode()).isEqualTo(expected.hashCode());
        assertThat(actual.length()).isEqualTo(expected.length());
        assertThat(actual.isEmpty()).isEqualTo(expected.isEmpty());
        assertThat(actual.contentEquals(expected)).isTrue();
        assertThat(actual.contentEquals(new StringBuilder(expected))).isTrue();
        assertThat(actual.contentEquals(expected + "\0")).isFalse();
        assertThat(actual.contentEquals(expected + "\ud800")).isFalse();
        assertThat(CharSequence.compare(actual, expected)).isZero(); // reads each charAt
        assertThat(actual.chars().toArray()).isEqualTo(expected.chars().toArray());
        assertThat(actual.chars().count()).isEqualTo(expected.length());
        assertThat(actual.codePoints().toArray())
                .isEqualTo(expected.codePoints().toArray());
        int half = expected.length() / 2;
        assertThat(actual.subSequence(half, expected.length())).hasToString(expected.substring(half));
        assertThat(actual.subSequence(half / 2, half)).hasToString(expected.substring(half / 2, half));
        if (!expected.isEmpty()) {
            assertThat(actual.contentEquals(expected.substring(1))).isFalse();
            assertThat(actual.contentEquals(expected.substring(0, expected.length() - 1) + "\u1234"))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void holdsAnyTextAndAfterARestartToo(String text) {
        PString string = s(text);
        same(string, text);
        heap.root().put("s", string);
        for (Restart how : Restart.values()) {
            restart(how);
            PString again = heap.root().get("s", PString.class);
            same(again, text);
            assertThatObject(again).isEqualTo(s(text)).isEqualTo(new PString(new StringBuilder(text)));
        }
        assertThat(heap.recovery().nullifiedReferences()).isZero();
    }

    @Test
    void comparesAsStringDoes() {
        texts().forEach(a -> texts().limit(22).forEach(b -> {
            if (a.length() < 10_000) {
                PString first = s(a);
                PString second = s(b);
                assertThat(Integer.signum(first.compareTo(second))).isEqualTo(Integer.signum(a.compareTo(b)));
                assertThat(Integer.signum(first.compareTo(b))).isEqualTo(Integer.signum(a.compareTo(b)));
                assertThat(Integer.signum(PString.ORDER.compare(a, second))).isEqualTo(Integer.signum(a.compareTo(b)));
                assertThat(Integer.signum(PString.ORDER.compare(first, second)))
                        .isEqualTo(Integer.signum(a.compareTo(b)));
                assertThat(first.equals(second)).isEqualTo(a.equals(b));
                assertThat(first.contentEquals(second)).isEqualTo(a.equals(b));
                heap.free(first);
                heap.free(second);
            }
        }));
        PString string = s("a");
        assertThat(string.equals((Object) "a")).isFalse();
        assertThat(string.equals(null)).isFalse();
    }

    @Test
    void sortedCollectionsOfTheJdkFindItByAString() {
        TreeMap<CharSequence, Integer> map = new TreeMap<>(PString.ORDER);
        texts().filter(text -> text.length() < 1_000).forEach(text -> map.put(s(text), text.length()));
        texts().filter(text -> text.length() < 1_000)
                .forEach(text -> assertThat(map.get(text)).isEqualTo(text.length()));
        assertThat(map.get("none")).isNull();
        List<PString> sorted = new ArrayList<>();
        List<String> expected = texts().sorted().toList();
        texts().forEach(text -> sorted.add(s(text)));
        Collections.sort(sorted);
        assertThat(sorted).hasToString(expected.toString());
    }

    @Test
    void charactersInAnyOrder() {
        Random random = new Random(SEED);
        texts().filter(text -> text.length() > 0 && text.length() < 5_000).forEach(text -> {
            PString string = s(text);
            for (int i = 0; i < 300; i++) {
                int at = random.nextInt(text.length());
                assertThat(string.charAt(at)).isEqualTo(text.charAt(at));
            }
            assertThatThrownBy(() -> string.subSequence(1, text.length() + 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            int start = random.nextInt(text.length());
            assertThat(string.subSequence(start, text.length()).toString()).isEqualTo(text.substring(start));
            assertThatThrownBy(() -> string.charAt(text.length()))
                    .isInstanceOf(StringIndexOutOfBoundsException.class)
                    .hasMessage("index=" + text.length() + ", length=" + text.length());
            assertThatThrownBy(() -> string.charAt(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        });
    }

    @Test
    void randomTexts() {
        Random random = new Random(SEED);
        int[] ranges = {0x80, 0x100, 0x1000, 0x1_0000};
        for (int i = 0; i < 1_000; i++) {
            char[] chars = new char[random.nextInt(400)];
            int range = ranges[random.nextInt(ranges.length)];
            for (int k = 0; k < chars.length; k++) {
                chars[k] = (char) random.nextInt(range);
            }
            same(s(new String(chars)), new String(chars));
        }
    }

    @Test
    void equalAcrossHeaps() {
        PString here = s("\u20ac uro");
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            Heap.Scope inOther = other.enter();
            PString there;
            try {
                there = new PString(here);
            } finally {
                inOther.close();
            }
            assertThat(there.heap()).isSameAs(other);
            assertThatObject(there).isEqualTo(here).hasSameHashCodeAs(here);
            assertThat(there.compareTo(here)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void inAFailureAtomicBlock(Restart how) {
        heap.atomically(() -> {
            PString made = s("\ud83d\ude00".repeat(500));
            same(made, "\ud83d\ude00".repeat(500));
            heap.root().put("s", made);
        });
        PString[] lost = new PString[1];
        abort(() -> {
            lost[0] = s("lost");
            heap.root().put("lost", lost[0]);
        });
        assertThatThrownBy(() -> lost[0].toString()).isInstanceOf(StaleObjectException.class);
        restart(how);
        same(heap.root().get("s", PString.class), "\ud83d\ude00".repeat(500));
        assertThat(heap.root().exists("lost")).isFalse();
    }

    @Test
    void useAfterFreeIsRefused() {
        PString string = s("text");
        heap.free(string);
        assertThat(string.addr()).isZero();
        assertThatThrownBy(string::toString).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(string::hashCode).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(string::length).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(() -> new PString((String) null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void aStringThatAnotherProxyFreedIsStaleAndNotDamaged() {
        heap.root().put("text", s("the content"));
        PString stale = (PString) heap.root().get("text");
        heap.free(heap.root().get("text"));
        heap.root().remove("text");
        long place = Identity.addr(stale);
        PString there = null;
        for (int i = 0; i < 100_000 && there == null; i++) {
            PString made = s("more content " + i % 10);
            there = Identity.addr(made) == place ? made : null;
            assertThatThrownBy(stale::toString)
                    .isExactlyInstanceOf(StaleObjectException.class)
                    .hasMessageContaining("freed");
        }
        assertThat(there == null).as("the slot was never used again").isFalse();
        assertThatThrownBy(stale::length).isExactlyInstanceOf(StaleObjectException.class);
        assertThatThrownBy(() -> stale.charAt(0)).isExactlyInstanceOf(StaleObjectException.class);
    }

    @Test
    void aStringWhoseContentIsImpossibleIsDamagedAsLongAsItIsThere() {
        PString text = s("the content");
        heap.root().put("text", text);
        text.$jnvm$region().putLongAt(Identity.addr(text) + 16, 1L << 40);
        assertThatThrownBy(text::toString)
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("bytes=1099511627776")
                .hasMessageContaining("restore the file from a copy");
        assertThatThrownBy(text::length).isExactlyInstanceOf(HeapFormatException.class);
        assertThatThrownBy(() -> heap.root().get("text")).isExactlyInstanceOf(HeapFormatException.class);
        text.$jnvm$region().putLongAt(Identity.addr(text) + 16, "the content".length());
        assertThat(text.toString()).isEqualTo("the content");
    }

    @Test
    void textThatDoesNotFitIsRefusedAndTakesNothing() {
        Path small = folder.resolve("small.heap");
        try (Heap full = Heap.create(small, 1 << 20)) {
            Heap.Scope inFull = full.enter();
            try {
                for (int i = 0; i < 5; i++) {
                    assertThatThrownBy(() -> s("x".repeat(1 << 20))).isInstanceOf(org.jnvm.HeapFullException.class);
                }
                full.root().put("s", s("y".repeat(600_000)));
            } finally {
                inFull.close();
            }
        }
    }
}
