package org.jnvm.internal.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jnvm.HeapCheck;
import org.jnvm.HeapCheck.Finding;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.HeapCheck.Severity;
import org.jnvm.RecoveryListener.Phase;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.LogLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.recovery.Anomaly;
import org.jnvm.internal.recovery.AnomalySink;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.OopMap;
import org.jnvm.internal.recovery.OopMaps;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.Trace;

/**
 * Checks a whole heap: superblock, state words, class table, root map, redo logs, every reachable object, every block
 * below the bump pointer, and the free store. It trusts nothing, needs no class of the program, writes nothing, goes on
 * after what it finds, and takes the memory that a recovery pass takes.
 *
 * <p>It can be used on an open heap, and on the file of a heap that was not recovered yet. Other threads that write
 * meanwhile make it report what is not there.
 */
public final class HeapChecker {

    private final HeapFile file;
    private final BlockAllocator allocator;
    private final HeapWords words;
    private final Findings findings = new Findings();
    private final Progress progress;
    private final RecoverySettings settings;
    private final long blocks;
    private final MarkBitmap rootBlocks;
    /** By offset / 8, objects of an unknown class: each is told once, however many references lead to it. */
    private final MarkBitmap unknown;

    private Trace trace;
    private OopMaps maps;
    private ValueCheck values;
    /** Whether a log is to be replayed, so that objects may hold part of what it is about. */
    private boolean committed;

    private long bump;
    /** Words that lead to what is to be marked before everything else. */
    private long[] first = {};

    private long firstObjects;
    private long firstBlocks;

    /**
     * Prepares a check.
     *
     * @param file the heap file, mapped
     * @param allocator its free store, or null if there is none yet
     * @param settings its bounds
     * @param progress hears how far it is
     */
    public HeapChecker(HeapFile file, BlockAllocator allocator, RecoverySettings settings, Progress progress) {
        this.file = file;
        this.allocator = allocator;
        this.settings = settings;
        this.progress = progress;
        words = new HeapWords(file);
        blocks = words.end() >>> BlockLayout.BLOCK_SHIFT;
        rootBlocks = new MarkBitmap(blocks);
        unknown = new MarkBitmap(words.end() >>> 3);
    }

    /**
     * Has what some words lead to marked first, so that it is counted.
     *
     * @param words heap offsets of words with references
     */
    public void countFirst(long... words) {
        first = words;
    }

    /** Returns how many objects the words lead to that {@link #countFirst} was given. */
    public long firstObjects() {
        return firstObjects;
    }

    /** Returns how many blocks these lie in. */
    public long firstBlocks() {
        return firstBlocks;
    }

    /** Returns what is reachable, when the check has run. If nothing is wrong, all references lead to what is marked there. */
    public Trace trace() {
        return trace;
    }

    /** Checks everything. */
    public HeapCheck run() {
        checkSuperblocks();
        checkBump();
        checkHoles();
        traceObjects();
        checkBlocks();
        checkFreeStore();
        return findings.result(file.path(), trace.objects(), trace.blocks());
    }

    /** Checks what is reachable only. */
    public HeapCheck reachable() {
        checkBump();
        traceObjects();
        return findings.result(file.path(), trace.objects(), trace.blocks());
    }

    // ---- the first pages ----

    private void checkSuperblocks() {
        for (int copy = 0; copy < 2; copy++) {
            int at = SuperblockLayout.copyOffset(copy);
            byte[] bytes = new byte[SuperblockLayout.BYTES];
            words.chunkOf(0).loadBytes(at, bytes, 0, bytes.length);
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            CRC32C crc = new CRC32C();
            crc.update(bytes, 0, SuperblockLayout.CHECKSUM_OFFSET);
            int checksum = in.getInt(SuperblockLayout.CHECKSUM_OFFSET);
            if (in.getLong(SuperblockLayout.MAGIC_OFFSET) != SuperblockLayout.MAGIC
                    || checksum != (int) crc.getValue()) {
                findings.add(
                        Rule.SUPERBLOCK,
                        at,
                        "copy " + copy + ": magic=0x"
                                + Long.toHexString(in.getLong(SuperblockLayout.MAGIC_OFFSET)) + ", checksum=0x"
                                + Integer.toHexString(checksum) + ", expected=0x"
                                + Integer.toHexString((int) crc.getValue()));
            }
        }
    }

