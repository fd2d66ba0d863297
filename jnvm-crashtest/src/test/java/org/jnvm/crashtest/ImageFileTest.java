package org.jnvm.crashtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import org.jnvm.crashtest.internal.oracle.ImageFile;
import org.junit.jupiter.api.Test;

/** Invariant checked: the file holds the image, whatever length it was left with by the heap before. */
class ImageFileTest {
    private static final int BYTES = 20_000;

    @Test
    void holdsTheImageWhateverWasMadeOfTheOneBefore() throws IOException {
        Random random = new Random(1);
        try (ImageFile file = new ImageFile()) {
            for (int length : new int[] {BYTES, 4096, 0, 2 * BYTES, 100}) {
                byte[] image = new byte[BYTES];
                random.nextBytes(image);
                file.write(image);
                assertThat(Files.readAllBytes(file.path())).isEqualTo(image);
                assertThat(file.read()).isEqualTo(image);
                try (RandomAccessFile other = new RandomAccessFile(file.path().toFile(), "rw")) {
                    other.setLength(length);
                }
                int left = Math.min(length, BYTES);
                assertThat(Arrays.copyOf(file.read(), left)).isEqualTo(Arrays.copyOf(image, left));
            }
        }
    }
}
