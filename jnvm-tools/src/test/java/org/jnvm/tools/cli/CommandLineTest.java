package org.jnvm.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What commands print, and their exit status. */
class CommandLineTest {
    @TempDir
    Path folder;

    private Path file;
    private long array;
    private String out;
    private String err;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            PArray<Object> root = new PArray<>(new Object[] {new PString("one"), null});
            heap.root().put("array", root);
            array = root.addr();
        }
    }

    private int run(Object... args) {
        StringWriter outText = new StringWriter();
        StringWriter errText = new StringWriter();
        CommandLine line = Jnvm.commandLine()
                .setOut(new PrintWriter(outText))
                .setErr(new PrintWriter(errText))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        String[] words = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            words[i] = args[i].toString();
        }
        int status = line.execute(words);
        out = outText.toString();
        err = errText.toString();
        return status;
    }

    /** Lets the second element of the array lead to nothing. */
    private void damage() throws Exception {
        ByteBuffer word = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, 1L << 56 | 0x77700);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(word, array + 24);
        }
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        assertThat(run("--help")).isZero();
        assertThat(out)
                .contains("Examples:", "Exit status:")
                .contains("import part.jnvm other.heap --as customers\n"); // in one line
        for (String command : Jnvm.commandLine().getSubcommands().keySet()) {
            if (!command.equals("help") && !command.equals("generate-completion")) {
                assertThat(run(command, "--help")).as(command).isZero();
                assertThat(out).as(command).contains("Usage: jnvm " + command).containsPattern("Examples?:");
            }
        }
        assertThat(run("generate-completion")).isZero();
        assertThat(out).contains("complete -F", "--accept-after-power-loss");
        assertThat(run("--version")).isZero();
        assertThat(out).startsWith("jnvm ");
    }

    @Test
    void aSoundHeapGivesZero() {
        assertThat(run("check", file)).isZero();
        assertThat(out).startsWith("sound: ");
        assertThat(run("check", "--json", file)).isZero();
        assertThat(out).contains("\"sound\" : true");
        assertThat(run("info", file)).isZero();
        assertThat(out)
                .contains("state      closed", "array -> org.jnvm.pdt.PArray@")
                .containsPattern("waste +[0-9.]+ % of the used blocks: .* behind objects .*, .* left in slabs")
                .containsPattern("objects +[0-9]+ live, of [0-9]+ classes: [0-9]+ in slots, [0-9]+ in one block each");
        assertThat(run("info", "--json", file)).isZero();
        assertThat(out).contains("\"state\" : \"CLEAN\"", "\"objectsInSlots\" : ", "\"slabWasteBytes\" : ");
        assertThat(run("tree", file, "array[0]")).isZero();
        assertThat(out).isEqualTo("array[0] = \"one\"" + System.lineSeparator());
        assertThat(run("histogram", file)).isZero();
        assertThat(out).contains("org.jnvm.pdt.PString", ": headers and free slots", "objects in slots", "wasted: ");
        assertThat(err).isEmpty();
    }

    @Test
    void findingsAndDifferencesGiveOne() throws Exception {
        Path copy = folder.resolve("copy.heap");
        assertThat(run("copy", file, copy)).isZero();
        assertThat(run("diff", file, copy)).isZero();
        assertThat(out).isEmpty();
        damage();
        assertThat(run("check", file)).isEqualTo(1);
        assertThat(out)
                .contains("WARNING DANGLING_REFERENCE at 0x" + Long.toHexString(array + 24))
                .contains("org.jnvm.pdt.PArray.[1]", "recoverable: ");
        assertThat(run("check", "--json", file)).isEqualTo(1);
        assertThat(out).contains("\"rule\" : \"DANGLING_REFERENCE\"", "\"field\" : \"[1]\"");
        assertThat(run("diff", copy, file)).isEqualTo(1);
        assertThat(out).contains("[1]: null -> nothing@0x77700#0");
        assertThat(run("recover", "--dry-run", file)).isZero();
        assertThat(out).contains("would be recovered", "references set to null         1");
        assertThat(run("recover", file)).isZero();
        assertThat(run("check", file)).isZero();
    }

    @Test
    void whatIsRefusedGivesThreeAndWrongArgumentsTwo() throws Exception {
        Path foreign = Files.writeString(folder.resolve("foreign"), "x".repeat(20_000));
        assertThat(run("check", foreign)).isEqualTo(3);
        assertThat(err).startsWith("jnvm: not a heap file: heap=" + foreign);
        assertThat(run("export", file, "none", "-o", folder.resolve("out"))).isEqualTo(2);
        assertThat(err).contains("no such root", "roots=[array]");
        assertThat(run("frobnicate", file)).isEqualTo(2);
        assertThat(run("import", file, file)).isEqualTo(2);
        assertThat(err).contains("--as");
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.root().size()).isEqualTo(1);
            assertThat(run("dump", file)).isEqualTo(3);
            assertThat(err).contains("heap is open in this process already");
            assertThat(run("info", file)).isZero();
            assertThat(out).contains("state      in use");
        }
    }

    @Test
    void aMistypedFileNameGivesTwoAndIsNotToBeCreated() {
        Path missing = folder.resolve("nosuch.heap");
        List<List<Object>> uses = List.of(
                List.of("info", missing),
                List.of("check", missing),
                List.of("recover", missing),
                List.of("tree", folder.resolve("no/such/folder.heap")),
                List.of("diff", file, missing),
                List.of("export", missing, "array", "-o", folder.resolve("out")),
                List.of("import", missing, file, "--as", "other"),
                List.of("import", file, missing, "--as", "other"),
                List.of("copy", missing, folder.resolve("out")));
        for (List<Object> use : uses) {
            assertThat(run(use.toArray())).as("%s", use).isEqualTo(2);
            assertThat(err)
                    .as("%s", use)
                    .startsWith("jnvm: no such file: file=" + folder)
                    .contains("; check the path")
                    .doesNotContain("create");
        }
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
