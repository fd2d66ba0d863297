package org.jnvm.it.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds and runs {@code examples/gradle}, where the command line says which Gradle to use: it is in no Maven repository. */
class GradleExampleTest {
    @TempDir
    Path folder;

    @Test
    void keepsItsNotes() throws Exception {
        String gradle = System.getProperty("it.gradle", "");
        if (gradle.isEmpty()) {
            String reason = "examples/gradle is not built: no -Dit.gradle=<command of Gradle 7.6 or later>";
            System.out.println(reason);
            abort(reason);
        }
        UserBuild example = UserBuild.ofExample("gradle", folder);
        assertThat(notes(example, gradle, "first")).containsExactly("first");
        assertThat(notes(example, gradle, "second")).containsExactly("second", "first");
    }

    private static List<String> notes(UserBuild example, String gradle, String text) throws Exception {
        UserBuild.Outcome run = example.run(List.of(
                gradle,
                "--no-daemon",
                "--quiet",
                "--console=plain",
                "-Dmaven.repo.local=" + example.repository(),
                "run",
                "--args=notes.heap " + text));
        assertThat(run.success()).as(String.join("\n", run.log())).isTrue();
        return run.log();
    }
}