    private void checkBump() {
        bump = words.load(StateLayout.BUMP_OFFSET);
        if (bump < words.firstBlock() || bump > blocks) {
            findings.add(
                    Rule.STATE_WORD,
                    StateLayout.BUMP_OFFSET,
                    "bump=" + bump + ", expected=" + words.firstBlock() + ".." + blocks);
            bump = blocks;
        }
    }

    /** A wrong one is no error: it is taken for the smallest unit, by which no hole is missed. */
    private void checkHoles() {
        long holes = words.load(StateLayout.HOLES_OFFSET);
        if (!StateLayout.isHolesWord(holes)) {
            findings.add(
                    Rule.STATE_WORD,
                    Severity.WARNING,
                    () -> new Finding(
                            Rule.STATE_WORD,
                            Severity.WARNING,
                            StateLayout.HOLES_OFFSET,
                            null,
                            null,
                            "holes=" + holes + ", expected=0 or a power of two in " + StateLayout.LEAST_HOLE_BLOCKS
                                    + ".." + StateLayout.MOST_HOLE_BLOCKS + "; it counts as "
                                    + StateLayout.LEAST_HOLE_BLOCKS
                                    + ", and is mended when the heap is opened for writing (jnvm recover does that, too)"));
        }
    }

    // ---- objects ----

    private void traceObjects() {
        ClassLayout[] layouts = new ClassTableCheck(words, findings).read();
        maps = OopMaps.of(layouts);
        int workers = bump <= settings.smallBlocks() ? 1 : settings.workers();
        trace = new Trace(words, maps, settings, workers, false, new Sink(), progress);
        EnumTableCheck enums = new EnumTableCheck(words, findings);
        enums.run();
        values = new ValueCheck(words, findings, layouts, enums);
        checkRoots();
        markLogs();
        progress.begin(Phase.CHECK, file.blocksBelow(bump), trace::blocksSoFar);
        if (first.length > 0) {
            for (long at : first) {
                trace.root(at);
            }
            trace.run();
            firstObjects = trace.objects();
            firstBlocks = trace.blocks();
        }
        trace.root(StateLayout.CLASS_TABLE_OFFSET);
        trace.root(StateLayout.ROOTS_OFFSET);
        trace.root(StateLayout.ENUMS_OFFSET);
        trace.run();
    }

    private void checkRoots() {
        MarkBitmap entries = new MarkBitmap(blocks);
        Set<String> names = new HashSet<>();
        long at = StateLayout.ROOTS_OFFSET;
        for (long ref = words.load(at); ref != Reference.NULL; ref = words.load(at)) {
            long block = Reference.offset(ref);
            if (!RawObject.is(words, ref, ReservedClass.SLOT_ARRAY)
                    || !rootBlocks.set(block >>> BlockLayout.BLOCK_SHIFT)) {
                findings.add(Rule.ROOT_MAP, at, "leads to no slot array, or a second time: " + Reference.describe(ref));
                return;
            }
            for (int i = 0; i < ReservedClass.SLOTS_PER_ARRAY; i++) {
                checkRoot(block + ReservedClass.SLOT_ARRAY_SLOTS_OFFSET + 8L * i, entries, names);
            }
            at = block + ReservedClass.SLOT_ARRAY_NEXT_OFFSET;
        }
    }

    private void checkRoot(long slot, MarkBitmap entries, Set<String> names) {
        long ref = words.load(slot);
        long offset = Reference.offset(ref);
        if (Reference.kind(ref) != Reference.KIND_BLOCK || !words.isBlock(offset)) {
            return; // null, or dangling: the trace tells
        }
        long header = words.load(offset);
        if (!BlockLayout.isValid(header)
                || BlockLayout.classId(header) == 0
                || BlockLayout.generation(header) != Reference.generation(ref)) {
            return; // dangling
        }
        if (BlockLayout.classId(header) != ReservedClass.ROOT_ENTRY
                || Reference.isOwner(ref)
                || entries.get(offset >>> BlockLayout.BLOCK_SHIFT)) {
            findings.add(Rule.ROOT_MAP, slot, "leads to no root entry, or twice to one: " + Reference.describe(ref));
            return;
        }
        long count = RawObject.markBlocks(words, offset, entries);
        long length = words.load(offset + ReservedClass.ROOT_LENGTH_OFFSET);
        if (count < 0 || length < 0 || length > RawObject.room(words, offset, count, ReservedClass.ROOT_NAME_OFFSET)) {
            return; // the trace tells
        }
        byte[] name = RawObject.bytes(words, offset, ReservedClass.ROOT_NAME_OFFSET, (int) length);
        if (!names.add(new String(name, StandardCharsets.UTF_8))) {
            findings.add(Rule.ROOT_MAP, slot, "two roots have one name: " + new String(name, StandardCharsets.UTF_8));
        }
    }

