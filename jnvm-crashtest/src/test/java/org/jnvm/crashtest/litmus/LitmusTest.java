package org.jnvm.crashtest.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jnvm.crashtest.litmus.Litmus.W;
import static org.jnvm.crashtest.litmus.Litmus.X;
import static org.jnvm.crashtest.litmus.Litmus.X2;
import static org.jnvm.crashtest.litmus.Litmus.Y;
import static org.jnvm.crashtest.litmus.Litmus.Y2;
import static org.jnvm.crashtest.litmus.Litmus.Z;
import static org.jnvm.crashtest.option.PersistenceMode.EADR;
import static org.jnvm.crashtest.option.PersistenceMode.FILE;
import static org.jnvm.crashtest.option.PersistenceMode.NVMM;
import static org.jnvm.crashtest.option.PersistenceMode.NVMM_JMM;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariant checked: of each small program a crash leaves exactly what the model of each mode allows: all of that, and
 * nothing else. The lazy engine finds the same outcomes as the eager one, here and for programs made at random.
 */
class LitmusTest {
    /** What is allowed in each mode; outcomes are the values of the variables, in their order. */
    private record Program(String name, int[] variables, Consumer<Litmus> code, Map<PersistenceMode, String> allowed) {
        Program allow(PersistenceMode mode, String outcomes) {
            allowed.put(mode, outcomes);
            return this;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Program program(String name, int[] variables, Consumer<Litmus> code) {
        return new Program(name, variables, code, new EnumMap<>(PersistenceMode.class));
    }

    private static int[] of(int... variables) {
        return variables;
    }

    private static List<Program> programs() {
        return List.of(
                program("nothing", of(X), p -> {})
                        .allow(NVMM, "0")
                        .allow(NVMM_JMM, "0")
                        .allow(EADR, "0")
                        .allow(FILE, "0"),
                program("a store", of(X), p -> p.store(X, 1))
                        .allow(NVMM, "0 1")
                        .allow(NVMM_JMM, "0 1")
                        .allow(EADR, "0 1")
                        .allow(FILE, "0 1"),
                program("one line is a prefix", of(X, X2), p -> p.store(X, 1).store(X2, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program("two lines have no order", of(X, Y), p -> p.store(X, 1).store(Y, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "two sectors have no order",
                                of(X, Z),
                                p -> p.store(X, 1).store(Z, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 0,1 1,0 1,1"),
                program(
                                "a release store in the same line",
                                of(X, X2),
                                p -> p.store(X, 1).release(X2, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1"),
                program(
                                "a plain store behind a release store",
                                of(X, X2),
                                p -> p.release(X, 1).store(X2, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1"),
                program(
                                "a release store orders no other line",
                                of(X, Y),
                                p -> p.store(X, 1).release(Y, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1"),
                program(
                                "a fence orders plain stores of a line",
                                of(X, X2),
                                p -> p.store(X, 1).fence().store(X2, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "a fence alone makes nothing durable",
                                of(X, Y),
                                p -> p.store(X, 1).fence().store(Y, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "a write-back alone makes nothing durable",
                                of(X, Y),
                                p -> p.store(X, 1).pwb(X).store(Y, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "write-back, fence: publication",
                                of(X, Y),
                                p -> p.store(X, 1).persist(X).store(Y, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "acknowledged, then durable",
                                of(X, Y),
                                p -> p.store(X, 1)
                                        .persist(X)
                                        .store(Y, 1)
                                        .persist(Y)
                                        .store(X, 2))
                        .allow(NVMM, "0,0 1,0 1,1 2,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1 2,1")
                        .allow(EADR, "0,0 1,0 1,1 2,1")
                        .allow(FILE, "0,0 1,0 1,1 2,1"),
                program(
                                "a write-back covers what was stored before it",
                                of(X, Y),
                                p -> p.store(X, 1).pwb(X).store(X, 2).fence().store(Y, 1))
                        .allow(NVMM, "0,0 1,0 2,0 1,1 2,1")
                        .allow(NVMM_JMM, "0,0 1,0 2,0 1,1 2,1")
                        .allow(EADR, "0,0 1,0 2,0 2,1"),
                program(
                                "a write-back of another line",
                                of(X, Y),
                                p -> p.store(X, 1).persist(Y).store(Y, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "a write-back of another line of the page",
                                of(X, W),
                                p -> p.store(X, 1).persist(Y).store(W, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "a write-back of another page",
                                of(X, W),
                                p -> p.store(X, 1).persist(W).store(W, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(FILE, "0,0 0,1 1,0 1,1"),
                program(
                                "a fence of another thread",
                                of(X, Y),
                                p -> p.store(X, 1).pwb(X).elsewhere(p::fence).store(Y, 1))
                        .allow(NVMM, "0,0 0,1 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1"),
                program(
                                "another thread writes back and fences",
                                of(X, Y),
                                p -> p.store(X, 1).elsewhere(() -> p.persist(X)).store(Y, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(FILE, "0,0 1,0 1,1"),
                program(
                                "the write-back of a thread waits for its fence",
                                of(X, Y),
                                p -> p.store(X, 1)
                                        .pwb(X)
                                        .elsewhere(() -> p.store(Y, 1).persist(Y))
                                        .fence()
                                        .store(Y, 2))
                        .allow(NVMM, "0,0 0,1 1,0 1,1 1,2")
                        .allow(EADR, "0,0 1,0 1,1 1,2"),
                program("two threads in one line", of(X, X2), p -> p.store(X, 1).elsewhere(() -> p.store(X2, 1)))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1"),
                program("eight bytes are atomic", of(X), p -> p.store(X, -1))
                        .allow(NVMM, "0 -1")
                        .allow(NVMM_JMM, "0 -1")
                        .allow(EADR, "0 -1")
                        .allow(FILE, "0 -1"),
                program("sixteen bytes are not", of(X, X2), p -> p.storeTwo(X, 1, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 0,1 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1"),
                program("the same word twice", of(X), p -> p.store(X, 1).store(X, 2))
                        .allow(NVMM, "0 1 2")
                        .allow(NVMM_JMM, "0 1 2")
                        .allow(EADR, "0 1 2"),
                program(
                                "there and back",
                                of(X, X2),
                                p -> p.store(X, 1).store(X2, 1).store(X, 0))
                        .allow(NVMM, "0,0 1,0 1,1 0,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1 0,1"),
                program(
                                "a store that changes nothing",
                                of(X, Y),
                                p -> p.store(X, 1).persist(X).store(X, 1).store(Y, 1))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(EADR, "0,0 1,0 1,1"),
                program(
                                "valid bit in the line of the payload",
                                of(X2, X),
                                p -> p.store(X2, 1).release(X, 1).persist(X))
                        .allow(NVMM, "0,0 1,0 1,1")
                        .allow(NVMM_JMM, "0,0 1,0 1,1"),
                program(
                                "commit mark in another line, one epoch",
                                of(X, Y, Z),
                                p -> p.store(X, 1)
                                        .store(Y, 1)
                                        .pwb(X)
                                        .pwb(Y)
                                        .store(Z, 1)
                                        .persist(Z))
                        .allow(NVMM, "0,0,0 0,0,1 0,1,0 0,1,1 1,0,0 1,0,1 1,1,0 1,1,1")
                        .allow(EADR, "0,0,0 1,0,0 1,1,0 1,1,1")
                        .allow(FILE, "0,0,0 0,0,1 1,0,0 1,0,1 1,1,0 1,1,1"),
                program(
                                "commit mark, two epochs",
                                of(X, Y, Z),
                                p -> p.store(X, 1)
                                        .store(Y, 1)
                                        .pwb(X)
                                        .pwb(Y)
                                        .fence()
                                        .store(Z, 1)
                                        .persist(Z))
                        .allow(NVMM, "0,0,0 0,1,0 1,0,0 1,1,0 1,1,1")
                        .allow(NVMM_JMM, "0,0,0 0,1,0 1,0,0 1,1,0 1,1,1")
                        .allow(EADR, "0,0,0 1,0,0 1,1,0 1,1,1")
                        .allow(FILE, "0,0,0 1,0,0 1,1,0 1,1,1"),
                program(
                                "a floor is that of one line",
                                of(X, Y, Y2),
                                p -> p.store(X, 1).store(Y, 1).persist(X).store(Y2, 1))
                        .allow(NVMM, "0,0,0 0,1,0 1,0,0 1,1,0 1,1,1")
                        .allow(EADR, "0,0,0 1,0,0 1,1,0 1,1,1"));
    }

    private static Stream<Object[]> programsAndModes() {
        return programs().stream()
                .flatMap(program -> program.allowed().keySet().stream().map(mode -> new Object[] {program, mode}));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("programsAndModes")
    void leavesWhatIsAllowedAndNothingElse(Program program, PersistenceMode mode) {
        Litmus litmus = Litmus.of(program.code());
        String[] allowed = program.allowed().get(mode).split(" ");
        assertThat(litmus.outcomes(mode, Engine.EAGER, program.variables())).containsExactlyInAnyOrder(allowed);
        assertThat(litmus.outcomes(mode, Engine.LAZY, program.variables())).containsExactlyInAnyOrder(allowed);
    }

    private static Stream<Object[]> seedsAndModes() {
        return Stream.of(PersistenceMode.values())
                .flatMap(mode -> Stream.iterate(1L, seed -> seed + 1).limit(40).map(seed -> new Object[] {seed, mode}));
    }

    @ParameterizedTest(name = "seed {0}, {1}")
    @MethodSource("seedsAndModes")
    void lazyAndEagerAgreeAboutProgramsMadeAtRandom(long seed, PersistenceMode mode) {
        Litmus litmus = random(new Random(seed));
        int[][] reads = {of(X, Y2, W), of(X2, Y, Z), of(X, X2), of(W)};
        for (int[] variables : reads) {
            assertThat(litmus.outcomes(mode, Engine.LAZY, variables))
                    .as(Arrays.toString(variables))
                    .isEqualTo(litmus.outcomes(mode, Engine.EAGER, variables))
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("modes")
    void lazyRunsOnceForEachOutcomeOfWhatIsRead(PersistenceMode mode) {
        Litmus litmus = Litmus.of(
                p -> p.store(X, 1).store(Y, 1).store(Y2, 1).store(Z, 1).store(W, 1));
        assertThat(litmus.images(mode, Engine.LAZY, X)).isEqualTo(2);
        assertThat(litmus.images(mode, Engine.EAGER, X)).isGreaterThan(5);
    }

    private static List<PersistenceMode> modes() {
        return List.of(PersistenceMode.values());
    }

    private static Litmus random(Random random) {
        int[] variables = {X, X2, Y, Y2, Z, W};
        return Litmus.of(p -> {
            for (int i = 0; i < 14; i++) {
                int variable = variables[random.nextInt(variables.length)];
                Runnable step = switch (random.nextInt(6)) {
                    case 0 -> () -> p.release(variable, random.nextInt(3));
                    case 1 -> () -> p.pwb(variable);
                    case 2 -> p::fence;
                    default -> () -> p.store(variable, random.nextInt(3));
                };
                if (random.nextInt(4) == 0) {
                    p.elsewhere(step);
                } else {
                    step.run();
                }
            }
        });
    }
}
