package org.jnvm.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.campaign.errors.ErrorKind;
import org.jnvm.testing.Full;
import org.jnvm.testing.Javac;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Some errors of each kind; {@code scripts/campaign errors} does the same for hours. And the same against J-NVM as it
 * was before each of some defects was mended, which must be found.
 */
@LongRunning
@Execution(ExecutionMode.CONCURRENT)
class ErrorsTest {
    private static final long ERRORS = Full.ON ? 200_000 : 500;
    /** Pairs of errors that come one after the other are rare. */
    private static final long ERRORS_IN_CALLS = Full.ON ? 400_000 : 6_000;

    /** Until a defect is found: the rarest one takes 28,000 on average, and one in five of forty thousand passed it by. */
    private static final Pattern ERRORS_COUNTED = Pattern.compile("trials=\\d+ errors=(\\d+)");

    private static final long MOST_ERRORS = 400_000;

    private static final String SEED = System.getProperty("jnvm.seed", "20261122");

    @TempDir
    Path folder;

    private int run(StringWriter out, String... more) {
        int exit = new CommandLine(new Campaign())
                .setOut(new PrintWriter(out))
                .execute(Stream.concat(Stream.of("errors", "--seed=" + SEED), Stream.of(more))
                        .toArray(String[]::new));
        System.out.println(out);
        return exit;
    }

    @ParameterizedTest
    @EnumSource(ErrorKind.class)
    void anErrorCostsNobodyElse(ErrorKind kind) {
        StringWriter out = new StringWriter();
        long errors = switch (kind) {
            case CALLS -> ERRORS_IN_CALLS;
            case STACK_INTERPRETED -> ERRORS / 20; // which is slow
            default -> ERRORS;
        };
        int exit = run(out, "--kind=" + kind, "--errors=" + errors);
        assertThat(exit).as(out.toString()).isZero();
        Matcher counted = ERRORS_COUNTED.matcher(out.toString()); // the last trial may have two
        assertThat(counted.find()).as(out.toString()).isTrue();
        assertThat(Long.parseLong(counted.group(1))).isGreaterThanOrEqualTo(errors);
    }

    /** Hash tables that split and merge with as few entries as operations add. */
    @Test
    void anErrorWhileATableIsSplitLosesNoEntry() throws Exception {
        Path source = Path.of("../jnvm-core/src/main/java/org/jnvm/internal/table/HashTable.java");
        Path small = Javac.compileMutant(
                source,
                List.of("FULL_BLOCKS = 64;"),
                List.of("FULL_BLOCKS = 1;"),
                folder,
                System.getProperty("java.class.path"));
        StringWriter out = new StringWriter();
        int exit = run(out, "--kind=ALLOCATIONS", "--errors=" + ERRORS, "--mutant=" + small);
        assertThat(exit).as(out.toString()).isZero();
    }

