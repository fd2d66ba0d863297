package org.jnvm.internal.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapPoisonedException;
import org.jnvm.internal.layout.CheckpointMarkLayout;
import org.jnvm.internal.layout.WalLayout;
import org.jnvm.internal.memory.DirtyLines;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.WriteBack;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Crashes in each write and force of domain DISK, on a disk that loses, reorders and tears what was not forced: appends,
 * going on with the other segment, checkpoints, forcing all stores, giving pages back and taking them again, recovery, and going on after
 * that. What is recovered must be what one of
 * the snapshots left, and none that is older than the last acknowledged one.
 */
@Once
class DiskCrashTest {
    private static final int PAGES = 8;
    /** The first of the pages that are given back at times: up to the last one. */
    private static final int FIRST_HOLE = 6;
    /** Of the page before them: where it says whether the first one may be a hole. Each has a line. */
    private static final int HOLE_WORDS = FIRST_HOLE * DirtyLines.PAGE_BYTES - 4 * 64;
    /** What is read of a hole; words are random, so none has bytes like this. */
    private static final byte HOLE = 0x48;

    private static final int WORDS = PAGES * DirtyLines.PAGE_BYTES / 8;
    private static final int COMMITS = Integer.getInteger("jnvm.disk.commits", 14);
    private static final int RUNS = Integer.getInteger("jnvm.disk.runs", 4);
    private static final int RANDOM_IMAGES = 5;
    /** Of so many acknowledgements one is of all stores, written back or not. */
    private static final int FORCE_ONE_IN = 5;
    /** After so many a page is given back, or taken again. */
    private static final int TRIM_ONE_IN = 3;

    private static final int COPIES = Integer.getInteger("jnvm.disk.copies", 24);
    private static final UUID HEAP = new UUID(1, 2);
    private static final UUID LOG_ID = new UUID(3, 4);
    private static final UUID NO_WAL = new UUID(0, 0);
    /** What stands for the superblock: a log id, at the beginning of a sector of its own. */
    private static final int SUPERBLOCK_BYTES = SimulatedDisk.SECTOR;
    /** A batch of some lines has a page, so a segment is full after a few. */
    private static final DiskSettings SETTINGS =
            new DiskSettings(Path.of("heap"), null, WalLayout.BATCHES_OFFSET + 3L * WalLayout.PAGE_BYTES, 1000);

    private final long seed = Long.getLong("jnvm.seed", 20261122L);

    /** What a run leaves out. */
    private enum Mutant {
        NOTHING,
        CHECKSUMS_NOT_CHECKED,
        LOG_ID_COMES_AGAIN,
        PLAIN_STORES_STAY,
        HOLE_BEFORE_IT_IS_TOLD,
        HOLE_BEFORE_A_CHECKPOINT,
        HOLE_TAKEN_WITHOUT_FORCE
    }

    /** A heap file in whose holes nothing may be stored. */
    private static final class WithHoles implements BlockFile {
        private final SimulatedDisk.SimulatedFile file;
        private boolean stored;

        private WithHoles(SimulatedDisk.SimulatedFile file) {
            this.file = file;
        }

        /** Writes a page with the same bytes: that makes a hole, or takes one. */
        void write(int page, byte value) throws IOException {
            byte[] bytes = new byte[DirtyLines.PAGE_BYTES];
            Arrays.fill(bytes, value);
            file.write(ByteBuffer.wrap(bytes), (long) page * DirtyLines.PAGE_BYTES);
        }

        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            byte[] there = file.current();
            for (int at = (int) offset; at < offset + bytes.remaining(); at += SimulatedDisk.SECTOR) {
                stored |= at / DirtyLines.PAGE_BYTES >= FIRST_HOLE && isHole(there, at);
            }
            file.write(bytes, offset);
        }

