package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Once;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Heaps with flipped bits.
 *
 * <p>Invariants checked: such a heap is opened, repaired or refused with a {@link JnvmException}; there is no other
 * exception, no endless loop, no crash of the JVM; what was opened can be walked, changed, closed and opened again. A
 * heap that is refused because of its structure keeps it, byte for byte.
 */
@Once
class DamageTest {
    private static final int STATE = 8192;

    @TempDir
    Path folder;

    private Path file;
    private HeapImage sound;
    /** Metadata: state page, headers, references, lengths; each a word that recovery or dereferencing relies on. */
    private int[] words;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        Random random = new Random(7);
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(80);
            heap.root().put("refs", refs);
            for (int i = 0; i < 80; i++) {
                Node node = new Node(i);
                node.setNext(i == 0 ? null : (Node) refs.get(random.nextInt(i)));
                refs.set(i, node);
                if (i % 8 == 0) {
                    Wide wide = new Wide();
                    wide.setRef(node);
                    wide.setFarRef(refs);
                    node.setOther(wide);
                } else if (i % 8 == 1) {
                    node.setOther(new Bytes(new byte[random.nextInt(1000)]));
                }
            }
            for (int i = 0; i < 40; i++) { // two slot arrays
                heap.root().put("root " + i, refs.get(i));
            }
        }
        sound = HeapImage.of(file);
        int end = (int) sound.getLong(STATE) << 8;
        Set<Integer> interesting = new HashSet<>();
        for (int at = STATE; at < STATE + 32; at += 8) {
            interesting.add(at);
        }
        for (int at = STATE + 4096; at < end; at += 8) {
            long word = sound.getLong(at);
            if (at % 256 == 0 && word != 0 || word >>> 56 == 1 || at % 256 == 8 || at % 256 == 16) {
                interesting.add(at);
            }
        }
        words = interesting.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /** Opens a damaged heap and uses it in every way; a {@link JnvmException} is a good answer at any point. */
    private boolean use(String what) {
        HeapImage damaged = HeapImage.of(file);
        useWithoutPass(what);
        damaged.write(file);
        byte[] before = damaged.toBytes();
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            try (Heap.Scope scope = heap.enter()) {
                walk(heap);
                try {
                    Node added = new Node(-1);
                    heap.root().put("added", added);
                    heap.root().put("root 3", added);
                    heap.root().remove("root 5");
                    heap.free(new Wide());
                } catch (JnvmException e) {
                    assertThat(e).as(what).hasMessageContaining("heap=");
                }
            }
        } catch (JnvmException e) {
            assertThat(e).as(what).hasMessageContaining("heap=" + file);
            if (e instanceof HeapFormatException && !(e.getMessage().startsWith("superblock"))) {
                byte[] after = HeapImage.of(file).toBytes();
                for (int at = STATE; at < before.length; at++) {
                    if (after[at] != before[at]) {
                        throw new AssertionError(what + ": refused, but byte " + at + " was changed", e);
                    }
                }
            }
            return false;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what + ": other exception", e);
        }
        try (Heap heap =
                Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) { // what was repaired stays so
            assertThat(heap.recovery().nullifiedReferences()).as(what).isZero();
            walk(heap);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what + ": second opening", e);
        }
        return true;
    }

    /** The heap was closed, so opening it skips the pass, and the damage comes to light later or never. */
    private void useWithoutPass(String what) {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            List<Runnable> uses = List.of(
                    () -> walk(heap),
                    () -> heap.root().put("added", new Node(-1)),
                    () -> heap.root().remove("root 5"),
                    () -> heap.free(new Wide()));
            for (Runnable use : uses) {
                try {
                    use.run();
                } catch (JnvmException e) {
                    assertThat(e).as(what).hasMessageContaining("heap=");
                }
            }
        } catch (JnvmException e) {
            assertThat(e).as(what).hasMessageContaining("heap=" + file);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(what + ": other exception without the pass", e);
        }
    }

    private static void walk(Heap heap) {
        Deque<Object> pending = new ArrayDeque<>();
        Set<Object> seen = new HashSet<>();
        for (String name : heap.root().names()) {
            pending.add(heap.root().get(name));
        }
        while (!pending.isEmpty()) {
            Object object = pending.pop();
            if (object == null || !seen.add(object)) {
                continue;
            }
            if (object instanceof Node node) {
                node.value();
                pending.add(java.util.Optional.ofNullable(node.nextObject()).orElse(node));
                pending.add(java.util.Optional.ofNullable(node.other()).orElse(node));
            } else if (object instanceof Wide wide) {
                assertThat(wide.j(3)).isBetween(Long.MIN_VALUE, Long.MAX_VALUE);
                pending.add(java.util.Optional.ofNullable(wide.ref()).orElse(wide));
                pending.add(java.util.Optional.ofNullable(wide.farRef()).orElse(wide));
            } else if (object instanceof Refs refs) {
                for (int i = 0; i < refs.length(); i++) {
                    pending.add(java.util.Optional.ofNullable(refs.get(i)).orElse(refs));
                }
            } else if (object instanceof Bytes bytes) {
                bytes.toArray();
            }
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void flippedBitsAreRepairedOrRefused(@Seed("flipped bits") Random random) {
        int opened = 0;
        int variants = Full.ON ? 20_000 : 500;
        for (int variant = 0; variant < variants; variant++) {
            HeapImage image = sound.copy();
            StringBuilder what = new StringBuilder("variant " + variant);
            int flips = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1;
            for (int i = 0; i < flips; i++) {
                int word = words[random.nextInt(words.length)];
                int bit = random.nextInt(64);
                image.flip(word + (bit >>> 3), bit & 7);
                what.append(", word ").append(word).append(" bit ").append(bit);
            }
            image.write(file);
            opened += use(what.toString()) ? 1 : 0;
        }
        assertThat(opened).isBetween(variants / 10, variants * 19 / 20); // both answers occur
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void garbageIsRepairedOrRefused(@Seed("garbage") Random random) {
        int variants = Full.ON ? 5_000 : 150;
        int end = (int) sound.getLong(STATE) << 8;
        for (int variant = 0; variant < variants; variant++) {
            HeapImage image = sound.copy();
            int from = STATE + random.nextInt(end - STATE) / 8 * 8;
            int length = 8 << random.nextInt(8);
            int kind = random.nextInt(3);
            for (int at = from; at < Math.min(end, from + length); at += 8) {
                image.putLong(at, kind == 0 ? 0 : kind == 1 ? -1 : random.nextLong());
            }
            image.write(file);
            use("variant " + variant + ", from " + from + ", bytes " + length + ", kind " + kind);
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyBitOfTheStatePageIsRepairedOrRefused() {
        for (int at = STATE; at < STATE + 32; at++) {
            for (int bit = 0; bit < 8; bit++) {
                sound.copy().flip(at, bit).write(file);
                boolean opened = use("byte " + at + ", bit " + bit);
                if (at >= HeapImage.CLASS_TABLE && at < STATE + 32) {
                    // a wrong class table, root map or log list is never taken for an empty one
                    assertThat(opened).as("byte %d, bit %d", at, bit).isFalse();
                }
            }
        }
    }

    /** A heap that was closed is opened without a pass: only who asks for it has all of it checked, and before it is changed. */
    @ParameterizedTest
    @EnumSource(names = {"VERIFY", "UNTRUSTED"})
    void aHeapThatIsNotTrustedIsCheckedFirst(Trust trust, @Seed("trust") Random random) throws IOException {
        HeapOptions options = HeapOptions.defaults().trust(trust);
        int onlyThen = 0;
        for (int variant = 0; variant < 60; variant++) {
            sound.copy()
                    .flip(words[random.nextInt(words.length)] + random.nextInt(8), random.nextInt(8))
                    .write(file);
            byte[] before = Files.readAllBytes(file);
            boolean opens;
            try (Heap heap = Heap.open(file, options)) {
                assertThat(heap.check().isRecoverable()).isTrue();
                opens = true;
            } catch (HeapFormatException e) {
                assertThat(e).hasMessageContaining("heap=" + file);
                assertThat(Files.readAllBytes(file)).isEqualTo(before);
                opens = false;
            }
            Files.write(file, before);
            try (Heap heap = Heap.open(file)) {
                boolean sound = heap.check().isRecoverable();
                assertThat(opens).isEqualTo(sound);
                onlyThen += sound ? 0 : 1;
            } catch (HeapFormatException e) {
                assertThat(opens).isFalse();
            }
        }
        assertThat(onlyThen).as("opened when trusted, though damaged").isPositive();
    }

    /** What says that free memory may have no space on the disk is believed within reason only. */
    @Test
    void anyWordOfHolesIsSurvived() {
        for (long word :
                new long[] {-1, 1, 15, 17, 24, 48, 1L << 26, 1L << 27, 1L << 40, 1L << 56, Long.MIN_VALUE, 1L << 55 | 16
                }) {
            sound.copy().putLong((int) StateLayout.HOLES_OFFSET, word).write(file);
            assertThat(use("holes word " + word)).isTrue();
            try (Heap heap = Heap.open(file);
                    Heap.Scope scope = heap.enter()) {
                Refs kept = new Refs(500);
                heap.root().put("kept", kept);
                for (int i = 0; i < 500; i++) {
                    kept.set(i, new Node(i));
                }
                walk(heap);
                for (int i = 0; i < 500; i++) {
                    assertThat(((Node) kept.get(i)).value()).isEqualTo(i);
                }
                assertThat(heap.check().isSound()).as("holes word %d", word).isTrue();
            }
        }
    }

    @Test
    void aLostRootMapIsRefusedInsteadOfTakenForAnEmptyOne() {
        int slots = (int) sound.getLong(HeapImage.ROOTS) & 0xFFFFFF;
        int second = (int) sound.getLong(slots + 8) & 0xFFFFFF;
        assertThat(second).isNotZero();
        HeapImage[] variants = {
            sound.copy().flip(HeapImage.ROOTS + 6, 0), // generation
            sound.copy().flip(slots + 6, 0), // valid bit of the first slot array
            sound.copy().flip(second + 6, 0), // of the second
            sound.copy().putLong(slots + 16, 0), // no slots
            sound.copy().putLong(slots + 16, 28),
            sound.copy().putLong(second + 8, sound.getLong(HeapImage.ROOTS)), // a cycle
            sound.copy().putLong(slots + 8, sound.getLong(slots + 24)), // next leads to a root entry
            sound.copy().putLong(slots + 24, sound.getLong(slots + 8)), // a root leads to a slot array
            sound.copy().putLong(slots + 24, sound.getLong(slots + 32)), // two slots lead to one root entry
        };
        for (HeapImage variant : variants) {
            variant.write(file);
            assertThatThrownBy(() -> Heap.open(file))
                    .isExactlyInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("restore the file from a copy");
        }
        // an entry that is gone is a root that is gone, as after a weak put
        sound.copy().putLong(slots + 24, sound.getLong(slots + 24) + (1L << 48)).write(file);
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            assertThat(heap.root().size()).isEqualTo(40);
            assertThat(heap.recovery().nullifiedReferences()).isEqualTo(1);
        }
    }
}