    /** What stood there before: it is put back into a copy of the source. */
    private record Defect(String name, ErrorKind kind, String source, List<String> now, List<String> before) {
        /** Tells whether minutes pass before an error meets it. */
        boolean takesLong() {
            return Stream.of("undo action", "inner block", "over two heaps").anyMatch(name::contains);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Defect> defects() {
        String core = "jnvm-core/src/main/java/org/jnvm/internal/";
        String pfa = "jnvm-pfa/src/main/java/org/jnvm/pfa/internal/";
        return Stream.of(
                new Defect(
                        "nobody asks for the stack",
                        ErrorKind.STACK,
                        core + "util/StackReserve.java",
                        List.of("FRAMES.compound(0);", "FRAMES.operation(0);", "FRAMES.section(0);"),
                        List.of("", "", "")),
                new Defect(
                        "a write lock is listed after it was got",
                        ErrorKind.CALLS,
                        pfa + "Lane.java",
                        List.of("locks.push(key | UNSURE);", "locks.truncate(top);", "locks.set(top, "),
                        List.of("", "", "locks.push(")),
                new Defect(
                        "a write lock is forgotten before it is given up",
                        ErrorKind.CALLS,
                        pfa + "Lane.java",
                        List.of(
                                "                long lock = locks.get(last);",
                                "                locks.truncate(last);"),
                        List.of("                long lock = locks.pop();", "")),
                new Defect(
                        "a block whose clean-up fails is left to nobody",
                        ErrorKind.CALLS,
                        pfa + "RedoTransaction.java",
                        List.of("givenUp = true;", "boolean isAbandoned() {\n        return givenUp ||"),
                        List.of("", "boolean isAbandoned() {\n        return")),
                new Defect(
                        "an error in an undo action is forgotten when the next error comes",
                        ErrorKind.CALLS,
                        pfa + "RedoTransaction.java",
                        List.of(
                                "            while (hooks.hasUndoActions(savepoint)) {\n"
                                        + "                problem = hooks.runLastUndoAction(problem);",
                                "                hooks.forgetLastUndoAction();\n            }\n"),
                        List.of(
                                "            Throwable first = null;\n"
                                        + "            while (hooks.hasUndoActions(savepoint)) {\n"
                                        + "                first = hooks.runLastUndoAction(first);",
                                "                hooks.forgetLastUndoAction();\n            }\n            problem = first;\n")),
                new Defect(
                        "what an inner block left is forgotten when the next one is undone",
                        ErrorKind.CALLS,
                        pfa + "RedoTransaction.java",
                        List.of("            if (unfinishedIn >= atDepth) {"),
                        List.of("            if (atDepth > 0) {")),
                new Defect(
                        "parts of a block over two heaps that an error has left apart end each by itself",
                        ErrorKind.CALLS,
                        pfa + "JointTransaction.java",
                        List.of("            requireTogether();\n            together = true;"),
                        List.of("            together = true;")),
                new Defect(
                        "a part of a block over two heaps that an error kept from being undone is kept",
                        ErrorKind.CALLS,
                        pfa + "JointTransaction.java",
                        List.of("leaveUndone(atDepth - 1, cause);"),
                        List.of("leaveTo(atDepth - 1);")),
                new Defect(
                        "a root is indexed after it is durable",
                        ErrorKind.ALLOCATIONS,
                        core + "heap/Roots.java",
                        List.of(
                                "            index.put(name, slot); // before it is durable: afterwards no lack of memory must"
                                        + " matter\n",
                                "            slot.pending = null;\n            return;"),
                        List.of(
                                "",
                                "            slot.pending = null;\n            index.put(name, slot);\n            return;")),
                new Defect(
                        "the heap leads to a new segment before there is memory to follow it",
                        ErrorKind.ALLOCATIONS,
                        core + "table/Growth.java",
                        List.of(
                                "        Directory next = segments.next(known.count, known.table);\n",
                                "        head.beginChange();\n        segments.publish(next, number, fresh);"),
                        List.of(
                                "",
                                "        Directory next = segments.next(known.count, known.table);\n"
                                        + "        head.beginChange();\n        segments.publish(next, number, fresh);")),
                new Defect(
                        "a list of entries grows by one array after the other",
                        ErrorKind.ALLOCATIONS,
                        "jnvm-core/src/main/java/org/jnvm/internal/object/RedoEntries.java",
                        List.of("int[] longerKinds = ", "            kinds = longerKinds;\n"),
                        List.of("kinds = ", "")));
    }

    /**
     * Those that take seconds; all with {@code -Pfull}. Few undo actions are left since sorted maps have none, so that errors in
     * two of them are rare.
     */
    static Stream<Defect> defectsOfEachBuild() {
        return Full.ON ? defects() : defects().filter(each -> each.kind() == ErrorKind.CALLS && !each.takesLong());
    }

    @ParameterizedTest
    @MethodSource("defectsOfEachBuild")
    void whatWasMendedIsFoundIfItComesBack(Defect defect) throws Exception {
        Path source = Path.of("..").resolve(defect.source());
        String classPath = System.getProperty("java.class.path");
        Path classes = Javac.compileMutant(source, defect.now(), defect.before(), folder, classPath);
        StringWriter out = new StringWriter();
        int exit = run(
                out, "--kind=" + defect.kind(), "--errors=" + MOST_ERRORS, "--mutant=" + classes, "--folder=" + folder);
        assertThat(exit).as(out.toString()).isEqualTo(1);
        assertThat(out.toString()).contains("FAILED");
    }
}
