package org.jnvm.pfa;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jnvm.Recovery;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.CrashMutants.Kind;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Person;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked: each write-back, fence and force of the core and of the redo log is needed: without it some crash
 * loses data, in one of the workloads of {@link ExhaustiveCrashTest} and {@link AllocatorCrashTest}. But for those that
 * {@link #EXPLAINED} names, with the reason. A step that is new and not needed fails the test.
 */
@LongRunning
class CoreMutantsTest {
    /** Longs of an object that takes blocks beyond the bump pointer. */
    private static final int RUN = 3000;
    /** Longs of an object in three blocks. */
    private static final int EXTENT_LONGS = 70;
    /** Longs of which one lies where a second block begins. */
    private static final int LINES_LONGS = 34;
    /** Longs of an object in a slot of the largest size, */
    private static final int PAGE_LONGS = 28;
    /** and how many of them reach across the beginnings of some blocks. */
    private static final int IN_PAGE = 3;
    /** Like the header of a valid object of a class that there is none of. */
    private static final long VALID = 0x0FFF_0000_0000_0000L;

    /** Steps whose lack, or wrong time, loses nothing that these workloads can see, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of(
            // what is freed here is unlinked durably before; RetireOrderMutantsTest frees what is referred to
            Pattern.compile("(FENCE|PWB 0|HASTY) BlockAllocator.flushRetired:.*"),
            // the header of a slab, slots, class and enum records: for other threads, whose fences do not
            // cover the maker's write-backs. SlabMutantsTest of jnvm-pdt and MigrationCrashTest have two
            // threads. And slot words, which only a scan looks at, where the memory held zeros before: not in SLABS
            Pattern.compile("(FENCE|PWB .|HASTY|LATE) SlabAllocator.format:.*"),
            // that a block has a header again: for other threads, see BlockShapesMutantsTest
            Pattern.compile("(FENCE|HASTY) BlockShapes.announce:.*"),
            // the first store behind that fence is the header of the first block
            Pattern.compile("HASTY BlockShapes.prepare:.*"),
            // an extent of more than 17 blocks has so many lines that hardly an image lacks one alone; of shorter ones
            // the same fence is needed
            Pattern.compile("FENCE BlockShapes.prepare:.*takeExtent:.*allocateExtent.*"),
            // the freed header of a slab without an object: a pass frees it, too
            Pattern.compile("LATE SlabAllocator.free:.*"),
            // what only a scan looks at, or only where the contents look like headers: see EXTENTS
            Pattern.compile("(FENCE|HASTY) ObjectSpace.pfence.*SlotArrays.append.*"),
            Pattern.compile("(FENCE|HASTY) ObjectSpace.pfence.*RecordList.append.*"),
            // lines of a new slot array without a reference: zeros, so that no garbage is taken for references
            Pattern.compile("PWB [123] ObjectView.pwb.*SlotArrays.append.*"),
            // an entry that is freed before its slot is null: the pass makes it null, and the removal is in flight
            Pattern.compile("HASTY .*ReferenceSlots.write.*Roots.drop.*"),
            // the bump pointer: for a scan, and a pass raises it above every live block
            Pattern.compile("(FENCE|PWB 0) Depot.*advanceBump.*"),
            // the hash of a string: nothing but a PString reads it
            Pattern.compile("LATE ObjectView.storeInt.*Strings.create.*"),
            // a force of everything follows; FieldValueCrashTest frees an owner without one
            Pattern.compile("(FENCE|PWB .|HASTY) .*UnlinkedValues.drain.*Heap.force.*"),
            Pattern.compile("(PWB 0|LATE) RedoLog.retire.*RedoLogs.close.*"),
            // the mark of a clean close: a heap without it is recovered as after a crash; if the machine went down
            // it is refused, which is not explored here
            Pattern.compile(
                    "(FENCE|PWB .|FORCE|LATE) (Durability.store|MappedDurability.write).*HeapCloser.closeClean.*"),
            // a torn free map is told by its checksums: the pass runs instead, or some blocks stay out of use until
            // it does
            Pattern.compile("(FORCE|LATE) .*writeFreeMap.*"),
            // one word of a record makes no record; nor do the bytes that the block of a new log held before
            Pattern.compile("HASTY .*ObjectSpace.pfence.*RedoLog.commit:.*"),
            Pattern.compile("LATE RedoLog.empty.*"),
            // records that are too large to stay untruncated, and a store by another thread afterwards:
            // UntruncatedRecordsCrashTest
            Pattern.compile("(FENCE .*|(PWB 0|LATE) .*RedoLog.erase.*)Lane.erase.*"));

    /**
     * A part of the product: its places in the code, how many mutants without a step must be found, and how many with one at
     * the wrong time, and the workloads that use it.
     */
    enum Part {
        ALLOCATOR(
                "BlockAllocator|Depot",
                0,
                0,
                AllocatorCrashTest.Operations.USED_AGAIN_WHEN_SHORT.scenario(),
                AllocatorCrashTest.Operations.ONE_BLOCK.scenario()),
        SLABS(
                "SlabAllocator",
                4,
                2,
                Contents.scanned(slotsWhereLongsWere()),
                AllocatorCrashTest.Operations.SLOTS.scenario()),
        /** Objects whose contents look like headers, in blocks that had headers, and blocks with headers where these were. */
        EXTENTS("BlockShapes", 5, 4, Contents.scanned(extentsOfLongs()), Contents.scanned(blocksWhereAnExtentWas())),
        PAGES("SlabAllocator.format:", 2, 2, Contents.scanned(pageOfLongs())),
        TABLES(
                "RecordList",
                10,
                22,
                AllocatorCrashTest.Operations.FIRST_OF_A_CLASS.scenario(),
                AllocatorCrashTest.Operations.FIRST_OF_AN_ENUM.scenario()),
        ROOTS(
                "Roots|SlotArrays",
                16,
                22,
                ExhaustiveCrashTest.Operations.PUT.scenario(),
                ExhaustiveCrashTest.Operations.PUT_LONG_NAME.scenario(),
                AllocatorCrashTest.Operations.ROOT_SLOTS.scenario()),
        REFERENCES(
                "Validator",
                15,
                6,
                ExhaustiveCrashTest.Operations.REFERENCE.scenario(),
                ExhaustiveCrashTest.Operations.PUT.scenario()),
        VALUES(
                "^(?!.*SlabAllocator).*(FieldValues|UnlinkedValues)",
                6,
                15,
                ExhaustiveCrashTest.Operations.VALUES.scenario(),
                AllocatorCrashTest.Operations.FREE_THE_OWNER_OF_VALUES.scenario()),
        FILE("HeapFile|HeapCloser", 6, 2, ExhaustiveCrashTest.Operations.CLOSE.scenario()),
        /** Opened by a scan: bytes that are no zeros, those of an old free map, are in its way. */
        GROWTH(
                "HeapFile.*grow",
                4,
                3,
                AllocatorCrashTest.Operations.GROWTH.scenario().recovery(Recovery.SCAN_ONLY)),
        COMMIT(
                "RedoLog|Lane\\.|Commit\\.",
                33,
                21,
                ExhaustiveCrashTest.Operations.CHANGE_AGAIN.scenario(),
                ExhaustiveCrashTest.Operations.MAKE_LARGE_AND_LINK.scenario(),
                ExhaustiveCrashTest.Operations.MAKE_AND_LINK.scenario(),
                ExhaustiveCrashTest.Operations.ANOTHER_LANE.scenario(),
                ExhaustiveCrashTest.Operations.WHOLE_BLOCKS.scenario(),
                ExhaustiveCrashTest.Operations.IN_FLIGHT_COPIES.scenario(),
                ExhaustiveCrashTest.Operations.LARGE_RECORD.scenario());

        /** Makes a slab of memory that looks like slots of objects of a class that there is none of. */
        private static CrashScenario slotsWhereLongsWere() {
            return Contents.scenario(run -> run.operation(
                            "name",
                            () -> run.heap().root().get("p", Person.class).replaceName("b".repeat(20))))
                    .setUp(heap -> {
                        longsOf(RUN);
                        Contents.setUp(heap);
                    });
        }

        /** Makes the first objects of a page that is a slab. */
        private static CrashScenario pageOfLongs() {
            return Contents.scenario(run -> {
                for (int i = 0; i < IN_PAGE; i++) {
                    String name = "longs" + i;
                    run.operation("put " + i, () -> run.heap().root().put(name, longsOf(PAGE_LONGS)));
                }
            });
        }

        /** Makes an extent, changes another one in a failure-atomic block, in a copy, and makes one of another length. */
        private static CrashScenario extentsOfLongs() {
            return Contents.scenario(run -> {
                        run.operation("put", () -> run.heap().root().put("some", longsOf(EXTENT_LONGS)));
                        Contents.atomically(
                                run,
                                "change",
                                () -> run.heap()
                                        .root()
                                        .get("others", Longs.class)
                                        .write(0, longs(EXTENT_LONGS)));
                        run.operation("put a long one", () -> {
                            Longs many = new Longs(8 * EXTENT_LONGS);
                            many.write(0, longs(LINES_LONGS)); // few lines, of which each image may lack some
                            run.heap().root().put("others", many);
                        });
                    })
                    .setUp(heap -> {
                        Contents.setUp(heap);
                        heap.root().put("others", new Longs(EXTENT_LONGS));
                    });
        }

        /** Frees an extent in a heap that is full, and makes objects of one block where it was. */
        private static CrashScenario blocksWhereAnExtentWas() {
            return Contents.scenario(run -> {
                        run.operation("free", () -> {
                            Longs freed = run.heap().root().get("some", Longs.class);
                            run.heap().root().remove("some");
                            run.heap().free(freed);
                        });
                        run.operation("put", () -> run.heap().root().put("x0", Node.of(1, 2)));
                    })
                    .setUp(heap -> {
                        Contents.setUp(heap);
                        heap.root().put("some", longsOf(EXTENT_LONGS));
                        AllocatorCrashTest.fill(heap);
                    })
                    .goOn(heap -> {}); // there is no block left
        }

        /** Makes an object whose contents look like headers of objects of a class that there is none of. */
        private static Longs longsOf(int length) {
            Longs made = new Longs(length);
            made.write(0, longs(length));
            return made;
        }

        /** Returns what looks like headers of objects of a class that there is none of. */
        private static long[] longs(int length) {
            long[] longs = new long[length];
            Arrays.fill(longs, VALID);
            return longs;
        }

        private final Pattern places;
        private final int missing;
        private final int misplaced;
        private final List<CrashScenario> scenarios;

        Part(String places, int missing, int misplaced, CrashScenario... scenarios) {
            this.places = Pattern.compile(places);
            this.missing = missing;
            this.misplaced = misplaced;
            this.scenarios = List.of(scenarios);
        }

        private CrashMutants mutants(Set<Kind> kinds) {
            CrashMutants all = new CrashMutants(Map.of());
            for (CrashScenario scenario : scenarios) {
                CrashMutants known = all;
                all = known.and(CrashExplorer.mutants(
                        scenario,
                        Engine.DEVIATION,
                        kinds,
                        place -> places.matcher(place).find() && !known.isNeeded(place)));
            }
            return all;
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachStepIsNeededWhereItIs(Part part) {
        requireNeeded(part, EnumSet.of(Kind.PWB, Kind.FENCE, Kind.FORCE), part.missing);
        requireNeeded(part, EnumSet.of(Kind.HASTY, Kind.LATE), part.misplaced);
    }

    private static void requireNeeded(Part part, Set<Kind> kinds, int killed) {
        CrashMutants mutants = part.mutants(kinds);
        System.out.println(part + " " + mutants);
        mutants.requireNeeded(killed, EXPLAINED);
    }
}
