package org.jnvm.frozen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Heap files that lie in the repository, of the format as it stands: opened, recovered, checked, changed and closed. A
 * failure means that a program of today could not read what it has left: see {@link FrozenHeaps}.
 */
class FrozenHeapTest {
    private static final String LONG_TEXT = "long ".repeat(300);

    @TempDir
    Path folder;

    static Stream<Arguments> heaps() {
        return Stream.of(FrozenHeaps.CLOSED, FrozenHeaps.CRASHED, FrozenHeaps.DISK)
                .flatMap(name -> Stream.of(Recovery.AUTO, Recovery.FULL).map(pass -> Arguments.of(name, pass)));
    }

    private static HeapOptions options(String name) {
        HeapOptions options = HeapOptions.defaults();
        return name.equals(FrozenHeaps.DISK)
                ? options.domain(DurabilityDomain.DISK)
                : options.acceptAfterPowerLoss(true); // it was open under another boot
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void isReadAsItWasWritten(String name, Recovery pass) throws IOException {
        Path file = FrozenHeaps.unpack(name, folder);
        boolean closed = name.equals(FrozenHeaps.CLOSED);
        try (Heap heap = Heap.open(file, options(name).recovery(pass))) {
            assertThat(heap.recovery().skipped()).isEqualTo(closed && pass == Recovery.AUTO);
            assertThat(heap.check().isSound()).isTrue();
            requireContents(FrozenHeaps.contents(heap), !closed);
            if (closed) {
                FrozenHeaps.changeInBlock(heap);
            }
            heap.root().put("new", heap.atomically(() -> new PString("new")));
        }
        try (Heap heap = Heap.open(file, options(name))) {
            assertThat(heap.recovery().skipped()).isTrue();
            Map<String, String> contents = FrozenHeaps.contents(heap);
            assertThat(contents.remove("new")).isEqualTo("new");
            requireContents(contents, true);
        }
    }

    private static void requireContents(Map<String, String> contents, boolean changed) {
        assertThat(contents.get("strings"))
                .isEqualTo("[, Latin é, UTF-8 ✓, \ud800 alone, " + LONG_TEXT + (changed ? ", added]" : "]"));
        assertThat(contents.get("boxes"))
                .isEqualTo(
                        "Boolean=true, Byte=-1, Character=c, Double=-0.25, Float=0.5, Integer=-3, Long=-4, Short=-2");
        assertThat(contents.get("concurrent"))
                .isEqualTo(contents.get("skip list"))
                .contains("key 39=value 1521", "key 5=value 25", "key 7=value 49");
        assertThat(contents.get("tree")).doesNotContain("key 7=").contains("key 39=value 1521");
        assertThat(contents.get("tree").contains("key 5=")).isEqualTo(!changed);
        assertThat(contents.get("tree")).contains(changed ? "key 3=changed" : "key 3=value 9");
        for (String name : new String[] {"tree set", "skip list set", "hash set", "concurrent set"}) {
            assertThat(contents.get(name)).isEqualTo("[element 0, element 1, element 2, element 3, element 4]");
        }
        assertThat(contents.get("down"))
                .isEqualTo("key 4=value 4, key 3=value 3, key 2=value 2, key 1=value 1, key 0=value 0");
        assertThat(contents.get("booleans")).isEqualTo("[true, false]");
        assertThat(contents.get("bytes")).isEqualTo("[1, -2]");
        assertThat(contents.get("shorts")).isEqualTo("[3, -4]");
        assertThat(contents.get("chars")).isEqualTo("[a, ÿ]");
        assertThat(contents.get("ints")).isEqualTo("[5, -6]");
        assertThat(contents.get("longs")).startsWith(changed ? "[0, 1, 2, 3, " : "[0, 0, 0, 0, ");
        assertThat(contents.get("floats")).isEqualTo("[1.5]");
        assertThat(contents.get("doubles")).isEqualTo("[-2.5]");
        assertThat(contents.get("references")).isEqualTo("[in an array=1 after 0, null]");
        assertThat(contents.get("accounts"))
                .isEqualTo(
                        changed
                                ? "Ada Lovelace=70 after 1, Grace=230 after 1, Barbara=0 after 0"
                                : "Ada=100 after 0, Grace=200 after 0");
        assertThat(contents.get("made in a block")).isEqualTo(changed ? "made" : null);
        assertThat(contents).hasSize(changed ? 21 : 20).doesNotContainKey("gone");
    }
}
