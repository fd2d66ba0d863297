package org.jnvm.pfa;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: a crash in the recovery from a crash, or in what a program does after it, loses nothing; and each
 * write-back, fence and force of the recovery is needed for that, but for those that {@link #EXPLAINED} names.
 */
@LongRunning
class RecoveryMutantsTest {
    private static final Pattern RECOVERY = Pattern.compile("HeapOpener\\.|RecoveryPass\\.|RedoLogs.replay|markInUse");

    private static final int KILLED = 9;
    private static final int KILLED_OF_ALL = 13;
    /** What is kept for commits. */
    private static final int RESERVE = 64;

    private static final int SOME = 8;

    /** Steps whose removal loses nothing that these crashes can show, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of(
            // a heap that a crash left is marked as in use already; one that was closed is what HeapOpener.skipPass
            // marks
            Pattern.compile("(FENCE|FORCE) .*markInUse.*RecoveryPass.run.*"),
            // one line of a superblock: a torn copy is told by its checksum, and the pass runs
            Pattern.compile("PWB . .*markInUse.*"),
            // the second fence of a replay: the marking that follows has one, too; but not if a heap was closed with
            // logs
            // left in it, and several threads sweep
            Pattern.compile("FENCE .*RedoLogs.replay.*"),
            // a reference to what was freed is told by its generation, too, but for one of 256
            Pattern.compile("PWB . RecoveryPass.nullify.*"),
            // the word of a slot that nothing leads to: one that stays takes room until the next pass
            Pattern.compile("PWB . RecoveryPass.free.*sweepSlots.*"),
            // where one thread sweeps, as here, one of the last two fences would do: the first is for what other
            // threads wrote, the second for the bump pointer
            Pattern.compile("FENCE ObjectSpace.pfence.*RecoveryPass.(run|sweep):.*"));

    /** A crash, and what goes on from there. */
    enum Crashed {
        WORDS(ExhaustiveCrashTest.Operations.CHANGE_AGAIN.scenario(), RecoveryMutantsTest::goOn),
        BLOCKS(ExhaustiveCrashTest.Operations.WHOLE_BLOCKS.scenario(), RecoveryMutantsTest::goOn),
        TWO_LEASES(ExhaustiveCrashTest.Operations.ANOTHER_LANE.scenario(), RecoveryMutantsTest::goOn),
        FREED(ExhaustiveCrashTest.Operations.FREE_AND_USE_AGAIN.scenario(), RecoveryMutantsTest::goOn),
        CLOSED(ExhaustiveCrashTest.Operations.CLOSE.scenario(), RecoveryMutantsTest::goOn),
        /** A reference to what was freed, whose block is used again at once. */
        DANGLING(
                Contents.scenario(run -> run.operation(
                                "free",
                                () -> run.heap()
                                        .free(Contents.node(run.heap(), "y").next())))
                        .setUp(heap -> {
                            for (int i = 0; i < RESERVE; i++) {
                                Node.of(0, 0); // free when the heap is opened, and kept for commits
                            }
                            Contents.setUp(heap);
                        }),
                RecoveryMutantsTest::useAgain),
        /** An object of two blocks that nothing leads to, whose blocks are used again at once. */
        UNREACHABLE(
                full(run -> run.operation("remove", () -> run.heap().root().remove("longs"))),
                RecoveryMutantsTest::useAgain) {
            @Override
            CrashScenario after() {
                return Contents.scanned(super.after());
            }
        };

        private final CrashScenario crashed;
        private final Consumer<CrashRun> next;

        Crashed(CrashScenario crashed, Consumer<CrashRun> next) {
            this.crashed = crashed;
            this.next = next;
        }

        CrashScenario after() {
            return CrashScenario.of(next).state(Contents::show);
        }
    }

    private static CrashScenario full(Consumer<CrashRun> workload) {
        return Contents.scenario(workload).setUp(heap -> {
            Contents.setUp(heap);
            AllocatorCrashTest.fill(heap);
        });
    }

    private static void useAgain(CrashRun run) {
        for (String name : new String[] {"x", "row", "p"}) {
            run.operation("replace " + name, () -> {
                try {
                    Node first = null;
                    for (int i = 0; i < SOME; i++) {
                        Node made = Node.of(50, 51);
                        made.setNext(first);
                        first = made;
                    }
                    run.heap().root().put(name, first);
                } catch (HeapFullException e) {
                    // the crash came before there was a free block
                }
            });
        }
    }

    private static void goOn(CrashRun run) {
        Heap heap = run.heap();
        run.operation("put", () -> heap.root().put("further", Node.of(1, 2)));
        run.operation(
                "change",
                () -> heap.atomically(() -> {
                    Contents.node(heap, "further").move(3);
                    heap.root().put("another", Node.of(3, 4));
                }));
        run.operation("free", () -> {
            Node further = Contents.node(heap, "further");
            heap.root().remove("further");
            heap.free(further);
        });
    }

    private static Stream<Crashed> crashed() {
        return Full.ON
                ? Stream.of(Crashed.values())
                : Stream.of(Crashed.FREED, Crashed.CLOSED, Crashed.DANGLING, Crashed.UNREACHABLE);
    }

    @Test
    void eachStepIsNeeded() {
        CrashMutants mutants = crashed()
                .map(each -> CrashExplorer.recoveryMutants(
                        each.crashed,
                        each.after(),
                        Engine.DEVIATION,
                        EnumSet.of(Kind.PWB, Kind.FENCE, Kind.FORCE),
                        place -> RECOVERY.matcher(place).find()))
                .reduce(new CrashMutants(Map.of()), CrashMutants::and);
        System.out.println(mutants);
        mutants.requireNeeded(Full.ON ? KILLED_OF_ALL : KILLED, EXPLAINED);
    }
}
