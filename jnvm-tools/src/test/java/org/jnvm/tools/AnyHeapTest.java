package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole way of a heap without its program: killed in mid-commit, recovered, checked, dumped, exported, imported twice
 * into another heap, compacted, copied, and read by the program again, which finds every object of every data type equal.
 */
@Once
class AnyHeapTest {
    @TempDir
    Path folder;

    /** Makes a heap by the program, and kills it in the middle of applying a commit. */
    private static void kill(Path heap, int commits) throws Exception {
        Process program = ToolJvm.startProgram("write", heap, commits);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isEqualTo("in mid-commit");
        } finally {
            program.destroyForcibly().waitFor();
        }
    }

    private static String done(Object... args) throws Exception {
        ToolJvm.Result result = ToolJvm.jnvm(args);
        assertThat(result.exit())
                .as("%s: %s %s", args[0], result.out(), result.err())
                .isZero();
        assertThat(result.err()).isEmpty();
        return result.out();
    }

    @Test
    void aHeapWithoutItsProgramIsRecoveredCheckedDumpedAndShipped() throws Exception {
        Path heap = folder.resolve("killed.heap");
        kill(heap, 20);
        byte[] crashed = Files.readAllBytes(heap);
        assertThat(done("info", heap)).contains("not closed", "org.jnvm.tools.program.Account", "all -> ");
        assertThat(done("recover", "--dry-run", heap)).contains("redo logs replayed   1\n");
        Path before = folder.resolve("before.json");
        done("dump", heap, "--json", "-o", before);
        assertThat(Files.readAllBytes(heap)).isEqualTo(crashed);

        assertThat(done("recover", heap))
                .contains("it was not closed", "redo logs replayed   1\n", "recover() of live objects is due");
        assertThat(done("check", heap)).contains("sound");
        assertThat(done("info", heap)).contains("closed").doesNotContain("not closed");
        Path dump = folder.resolve("after.json");
        done("dump", heap, "--json", "-o", dump);
        // recovery changes nothing that is live
        assertThat(Files.readString(dump)).isEqualTo(Files.readString(before));
        readsAsJson(dump);
        Path loaded = folder.resolve("loaded.heap");
        done("load", dump, "-o", loaded);
        assertThat(done("tree", heap, "all[\"items\"][2]"))
                .contains("color = BLUE", "large = 2199023255552", "l = 2000000014", "letter = 'C'");

        Path part = folder.resolve("part.jnvm");
        done("export", heap, "all", "-o", part);
        Path other = folder.resolve("other.heap");
        done("export", heap, "accounts", "-o", other); // a heap with other class ids
        done("import", part, other, "--as", "first", "--size", 16 << 20);
        done("import", part, other, "--as", "second");
        assertThat(done("check", other)).contains("sound");
        Path compact = folder.resolve("compact.heap");
        done("compact", other, "-o", compact);
        assertThat(done("check", compact)).contains("sound");
        Path copy = folder.resolve("copy.heap");
        done("copy", compact, copy);
        assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(compact));

        assertThat(ToolJvm.program("read", heap, "all", "accounts").out())
                .as("the program's first opening calls recover()")
                .isEqualTo("equal\nbalanced, recovered\n");
        assertThat(ToolJvm.program("read", part, "all").out()).isEqualTo("equal\n");
        assertThat(ToolJvm.program("read", loaded, "all", "accounts").out()).isEqualTo("equal\nbalanced\n");
        assertThat(ToolJvm.program("read", copy, "accounts", "first", "second").out())
                .isEqualTo("balanced\nequal\nequal\n");
    }

    private static void readsAsJson(Path dump) throws Exception {
        int objects = 0;
        try (JsonParser parser = new JsonFactory().createParser(dump.toFile())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals("class")) {
                    objects++;
                }
            }
        }
        assertThat(objects).isGreaterThan(1000);
    }
}
