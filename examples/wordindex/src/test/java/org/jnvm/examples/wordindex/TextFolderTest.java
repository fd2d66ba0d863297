package org.jnvm.examples.wordindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFolderTest {
    @TempDir
    Path folder;

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void findsTextsButNoHiddenOnesAndNoCopies() throws IOException {
        write("b.md", "b");
        write("a/c.txt", "cc");
        write("a/d.java", "d");
        write(".git/e.md", "e");
        write("x/target/f.md", "f");
        TextFolder text = new TextFolder(folder);
        assertThat(text.names()).containsExactly("a/c.txt", "b.md");
        assertThat(text.bytes()).isEqualTo(3);
    }

    @Test
    void countsWordsWithoutCase() throws IOException {
        write("a.md", "Größe, GRÖSSE größe; x86-64\n\tx86");
        assertThat(new TextFolder(folder).count("a.md")).isEqualTo(Map.of("größe", 2, "grösse", 1, "x86", 2, "64", 1));
    }
}
