package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.internal.inspect.HeapImages;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.pdt.PLongArray;
import org.jnvm.testing.HeapImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that are read instead of mapped, into memory that has held others. */
class SmallPartsTest {
    private static final ToolProgress QUIET = ToolProgress.NONE;

    @TempDir
    Path folder;

    /** Makes a part with an array of numbers from {@code first} on. */
    private Path part(String name, int length, long first) {
        Path source = folder.resolve(name + ".source");
        try (Heap heap = Heap.create(source, 8 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("numbers", new PLongArray(numbers(length, first)));
        }
        Path part = folder.resolve(name);
        HeapTools.export(source, "numbers", part, QUIET);
        return part;
    }

    private static long[] numbers(int length, long first) {
        long[] numbers = new long[length];
        for (int i = 0; i < length; i++) {
            numbers[i] = first + i;
        }
        return numbers;
    }

    private static long fileBytes(HeapImages images, Path part) {
        try (var image = images.open(part)) {
            return image.contents().fileBytes();
        }
    }

    @Test
    void partsOfAllSizesAreImportedOneAfterTheOther() {
        int[] lengths = {3, 20_000, 100_000, 1, 6_000, 20_000, 2};
        Path target = folder.resolve("target");
        Heap.create(target, 16 << 20).close();
        try (HeapImport into = HeapImport.open(target, HeapOptions.defaults(), QUIET)) {
            for (int i = 0; i < lengths.length; i++) {
                into.add(part("part" + i, lengths[i], 1000L * i), null, "part" + i);
            }
        }
        try (Heap heap = Heap.open(target)) {
            for (int i = 0; i < lengths.length; i++) {
                assertThat(heap.root().get("part" + i, PLongArray.class).toArray())
                        .containsExactly(numbers(lengths[i], 1000L * i));
            }
            assertThat(heap.check().findings()).isEmpty();
        }
    }

    @Test
    void aSmallHeapThatWasClosedIsReadAsFarAsItIsUsed() throws Exception {
        HeapImages images = new HeapImages();
        Path small = part("small", 3, 0);
        assertThat(fileBytes(images, small)).isLessThan(256 << 10);
        assertThat(fileBytes(images, part("large", 40_000, 0))).isGreaterThanOrEqualTo(1 << 20);

        Path crashed = folder.resolve("crashed");
        try (Heap heap = Heap.open(small)) {
            heap.root().remove("numbers"); // else the heap counts as closed
            Files.copy(small, crashed);
        }
        assertThat(fileBytes(images, crashed)).isGreaterThanOrEqualTo(1 << 20);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 47, 48, 4097, (1L << 56) + 600, Long.MAX_VALUE})
    void aBumpPointerThatCannotBeIsToldAsForAMappedHeap(long bump) {
        Path part = part("part", 3, 0);
        HeapImage.of(part).putLong(HeapImage.BUMP, bump).write(part);
        HeapImages images = new HeapImages();
        assertThat(fileBytes(images, part)).isGreaterThanOrEqualTo(1 << 20);
        Throwable mapped = catchThrowable(() -> HeapTools.export(part, "numbers", folder.resolve("again"), QUIET));
        Path target = folder.resolve("target");
        Heap.create(target, 4 << 20).close();
        Throwable read =
                catchThrowable(() -> HeapTools.importInto(part, null, target, "part", HeapOptions.defaults(), QUIET));
        assertThat(read).isInstanceOf(HeapFormatException.class).hasMessage(mapped.getMessage());
    }

    @Test
    void whatLiesBehindTheBumpPointerIsNotThere() {
        Path part = part("part", 20, 0);
        long object;
        try (var image = new HeapImages().open(part)) {
            object = Reference.offset(image.contents().root("numbers"));
        }
        HeapImage.of(part)
                .putLong(HeapImage.BUMP, (object >>> BlockLayout.BLOCK_SHIFT) - 1)
                .write(part);
        Path target = folder.resolve("target");
        Heap.create(target, 4 << 20).close();
        assertThatThrownBy(() -> HeapTools.importInto(part, null, target, "part", HeapOptions.defaults(), QUIET))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining(part.toString());
        try (Heap heap = Heap.open(target)) {
            assertThat(heap.root().names()).isEmpty();
        }
    }

    @Test
    void aFileThatEndsWhileItIsReadIsRefused() throws Exception {
        Path part = part("part", 20, 0);
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            channel.truncate(1 << 19);
        }
        assertThatThrownBy(() -> new HeapImages().open(part))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("truncated");
    }
}