    /** Marks the redo logs, which no object leads to. */
    private void markLogs() {
        long at = StateLayout.LOGS_OFFSET;
        for (long ref = words.load(at); ref != Reference.NULL; ref = words.load(at)) {
            long log = Reference.offset(ref);
            if (!RawObject.is(words, ref, ReservedClass.REDO_LOG)
                    || RawObject.markBlocks(words, log, trace.live()) < 0) {
                findings.add(
                        Rule.REDO_LOG,
                        at,
                        "leads to no redo log, to broken blocks, or a second time to one: " + Reference.describe(ref));
                return;
            }
            long commit = words.load(log + LogLayout.NUMBER_OFFSET);
            if (commit != 0) {
                committed = true;
                findings.add(
                        Rule.REDO_LOG,
                        Severity.INFO,
                        () -> new Finding(
                                Rule.REDO_LOG,
                                Severity.INFO,
                                log,
                                null,
                                null,
                                "committed and not yet erased: it is replayed when the heap is opened; commit number="
                                        + commit));
            }
            at = log + LogLayout.NEXT_LOG_OFFSET;
        }
    }

    /** Turns what the trace meets into findings, but for what the checks of tables and root map have told. */
    private final class Sink implements AnomalySink {
        @Override
        public void reference(Anomaly anomaly, long owner, long at, long ref, int worker) {
            if (owner == 0) {
                return;
            }
            int classId = BlockLayout.classId(words.load(owner));
            boolean told = isRecord(classId)
                    || at == owner + ReservedClass.SLOT_ARRAY_NEXT_OFFSET
                            && rootBlocks.get(owner >>> BlockLayout.BLOCK_SHIFT);
            if (told) {
                return;
            }
            Rule rule = switch (anomaly) {
                case INVALID_TARGET -> Rule.INVALID_OBJECT;
                case WRONG_CLASS -> Rule.WRONG_CLASS;
                default -> Rule.DANGLING_REFERENCE;
            };
            findings.add(rule, rule.severity(), () -> {
                OopMap map = maps.of(classId);
                return new Finding(
                        rule,
                        rule.severity(),
                        at,
                        className(classId),
                        map == null ? null : new WordLocation(words, owner, at).field(map.layout()),
                        message(anomaly, ref));
            });
        }

        private String message(Anomaly anomaly, long ref) {
            long offset = Reference.offset(ref);
            boolean there = words.isBlock(offset) || words.isPayloadWord(offset);
            String target = there ? ", header there=0x" + Long.toHexString(words.load(offset)) : "";
            return switch (anomaly) {
                        case INVALID_TARGET -> "leads to an object that is not valid: ";
                        case WRONG_CLASS ->
                            "leads to an object of class " + className(BlockLayout.classId(words.load(offset))) + ": ";
                        default -> "leads to no object: ";
                    }
                    + Reference.describe(ref) + ", kind=" + Reference.kind(ref) + target;
        }

        @Override
        public void object(Anomaly anomaly, long object, long at) {
            int classId = BlockLayout.classId(words.load(object));
            if (isRecord(classId)
                    || anomaly == Anomaly.SLOT_COUNT // told of by the walk of the blocks
                    || anomaly == Anomaly.UNKNOWN_CLASS && !unknown.set(object >>> 3)) {
                return;
            }
            Rule rule = switch (anomaly) {
                case UNKNOWN_CLASS -> Rule.UNKNOWN_CLASS;
                case BROKEN_CHAIN -> Rule.BROKEN_CHAIN;
                case SHARED_BLOCK -> Rule.SHARED_BLOCK;
                case IMPOSSIBLE_LENGTH -> Rule.IMPOSSIBLE_LENGTH;
                default -> Rule.SLAB;
            };
            findings.add(
                    rule,
                    object,
                    className(classId),
                    "header=0x" + Long.toHexString(words.load(object))
                            + (at == object ? "" : ", seen at=0x" + Long.toHexString(at)));
        }

