package org.jnvm.examples.wordindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jnvm.JNVM;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Really kills the process that indexes; and adds something to an index, to see that the driver notices. */
@Tag("once")
class IndexDriverTest {
    private static final int DOCUMENTS = 40;
    private static final int DOCUMENT_WORDS = 600;
    private static final int VOCABULARY = 2000;
    private static final Pattern KILLS = Pattern.compile("Nothing was lost: SIGKILL hit the process ([0-9]+) times");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();

    @BeforeEach
    void generateDocuments() throws IOException {
        SplittableRandom random = new SplittableRandom(42);
        Files.createDirectory(documents());
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < DOCUMENT_WORDS; word++) {
                // small numbers are frequent, as in real text
                text.append("number")
                        .append(random.nextInt(random.nextInt(VOCABULARY) + 1))
                        .append(' ');
            }
            Files.writeString(documents().resolve("document" + i + ".txt"), text);
        }
    }

    private Path documents() {
        return folder.resolve("documents");
    }

    private Path heap() {
        return folder.resolve("index.heap");
    }

    private int drive(int kills) {
        return new CommandLine(new IndexDriver())
                .setOut(new PrintWriter(out))
                .execute(documents().toString(), "--heap=" + heap(), "--kills=" + kills, "--seed=1");
    }

    @Test
    void equalsAnIndexBuiltInOneGo() {
        assertThat(drive(5)).as(out.toString()).isZero();
        Matcher kills = KILLS.matcher(out.toString());
        assertThat(kills.find()).as(out.toString()).isTrue();
        assertThat(Integer.parseInt(kills.group(1))).isGreaterThanOrEqualTo(2);
        assertThat(out.toString()).containsPattern("  \"number[0-9]+\": [0-9]+ documents in [0-9]+ µs, most often in ");
    }

    @Test
    void noticesADifference() {
        drive(0);
        JNVM.init(heap().toString(), 1 << 20);
        try {
            JNVM.root.get("index", WordIndex.class).add("ghost.txt", Map.of("number0", 1));
        } finally {
            JNVM.close();
        }
        assertThat(drive(0)).isEqualTo(1);
        assertThat(out.toString()).contains("SOMETHING WAS LOST: The index says \"number0 ghost.txt 1\"");
    }
}
