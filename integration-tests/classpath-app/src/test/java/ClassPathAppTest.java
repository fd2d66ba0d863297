import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.it.support.ChildJvm;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program of the specification, on the class path, and one that is killed. */
class ClassPathAppTest {
    @TempDir
    Path folder;

    private ChildJvm program(boolean denied, String main, String... more) {
        List<String> arguments = new ArrayList<>(denied ? ChildJvm.denials() : List.of());
        arguments.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"); // a slow recovery tells how far it is
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        arguments.add(folder.resolve("test.heap").toString());
        arguments.addAll(List.of(more));
        return new ChildJvm(folder, arguments);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void runsTheProgramOfTheSpecification(boolean denied) throws Exception {
        assertThat(program(denied, "Main").run()).isEqualTo(result("43"));
        assertThat(program(denied, "Main").run()).isEqualTo(result("25"));
        assertThat(program(denied, "Main").run()).isEqualTo(result("25"));
    }

    private static ChildJvm.Result result(String number) {
        return new ChildJvm.Result(0, List.of(number, "Hello, NVMM!"), "");
    }

    /** Invariants checked: what was acknowledged is there after SIGKILL, and no failure-atomic block is half done. */
    @RepeatedTest(3)
    void survivesBeingKilled() throws Exception {
        long acknowledged = 0;
        for (int lines : new int[] {1, 300, 4000}) {
            List<String> printed = program(false, "Count").killAfter(lines);
            assertThat(Long.parseLong(printed.get(0))).isGreaterThan(acknowledged);
            acknowledged = Long.parseLong(printed.get(printed.size() - 1));
            ChildJvm.Result shown = program(false, "Count", "show").run();
            assertThat(shown.errors()).isEmpty();
            String[] counters = shown.output().get(0).split(" ");
            assertThat(counters[0]).isEqualTo(counters[1]);
            assertThat(counters[2])
                    .as("string, box and enum constant of the same number")
                    .isEqualTo("true");
            assertThat(Long.parseLong(counters[0])).isBetween(acknowledged, acknowledged + 1);
        }
    }

    /** Fields of the data types, changed by transformed code in failure-atomic methods, in a process that is killed. */
    @Test
    void dataTypesSurviveBeingKilled() throws Exception {
        long acknowledged = 0;
        for (int lines : new int[] {1, 60, 3000}) {
            List<String> printed = program(false, "Keep").killAfter(lines);
            assertThat(Long.parseLong(printed.get(0))).isGreaterThan(acknowledged);
            acknowledged = Long.parseLong(printed.get(printed.size() - 1));
            ChildJvm.Result shown = program(false, "Keep", "show").run();
            assertThat(shown.errors()).isEmpty();
            String[] words = shown.output().get(0).split(" ");
            assertThat(Long.parseLong(words[0])).isBetween(acknowledged, acknowledged + 1);
            assertThat(words[1]).as("all parts hold the same entries").isEqualTo("true");
        }
    }
}