        @Override
        public void validFurtherBlock() {
            // told of by the walk of the blocks
        }
    }

    private static boolean isRecord(int classId) {
        return classId == ReservedClass.CLASS_RECORD || classId == ReservedClass.ENUM_RECORD;
    }

    private String className(int classId) {
        OopMap map = maps.of(classId);
        if (map != null) {
            return map.layout().className();
        }
        return classId == ReservedClass.REDO_LOG
                ? "redo log"
                : SlabLayout.isSlab(classId) ? "slab" : "class id " + classId;
    }

    // ---- blocks ----

    private void checkBlocks() {
        trace.forEachStretch(Math.max(bump, trace.live().end()), Phase.CHECK, (from, to, worker) -> {
            for (long index = from; index < to; index++) {
                checkBlock(index);
            }
        });
    }

    private void checkBlock(long index) {
        long offset = index << BlockLayout.BLOCK_SHIFT;
        if (!words.isBlock(offset)) {
            return; // part of an object in a slab
        }
        long header = words.load(offset);
        int classId = BlockLayout.classId(header);
        boolean live = trace.live().get(index);
        if (classId == 0) {
            if (BlockLayout.isValid(header)) {
                findings.add(Rule.IMPOSSIBLE_HEADER, offset, "header=0x" + Long.toHexString(header));
            }
            return;
        }
        if (!live) {
            findings.add(
                    Rule.UNREACHABLE_OBJECT,
                    offset,
                    className(classId),
                    BlockLayout.isValid(header) ? "valid" : "not valid");
            return;
        }
        if (index >= bump) {
            findings.add(Rule.BEYOND_BUMP, offset, className(classId), "block=" + index + ", bump=" + bump);
        }
        if (classId == ReservedClass.SLOT_ARRAY
                && words.load(offset + ReservedClass.SLOT_ARRAY_COUNT_OFFSET) != ReservedClass.SLOTS_PER_ARRAY) {
            findings.add(
                    Rule.SLOT_ARRAY,
                    offset,
                    "count=" + words.load(offset + ReservedClass.SLOT_ARRAY_COUNT_OFFSET) + ", expected="
                            + ReservedClass.SLOTS_PER_ARRAY);
        }
        if (words.isSlabAt(classId, offset)) {
            checkSlots(offset, classId);
        } else if (!committed) {
            values.check(offset, classId);
        }
    }

    private void checkSlots(long block, int slabClass) {
        for (long left = SlabLayout.allSlots(slabClass); left != 0; left &= left - 1) {
            long offset = SlabLayout.slotOffset(slabClass, block, Long.numberOfTrailingZeros(left));
            long header = words.load(offset);
            int classId = BlockLayout.classId(header);
            if (classId == 0 && BlockLayout.isValid(header)) {
                findings.add(Rule.IMPOSSIBLE_HEADER, offset, "slot word=0x" + Long.toHexString(header));
            } else if (classId != 0 && !trace.isLiveSlot(offset)) {
                findings.add(
                        Rule.UNREACHABLE_OBJECT,
                        offset,
                        className(classId),
                        BlockLayout.isValid(header) ? "valid, in a slot" : "not valid, in a slot");
            } else if (classId != 0 && !committed) {
                values.check(offset, classId);
            }
        }
    }

    private void checkFreeStore() {
        if (allocator == null) {
            return;
        }
        allocator.forEachFree((offset, count) -> {
            for (long k = 0; k < count; k++) {
                checkFree(offset + (k << BlockLayout.BLOCK_SHIFT));
            }
        });
    }

    private void checkFree(long block) {
        if (trace.live().get(block >>> BlockLayout.BLOCK_SHIFT)) {
            long header = words.load(block);
            findings.add(
                    Rule.FREE_AND_REACHABLE,
                    block,
                    className(BlockLayout.classId(header)),
                    "header=0x" + Long.toHexString(header));
        }
    }
}
