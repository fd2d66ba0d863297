package org.jnvm.transform.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.jnvm.transform.generated.Differential.Difference;
import org.jnvm.transform.generated.Piece.Group;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random classes, in random programs: each prints the same untransformed on the Java heap and transformed on a persistent
 * one, with a model of failure-atomic blocks on the Java heap.
 *
 * <p>100 classes in each build; 10 000 with {@code -Pfull}, from another seed each time; as many as {@code -Djnvm.classes} says. {@code
 * -Djnvm.seed} repeats.
 */
@Once
class GeneratedClassesTest {
    private static final int CLASSES = 100;
    private static final int CLASSES_BY_HAND = 10_000;
    private static final int PROGRAMS_TOGETHER = 25;

    @TempDir
    Path folder;

    @Test
    void printTheSameOnBothHeaps() throws Exception {
        long seed = Seeds.of("generated classes", "-Dtest=GeneratedClassesTest");
        int programs = Integer.getInteger("jnvm.programs", Integer.MAX_VALUE);

        Differential differential = new Differential(folder);
        int wanted = Integer.getInteger("jnvm.classes", Full.ON ? CLASSES_BY_HAND : CLASSES);
        int classes = 0;
        for (int done = 0; done < programs && classes < wanted; ) {
            List<Program> batch = new ArrayList<>();
            while (batch.size() < PROGRAMS_TOGETHER && done < programs && classes < wanted) {
                Program program = ProgramGenerator.generate(seed + done++);
                batch.add(program);
                classes += program.classes();
            }
            Difference difference = differential.run(batch);
            assertThat(difference).as("%s", difference).isNull();
        }
        System.out.println("GeneratedClassesTest: classes=" + classes);
    }

    @Test
    void findsADifferenceAndDropsWhatItDoesNotNeed() throws Exception {
        Group source = new Group()
                .text(
                        "import org.jnvm.transform.corpus.Stage;\npublic class Main {\npublic static void run(Stage s) {\n")
                .add(new Group().text("s.print(\"before\");\n").free())
                .add(new Group().model("s.print(\"on the Java heap only\");\n"))
                .add(new Group().text("s.print(\"after\");\n"))
                .text("}\n}\n");
        Difference difference = new Differential(folder).run(List.of(new Program(7, source, 0)));
        assertThat(difference.expected()).isEqualTo("on the Java heap only\n");
        assertThat(difference.actual()).isEmpty();
        assertThat(difference.toString())
                .contains("-Djnvm.seed=7 ", "on the Java heap only")
                .doesNotContain("before", "after");
    }
}