        /** Tells of a sector. */
        private static boolean isHole(byte[] bytes, int from) {
            for (int at = from; at < from + SimulatedDisk.SECTOR; at++) {
                if (bytes[at] != HOLE) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void read(ByteBuffer bytes, long offset) throws IOException {
            file.read(bytes, offset);
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public void close() {
            file.close();
        }
    }

    /** A heap in use, crashed, recovered, in use again and crashed again. */
    private static final class Run {
        private final Random random;
        private final boolean deferred;
        private final Consumer<SimulatedDisk> faults;
        private final Mutant mutant;
        /** Homes as the snapshots leave them; the first is the one at the start. */
        private final List<byte[]> states = new ArrayList<>();

        /** All that ever were states, of which a mixture of copies may be one. */
        private final Set<ByteBuffer> everStates = new HashSet<>();
        /** Copies of the three files at many moments. */
        private final List<List<byte[]>> copies = new ArrayList<>();

        private int acknowledged;
        private boolean checkpointsNow;
        private int images;
        private int recoveries;
        private int refused;
        private int opened;
        private String problem;

        Run(long seed, Consumer<SimulatedDisk> faults, Mutant mutant) {
            this.random = new Random(seed);
            this.deferred = random.nextBoolean();
            this.faults = faults;
            this.mutant = mutant;
            states.add(new byte[PAGES * DirtyLines.PAGE_BYTES]);
            everStates.add(ByteBuffer.wrap(states.get(0)));
        }

        /** Returns what went wrong, null if nothing did. */
        String run() {
            List<byte[]> files = List.of(states.get(0), new byte[0], new byte[0]);
            files = session(files, false);
            if (problem == null) {
                List<byte[]> second = List.copyOf(states);
                session(files, true); // with what a crash after the first one left
                if (problem == null) {
                    states.clear();
                    states.addAll(second);
                    session(files, true); // the same copy, which goes another way
                }
            }
            return problem;
        }

        /** Works on a heap and crashes; returns what is left. */
        private List<byte[]> session(List<byte[]> files, boolean again) {
            SimulatedDisk disk = new SimulatedDisk();
            faults.accept(disk);
            SimulatedDisk.SimulatedFile simulated = disk.file(files.get(0));
            WithHoles heapFile = new WithHoles(simulated);
            BlockFile even = disk.file(files.get(1));
            BlockFile odd = disk.file(files.get(2));
            disk.observe(operation -> explore(disk, 1));
            HeapState state = new HeapState(WriteBack.MARK, null, false);
            DiskCounters counters = new DiskCounters();
            GroupCommit commit = new GroupCommit(state, SETTINGS, counters);
            Deque<Runnable> background = new ArrayDeque<>();
            try {
                if (again) {
                    recover(simulated, heapFile, even, odd);
                }
                WriteAheadLog log = new WriteAheadLog(even, odd);
                Checkpointer checkpointer = new Checkpointer(state, log, heapFile, counters, task -> {
                    if (deferred && !checkpointsNow) {
                        background.add(task);
                    } else {
                        task.run();
                    }
                });
                begin(log, heapFile, checkpointer);
                WordMemory memory =
                        new WordMemory(states.get(states.size() - 1), commit.dirtyPages(), DiskCrashTest::isOfHeapFile);
                commit.attach(log, memory, checkpointer, null, () -> {}, () -> {});
                commit.registered();
                for (int page = FIRST_HOLE; page < PAGES; page++) {
                    if (isHole(memory, page)) {
                        memory.load(page * DirtyLines.PAGE_BYTES, pageOf(simulated, page));
                    }
                }
                for (int i = 0; i < COMMITS && problem == null; i++) {
                    work(memory);
                    addState(willBeTaken(memory));
                    if (random.nextInt(FORCE_ONE_IN) > 0) {
                        commit.commit();
                    } else {
                        waitingForCheckpoints(background, () -> {
                            addState(memory.all());
                            DiskDomain.persistAll(
                                    commit,
                                    checkpointer,
                                    mutant == Mutant.PLAIN_STORES_STAY ? new WrittenBack(memory) : memory,
                                    heapFile);
                        });
                    }
                    acknowledged = states.size() - 1;
                    if (random.nextInt(TRIM_ONE_IN) == 0) {
                        int page = FIRST_HOLE + random.nextInt(PAGES - FIRST_HOLE);
                        if (isHole(memory, page)) {
                            take(memory, heapFile, commit, page);
                        } else {
                            waitingForCheckpoints(
                                    background, () -> giveBack(memory, heapFile, commit, checkpointer, page));
                        }
                        acknowledged = states.size() - 1;
                    }
                    if (heapFile.stored && problem == null) {
                        problem = "something is stored to a hole";
                    }
                    if (!background.isEmpty() && random.nextInt(3) == 0) {
                        background.remove().run();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThat(problem != null || deferred || counters.checkpoints.sum() > 0)
                    .as("segments were checkpointed")
                    .isTrue();
            List<byte[]> left = disk.image(SimulatedDisk.random(random));
            states.subList(0, acknowledged).clear(); // older ones must not come back
            acknowledged = 0;
            return left;
        }

        /** Does what waits for checkpoints: none is deferred. */
        private void waitingForCheckpoints(Deque<Runnable> background, GroupCommit.Exclusive action)
                throws IOException {
            checkpointsNow = true;
            background.forEach(Runnable::run);
            background.clear();
            action.run();
            checkpointsNow = false;
        }

        private void addState(byte[] state) {
            forgetHoles(state);
            states.add(state);
            everStates.add(ByteBuffer.wrap(state));
        }

        /** As {@code alloc.Holes} does with {@code file.FileHoles}. */
        private void giveBack(
                WordMemory memory, WithHoles heapFile, GroupCommit commit, Checkpointer checkpointer, int page)
                throws IOException {
            memory.store(holeWord(page), 1);
            memory.pwb(holeWord(page));
            addState(willBeTaken(memory));
            if (mutant == Mutant.HOLE_BEFORE_A_CHECKPOINT) {
                commit.commit();
            } else if (mutant != Mutant.HOLE_BEFORE_IT_IS_TOLD) {
                DiskDomain.checkpoint(commit, checkpointer);
            }
            heapFile.write(page, HOLE);
            memory.load(page * DirtyLines.PAGE_BYTES, pageOf(heapFile.file, page));
            commit.commit();
        }

        private void take(WordMemory memory, WithHoles heapFile, GroupCommit commit, int page) throws IOException {
            heapFile.write(page, (byte) 0);
            if (mutant != Mutant.HOLE_TAKEN_WITHOUT_FORCE) {
                heapFile.force();
            }
            memory.load(page * DirtyLines.PAGE_BYTES, new byte[DirtyLines.PAGE_BYTES]);
            for (int line = 0;
                    line < DirtyLines.PAGE_BYTES;
                    line += 64) { // nobody reads what is new and was not written
                memory.pwb((page * DirtyLines.PAGE_BYTES + line) / 8);
            }
            memory.store(holeWord(page), 0);
            memory.pwb(holeWord(page));
            addState(willBeTaken(memory));
            commit.commit();
        }

        private void work(WordMemory memory) {
            int stores = 1 + random.nextInt(30);
            for (int i = 0; i < stores; i++) {
                int word = random.nextInt(WORDS);
                int page = 8 * word / DirtyLines.PAGE_BYTES;
                boolean ofHoles = 8 * word >= HOLE_WORDS && page < FIRST_HOLE;
                if (isOfHeapFile(8 * word) || ofHoles || isHole(memory, page)) {
                    continue;
                }
                memory.store(word, random.nextLong());
                if (random.nextInt(4) > 0) {
                    memory.pwb(word);
                }
            }
        }

        /** Takes the marks to know what a snapshot will hold, and puts them back. */
        private static byte[] willBeTaken(WordMemory memory) {
            List<long[]> taken = new ArrayList<>();
            memory.takeDirty((page, lines) -> taken.add(new long[] {page, lines}));
            long[] line = new long[8];
            for (long[] page : taken) {
                for (long left = page[1]; left != 0; left &= left - 1) {
                    long offset = page[0] + 64L * Long.numberOfTrailingZeros(left);
                    memory.loadLine(offset, line);
                    memory.pwb((int) (offset / 8));
                }
            }
            return memory.taken();
        }

        /** Looks at what crashes now may leave. */
        private void explore(SimulatedDisk disk, int depth) {
            if (problem != null) {
                return;
            }
            check(disk.image(SimulatedDisk.nothing()), depth, "nothing that was not forced");
            check(disk.image(SimulatedDisk.everything()), depth, "everything");
            int sectors = disk.pendingSectors();
            for (int i = 0; i < RANDOM_IMAGES && sectors > 0; i++) {
                int sector = random.nextInt(sectors);
                check(disk.image(SimulatedDisk.allBut(sector)), depth, "all but sector " + sector);
                check(disk.image(SimulatedDisk.only(sector)), depth, "only sector " + sector);
                check(disk.image(SimulatedDisk.upTo(sector)), depth, "sectors before " + sector);
                check(disk.image(SimulatedDisk.random(random)), depth, "random sectors");
            }
        }

        private void check(List<byte[]> image, int depth, String what) {
            if (problem != null) {
                return;
            }
            images++;
            keep(image);
            SimulatedDisk disk = new SimulatedDisk();
            faults.accept(disk);
            SimulatedDisk.SimulatedFile simulated = disk.file(image.get(0));
            WithHoles heapFile = new WithHoles(simulated);
            BlockFile even = disk.file(image.get(1));
            BlockFile odd = disk.file(image.get(2));
            if (depth > 0 && random.nextInt(40) == 0) { // crashes in recovery
                disk.observe(operation -> explore(disk, depth - 1));
            }
            try {
                recover(simulated, heapFile, even, odd);
                WriteAheadLog log = new WriteAheadLog(even, odd);
                HeapState state = new HeapState(WriteBack.MARK, null, false);
                begin(log, heapFile, new Checkpointer(state, log, heapFile, new DiskCounters(), Runnable::run));
            } catch (IOException | RuntimeException e) {
                problem = problem == null ? what + ": recovery failed: " + e : problem;
                return;
            }
            recoveries++;
            if (heapFile.stored) {
                problem = problem == null ? what + ": recovery stores to a hole" : problem;
                return;
            }
            for (int k = acknowledged; k < states.size(); k++) {
                if (Arrays.equals(content(simulated), states.get(k))) {
                    return;
                }
            }
            problem = problem == null
                    ? what + ": the recovered heap file is none of the states " + acknowledged + " to "
                            + (states.size() - 1)
                    : problem;
        }

        /** Keeps a copy, each of all images with the same probability. */
        private void keep(List<byte[]> image) {
            int place = random.nextInt(images);
            if (copies.size() < COPIES) {
                copies.add(image);
            } else if (place < COPIES) {
                copies.set(place, image);
            }
        }

        /** Begins a new log, as {@code DiskDomain.start} does when the heap is whole. */
        private void begin(WriteAheadLog log, BlockFile heapFile, Checkpointer checkpointer) throws IOException {
            UUID id = mutant == Mutant.LOG_ID_COMES_AGAIN ? LOG_ID : new UUID(random.nextLong(), random.nextLong());
            heapFile.force();
            log.begin(HEAP, id);
            checkpointer.begin(id);
            superblock(heapFile, id);
        }

        private static void superblock(BlockFile heapFile, UUID walId) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            HeaderBytes.putId(bytes, 0, walId);
            heapFile.write(bytes, 0);
            heapFile.force();
        }

        private void recover(SimulatedDisk.SimulatedFile simulated, BlockFile heapFile, BlockFile even, BlockFile odd)
                throws IOException {
            ByteBuffer pages = ByteBuffer.wrap(simulated.current()).order(ByteOrder.LITTLE_ENDIAN);
            UUID id = HeaderBytes.id(pages, 0);
            if (id.equals(NO_WAL)) {
                return;
            }
            WriteAheadLog log = mutant == Mutant.CHECKSUMS_NOT_CHECKED
                    ? new WriteAheadLog(new Credulous(even), new Credulous(odd))
                    : new WriteAheadLog(even, odd);
            CheckpointMark mark = CheckpointMark.read(pages, id);
            if (mark == null || log.newestSegment(id) == null) {
                throw new HeapFormatException("mark=" + mark + ", segment=" + log.newestSegment(id));
            }
            long end = log.replay(mark, payload -> {});
            Checkpoint.resume(heapFile, mark).write(end, (from, sink) -> log.replay(mark, sink));
            superblock(heapFile, NO_WAL);
        }

        /** Puts the heap file of each copy beside the logs of each other one: none may open to what never was. */
        String mixtures() {
            for (int i = 0; i < copies.size(); i++) {
                for (int j = 0; j < copies.size(); j++) {
                    mix(i, j, j);
                    mix(i, j, random.nextInt(copies.size()));
                    mix(i, random.nextInt(copies.size()), j);
                }
            }
            return problem;
        }

        private void mix(int heap, int even, int odd) {
            SimulatedDisk disk = new SimulatedDisk();
            SimulatedDisk.SimulatedFile heapFile = disk.file(copies.get(heap).get(0));
            try {
                recover(
                        heapFile,
                        heapFile,
                        disk.file(copies.get(even).get(1)),
                        disk.file(copies.get(odd).get(2)));
            } catch (HeapFormatException e) {
                refused++;
                return;
            } catch (IOException | RuntimeException e) {
                problem = "mixture of copies " + heap + ", " + even + " and " + odd + ": " + e;
                return;
            }
            opened++;
            if (!everStates.contains(ByteBuffer.wrap(content(heapFile)))) {
                problem = "mixture of copies " + heap + ", " + even + " and " + odd + ": what never was";
            }
        }
    }

    /** Tells whether bytes are such of the heap file that memory knows nothing of. */
    private static boolean isOfHeapFile(int offset) {
        return offset < SUPERBLOCK_BYTES || CheckpointMarkLayout.isCopy(offset & -64);
    }

    /** Returns what is in a heap file, without what memory knows nothing of. */
    private static byte[] content(SimulatedDisk.SimulatedFile heapFile) {
        byte[] content = heapFile.current();
        for (int offset = 0; offset < content.length; offset += 64) {
            if (isOfHeapFile(offset)) {
                Arrays.fill(content, offset, offset + 64, (byte) 0);
            }
        }
        forgetHoles(content);
        return content;
    }

    /** Where it says whether a page may be a hole. */
    private static int holeWord(int page) {
        return (HOLE_WORDS + 64 * (page - FIRST_HOLE)) / 8;
    }

    private static boolean isHole(WordMemory memory, int page) {
        return page >= FIRST_HOLE && memory.load(holeWord(page)) != 0;
    }

    private static byte[] pageOf(SimulatedDisk.SimulatedFile file, int page) {
        return Arrays.copyOfRange(file.current(), page * DirtyLines.PAGE_BYTES, (page + 1) * DirtyLines.PAGE_BYTES);
    }

    /** What is in a page that may be a hole, nobody reads. */
    private static void forgetHoles(byte[] content) {
        for (int page = FIRST_HOLE; page < PAGES; page++) {
            if (content[8 * holeWord(page)] != 0) {
                Arrays.fill(content, page * DirtyLines.PAGE_BYTES, (page + 1) * DirtyLines.PAGE_BYTES, (byte) 0);
            }
        }
    }

    /** Memory of which forcing does not find what nobody wrote back. */
    private record WrittenBack(WordMemory memory) implements SnapshotSource {
        @Override
        public void takeDirty(DirtyLines.PageSink sink) {
            memory.takeDirty(sink);
        }

        @Override
        public void loadLine(long offset, long[] line) {
            memory.loadLine(offset, line);
        }

        @Override
        public long privateBytes() {
            return memory.privateBytes();
        }

        @Override
        public void markUnlike(BlockFile heapFile) {}
    }

    /** Makes the checksum of what is read as a batch hold: as if it were not checked. */
    private record Credulous(BlockFile file) implements BlockFile {
        @Override
        public void write(ByteBuffer bytes, long offset) throws IOException {
            file.write(bytes, offset);
        }

        @Override
        public void read(ByteBuffer bytes, long offset) throws IOException {
            file.read(bytes, offset);
            int payload = bytes.limit() - WalLayout.BATCH_HEADER_BYTES;
            if (offset >= WalLayout.BATCHES_OFFSET && payload > 0) {
                bytes.order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(WalLayout.BATCH_CHECKSUM_OFFSET, Batch.checksum(bytes, payload));
            }
        }

        @Override
        public void force() throws IOException {
            file.force();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @TestFactory
    List<DynamicTest> whatWasAcknowledgedIsThereAfterACrashInAnyWrite() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            long runSeed = seed + i;
            tests.add(DynamicTest.dynamicTest("jnvm.seed=" + runSeed, () -> {
                Run run = new Run(runSeed, disk -> {}, Mutant.NOTHING);
                assertThat(run.run())
                        .as("replay with -Djnvm.seed=%d -Djnvm.disk.runs=1", runSeed)
                        .isNull();
                assertThat(run.images).isGreaterThan(500);
                assertThat(run.recoveries).isEqualTo(run.images);
                assertThat(run.mixtures())
                        .as("replay with -Djnvm.seed=%d -Djnvm.disk.runs=1", runSeed)
                        .isNull();
                assertThat(run.opened).isGreaterThan(run.copies.size());
                assertThat(run.refused).isGreaterThan(run.copies.size());
                System.out.println("domain DISK, jnvm.seed=" + runSeed + ": images=" + run.images + ", copies="
                        + run.copies.size() + ", mixtures opened=" + run.opened + ", refused=" + run.refused);
            }));
        }
        return tests;
    }

    /** Each force, left out, must be found to be needed. */
    @ParameterizedTest
    @CsvSource({
        "GroupCommit.write",
        "WriteAheadLog.begin",
        "CheckpointWriter.force",
        "Checkpoint.touch",
        "Checkpoint.markDone",
        "Checkpoint.begin",
        "Run.recover",
        "Run.superblock"
    })
    void aMissingForceIsFound(String site) {
        String method = site.replace("Run.", "DiskCrashTest$Run.");
        assertThat(findIn(disk -> disk.ignoreForces(method), Mutant.NOTHING))
                .as("without the force in %s", site)
                .isNotNull();
    }

    @Test
    void aSegmentThatIsGoneOnWithBeforeItIsHomeIsFound() {
        assertThat(findIn(disk -> disk.ignoreWrites("Checkpointer.checkpoint"), Mutant.NOTHING))
                .isNotNull();
    }

    @Test
    void aChecksumThatIsNotCheckedIsFound() {
        assertThat(findIn(disk -> {}, Mutant.CHECKSUMS_NOT_CHECKED)).isNotNull();
    }

    @Test
    void plainStoresThatAreNotForcedAreFound() {
        assertThat(findIn(disk -> {}, Mutant.PLAIN_STORES_STAY)).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(names = "HOLE_.*", mode = EnumSource.Mode.MATCH_ALL)
    void aHoleThatComesTooSoonOrIsUsedTooSoonIsFound(Mutant mutant) {
        assertThat(findIn(disk -> {}, mutant)).isNotNull();
    }

    @Test
    void aLogIdThatComesAgainIsFound() {
        assertThat(findIn(disk -> {}, Mutant.LOG_ID_COMES_AGAIN)).isNotNull();
    }

    /** Each update of the checkpoint mark, left out, must be found to be needed. */
    @ParameterizedTest
    @CsvSource({"Checkpoint.begin", "Checkpoint.touch", "Checkpoint.markDone"})
    void aMissingHomeMarkIsFound(String site) {
        assertThat(findIn(disk -> disk.ignoreWrites(site), Mutant.NOTHING)).isNotNull();
    }

    private String findIn(Consumer<SimulatedDisk> faults, Mutant mutant) {
        String found = null;
        for (int i = 0; i < 40 && found == null; i++) {
            Run run = new Run(seed + i, faults, mutant);
            found = run.run();
            found = found == null ? run.mixtures() : found;
        }
        return found;
    }

    @Test
    void aFailedWriteOrForcePoisonsAndNothingIsAcknowledgedAfterIt() throws IOException {
        SimulatedDisk disk = new SimulatedDisk();
        SimulatedDisk.SimulatedFile even = disk.file(new byte[0]);
        BlockFile heapFile = disk.file(new byte[PAGES * DirtyLines.PAGE_BYTES]);
        WriteAheadLog log = new WriteAheadLog(even, disk.file(new byte[0]));
        log.begin(HEAP, LOG_ID);
        HeapState state = new HeapState(WriteBack.MARK, null, false);
        GroupCommit commit = new GroupCommit(
                state, new DiskSettings(Path.of("heap"), Duration.ofDays(1), 1 << 20, 1000), new DiskCounters());
        WordMemory memory =
                new WordMemory(new byte[PAGES * DirtyLines.PAGE_BYTES], commit.dirtyPages(), offset -> false);
        commit.attach(
                log,
                memory,
                new Checkpointer(state, log, heapFile, new DiskCounters(), Runnable::run),
                null,
                () -> {},
                () -> {});
        commit.registered();
        memory.store(5, 1);
        memory.pwb(5);
        even.fail("no space left on device");
        assertThatThrownBy(commit::commit)
                .isInstanceOf(HeapPoisonedException.class)
                .hasMessageContaining("write-ahead log")
                .hasMessageContaining("no space left");
        assertThatThrownBy(commit::commit).isInstanceOf(HeapPoisonedException.class);
        assertThat(state.is(HeapState.POISONED)).isTrue();
    }

    @Test
    void aSealedSegmentThatIsDamagedIsRefused() throws IOException {
        SimulatedDisk disk = new SimulatedDisk();
        SimulatedDisk.SimulatedFile even = disk.file(new byte[0]);
        SimulatedDisk.SimulatedFile odd = disk.file(new byte[0]);
        WriteAheadLog log = new WriteAheadLog(even, odd);
        log.begin(HEAP, LOG_ID);
        Batch batch = new Batch();
        WordMemory memory = new WordMemory(
                new byte[PAGES * DirtyLines.PAGE_BYTES],
                new GroupCommit(new HeapState(WriteBack.MARK, null, false), SETTINGS, new DiskCounters()).dirtyPages(),
                offset -> false);
        batch.add(memory, 4096, 3);
        log.append(batch, true);
        log.switchSegment();
        byte[] bytes = even.current();
        bytes[WalLayout.BATCHES_OFFSET + 100] ^= 1;
        WriteAheadLog damaged = new WriteAheadLog(disk.file(bytes), odd);
        CheckpointMark nothingDone = new CheckpointMark(LOG_ID, 0, 0, 0);
        assertThatThrownBy(() -> damaged.replay(nothingDone, payload -> {}))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("write-ahead log damaged")
                .hasMessageContaining("found up to=-1");
    }
}
