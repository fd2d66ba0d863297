package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.function.Function;
import org.jnvm.Heap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Persistent classes in Kotlin, built as its documentation says, with the plugin behind Kotlin's. */
class ProgramTest {
    @TempDir
    Path folder;

    private String run(Function<Heap, String> program) {
        try (Heap heap = Heap.openOrCreate(folder.resolve("shop.heap"), 4 << 20);
                Heap.Scope scope = heap.enter()) {
            return program.apply(heap);
        }
    }

    @Test
    void dataClassesWithDefaultsAndNulls() {
        assertThat(run(Program::dataClasses))
                .isEqualTo("Ann null 2 null | Customer(name=Ann, nick=A, visits=2, vip=true) | true false");
        assertThat(run(Program::dataClassesAgain))
                .isEqualTo("Customer(name=Ann, nick=null, visits=3, vip=null) |"
                        + " Customer(name=Ann, nick=A, visits=2, vip=true) | true 1");
    }

    @Test
    void propertiesAndValueClasses() {
        assertThat(run(Program::classes))
                .isEqualTo("false A-1 Ann 12 PAID soon here true true B null 0 OPEN - ? false 3");
        assertThat(run(Program::classesAgain)).isEqualTo("true A-1 Ann 12 PAID soon here true null true");
    }

    @Test
    void sealedClasses() {
        String expected = "sent to Ann at 9, 0, lost at 8: stol";
        assertThat(run(Program::hierarchies)).isEqualTo(expected);
        assertThat(run(Program::hierarchiesAgain)).isEqualTo(expected);
    }
}
