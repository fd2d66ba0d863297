package org.jnvm.examples.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RunFolderTest {
    @Test
    void isRemovedWithItsFiles() throws IOException {
        Path file;
        try (RunFolder folder = new RunFolder()) {
            file = folder.file("a.heap");
            Files.createFile(file);
        }
        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void staysIfItIsKept() throws IOException {
        Path file;
        try (RunFolder folder = new RunFolder()) {
            file = folder.file("a.heap");
            Files.createFile(file);
            folder.keep();
        }
        assertThat(file).exists();
        Files.delete(file);
        Files.delete(file.getParent());
    }
}
