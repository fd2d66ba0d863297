package org.jnvm.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.Groups;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A run of several groups is carried on; nothing is measured. */
class AllDriverTest {
    private static final String COMMIT = "jnvm.bench.commit";

    @TempDir
    private Path folder;

    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void forgetTheCommit() {
        System.clearProperty(COMMIT);
    }

    private int run(String failing, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--preset", "tiny", "--out", folder.toString(), "--only", "bulk,field,pwb"));
        arguments.addAll(List.of(more));
        AllDriver driver = new AllDriver(Groups.ALL, path -> path);
        new CommandLine(driver).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments.toArray(new String[0]));
        List<Jdk> jdks = List.of(new Jdk(folder, 17), new Jdk(folder, 25));
        return driver.run(
                (jdk, words) -> {
                    assertThat(words.subList(1, 5)).containsExactly("--preset", "tiny", "--out", folder.toString());
                    String step = words.get(0) + " " + jdk.feature();
                    if (words.size() > 5) {
                        step += " " + words.get(5);
                    }
                    ran.add(step);
                    return step.startsWith(failing) ? 1 : 0;
                },
                jdks);
    }

    @Test
    void groupsAreRunInTheirOrderOnEachJdk() {
        assertThat(run("none")).isZero();
        assertThat(ran).containsExactly("field 17", "field 25", "bulk 17", "bulk 25", "pwb 17", "pwb 25");
    }

    @Test
    void whatFailedIsTriedAgainAndWhatIsDoneIsNot() {
        assertThat(run("bulk 25")).isEqualTo(1);
        assertThat(ran).hasSize(6);
        ran.clear();
        assertThat(run("none")).isZero();
        assertThat(ran).containsExactly("bulk 25 --resume");
        ran.clear();
        assertThat(run("none")).isZero();
        assertThat(ran).isEmpty();
        assertThat(run("none", "--fresh")).isZero();
        assertThat(ran).hasSize(6);
    }

    @Test
    void figuresOfTwoCommitsAreNotMixed() {
        System.setProperty(COMMIT, "1a2b3c4");
        run("none");
        ran.clear();
        System.setProperty(COMMIT, "5d6e7f8");
        run("none");
        assertThat(ran).hasSize(6);
    }

    @Test
    void theTimeThatIsLeftFollowsWhatWasDone() {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            run("none");
        } finally {
            System.setOut(console);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsPattern("all: 1 of 6, field on JDK 17, about [1-9]\\d+ s left \\.\\.\\.")
                .containsPattern("all: 6 of 6, pwb on JDK 25, about \\d s left \\.\\.\\."); // as all took no time
    }

    @Test
    void aDamagedFileOfWhatWasDoneIsRefused() throws Exception {
        run("none");
        Path state = folder.resolve("tiny").resolve("all.state");
        Files.writeString(state, Files.readString(state) + "done: some\n");
        assertThatThrownBy(() -> run("none"))
                .hasMessageContaining("line=done: some")
                .hasMessageContaining("--fresh");
    }

    @Test
    void anUnknownGroupIsRefused() {
        assertThatThrownBy(() -> run("none", "--only", "fig9.9"))
                .hasMessageContaining("wanted=fig9.9")
                .hasMessageContaining("fig5.6");
    }

    @Test
    void jdksAreNamedByAVariable() throws Exception {
        Files.writeString(folder.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.4\"\n");
        assertThat(Jdk.all(folder.toString())).containsExactly(new Jdk(folder, 21));
        assertThat(Jdk.all(null)).containsExactly(Jdk.current());
        assertThatThrownBy(() -> Jdk.all(folder.resolve("none").toString())).hasMessageContaining("folder is no JDK");
    }
}
