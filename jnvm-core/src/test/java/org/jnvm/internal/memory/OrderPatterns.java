package org.jnvm.internal.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads before and stores behind write-backs and fences, in shapes in which a compiler that takes a write-back for a load
 * moves the one behind the other.
 */
public final class OrderPatterns {
    /** Words that a shape may use, in two lines. */
    private static final int WORDS = 16;
    /** Words of the long loops. */
    private static final int MANY = 512;

    private static final long A = 4096;
    private static final long FAR = A + 4096;

    private static int[] sink = new int[8];
    private static long field;

    private OrderPatterns() {}

    /** A shape: gets the chunk, where it may load and store, and what to store. */
    private interface Shape {
        long run(MappedChunk c, HeapState m, long a, long x);
    }

    /** What a shape must return; the words were o, o + 1, and so on. */
    private interface Expected {
        long of(long o, long x);
    }

    private record Case(String name, Shape shape, Expected expected) {}

    /** On the primitives alone; only where memory is accessed by native address. */
    private static final List<Case> RAW = List.of(
            new Case("raw: load, pwb, pfence, store", OrderPatterns::rawFence, (o, x) -> o),
            new Case(
                    "raw: load, pwb of another line, pfence, store, in one branch",
                    OrderPatterns::rawBranch,
                    (o, x) -> (x & 1) == 0 ? o : x),
            new Case(
                    "raw: pwb, two loads, pwb, two stores, pwb, pfence",
                    OrderPatterns::rawBetween,
                    (o, x) -> o ^ o + 1),
            new Case("raw: pfence, two loads, two stores, pfence", OrderPatterns::rawBehindFence, (o, x) -> o ^ o + 1),
            new Case(
                    "raw: load, pfence, store, in one branch",
                    OrderPatterns::rawBeforeFence,
                    (o, x) -> (x & 1) == 0 ? o : x),
            new Case(
                    "raw: load used in a rare branch, pwb, store",
                    OrderPatterns::rawRareChecked,
                    (o, x) -> (x & 15) == 0 ? o : x),
            new Case(
                    "raw: load used in a rare branch, pfence, store",
                    OrderPatterns::rawFenceRare,
                    (o, x) -> (x & 15) == 0 ? o : x),
            new Case("raw loop: compared by a caller", OrderPatterns::rawLater, (o, x) -> 0),
            new Case("raw loop: fences only, compared by a caller", OrderPatterns::rawFenceLater, (o, x) -> 0),
            new Case("raw loop: words moved, a line written back each", OrderPatterns::rawShift, (o, x) -> 0),
            new Case("raw loop: additions, a line written back each", OrderPatterns::rawAdd, (o, x) -> 0),
            new Case("raw loop: in a loop of a caller", OrderPatterns::rawLoops, (o, x) -> 0),
            new Case("raw loop: load, pwb, store", OrderPatterns::rawLoop, (o, x) -> o + 98 * 99 / 2));

    private static final List<Case> CASES = List.of(
            new Case("load, pwb, pfence, store", OrderPatterns::pwbFence, (o, x) -> o),
            new Case(
                    "load, pwb of another line, store, in one branch",
                    OrderPatterns::branch,
                    (o, x) -> (x & 1) == 0 ? o : x),
            new Case("load, pwb of a range, store", OrderPatterns::range, (o, x) -> o),
            new Case("two loads, pwb of three lines, two stores", OrderPatterns::lines, (o, x) -> o ^ o + 1),
            new Case("two loads, pwb, pfence, two stores, pwb, pfence", OrderPatterns::twice, (o, x) -> o ^ o + 1),
            new Case("pwb, two loads, pwb, two stores, pwb, pfence", OrderPatterns::between, (o, x) -> o ^ o + 1),
            new Case("pwb, load, store", OrderPatterns::behindPwb, (o, x) -> o),
            new Case("pwb, two loads, two stores", OrderPatterns::twoBehindPwb, (o, x) -> o ^ o + 1),
            new Case("pfence, two loads, pwb, two stores", OrderPatterns::behindFence, (o, x) -> o ^ o + 1),
            new Case("pfence, two loads, two stores, pfence", OrderPatterns::fences, (o, x) -> o ^ o + 1),
            new Case("load, pfence, store", OrderPatterns::fenceOnly, (o, x) -> o + x),
            new Case("load used by an addition only, pwb, store", OrderPatterns::folded, (o, x) -> o + x),
            new Case("load that is compared, pwb, store", OrderPatterns::compared, (o, x) -> 1),
            new Case("load used in a rare branch, pwb, store", OrderPatterns::rare, (o, x) -> x),
            new Case("int, short and byte, pwb, stores", OrderPatterns::small, OrderPatterns::smallExpected),
            new Case("load, pwb twice, store, pwb, in a branch", OrderPatterns::many, (o, x) -> (x & 1) == 0 ? o : x),
            new Case("three operations, inlined", OrderPatterns::inlined, (o, x) -> o + x + (x + 1)),
            new Case("load, pwb, compare-and-set", OrderPatterns::compareAndSet, (o, x) -> o),
            new Case("load, pwb, release store", OrderPatterns::release, (o, x) -> o ^ o + 8),
            new Case("to and from the Java heap", OrderPatterns::javaHeap, (o, x) -> o + 1 + x),
            new Case("loop: compared by a caller", OrderPatterns::later, (o, x) -> 0),
            new Case("loop: load, pwb, store", OrderPatterns::loop, (o, x) -> o + 98 * 99 / 2),
            new Case("loop: load, pwb, pfence, store, of one word each", OrderPatterns::exchange, (o, x) -> 0),
            new Case("loop: words moved, a line written back each", OrderPatterns::shift, (o, x) -> 0),
            new Case("loop: vector of additions, one pwb behind it", OrderPatterns::vector, (o, x) -> 0),
            new Case("loop: vector of additions, pwb of each word", OrderPatterns::vectorEach, (o, x) -> 0),
            new Case("loop: sums of an array and memory", OrderPatterns::sums, (o, x) -> 0));

    /** Marks lines as domain DISK does, and leaves them. */
    private static final class NoDisk implements Barriers {
        private final AtomicLong dirtyPages = new AtomicLong();

        @Override
        public AtomicLong dirtyPages() {
            return dirtyPages;
        }

        @Override
        public void pfence() {
            // nothing is captured
        }

        @Override
        public void psync() {
            // nothing is captured
        }
    }

    /**
     * Runs them.
     *
     * @param file where a file may be made
     * @param how the write-back
     * @param rounds how often each shape is run; a thirtieth of it those with loops
     * @return a line for each shape that was wrong, and one that says what was run
     */
    public static String run(Path file, WriteBack how, long rounds) throws IOException {
        if (how == WriteBack.INTRINSIC && !WriteBack.intrinsicsAvailable()) {
            throw new IllegalStateException("no intrinsics on this route: " + NativeMemory.route());
        }
        HeapState state = new HeapState(how, null, false);
        if (how == WriteBack.MARK) {
            state.setBarriers(new NoDisk());
        }
        List<Case> cases = new ArrayList<>(CASES);
        if (how == WriteBack.INTRINSIC && NativeMemory.ADDRESSED) {
            cases.addAll(RAW);
        }
        StringBuilder found = new StringBuilder();
        long wrongInAll = 0;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1 << 16), 0);
            MappedChunk chunk =
                    MappedChunk.map(channel, FileChannel.MapMode.READ_WRITE, 0, 1 << 16, 1 << 16, state, null);
            for (Case c : cases) {
                long wrong = run(c, chunk, state, c.name.contains("loop") ? rounds / 30 : rounds);
                wrongInAll += wrong;
                found.append(wrong == 0 ? "" : "wrong " + wrong + " of " + rounds + ": " + c.name + "\n");
            }
        }
        return found + how.route() + ", " + NativeMemory.route() + ", shapes " + cases.size() + ", rounds " + rounds
                + ", wrong " + wrongInAll;
    }

    private static long run(Case c, MappedChunk chunk, HeapState state, long rounds) {
        long wrong = 0;
        for (long i = 0; i < rounds; i++) {
            long o = i * 31 + 11;
            prepare(chunk, o);
            if (c.shape.run(chunk, state, A, i) != c.expected.of(o, i)) {
                wrong++;
            }
        }
        return wrong;
    }

    private static void prepare(MappedChunk chunk, long o) {
        for (int w = 0; w < WORDS; w++) {
            chunk.storeLong(A + 8L * w, o + w);
        }
    }

    // ---- shapes ----

    private static long pwbFence(MappedChunk c, HeapState m, long a, long x) {
        c.storeLong(a + 16, 1);
        long v = c.loadLong(a);
        c.pwb(a);
        m.pfence();
        c.storeLong(a, x);
        return v;
    }

    private static long branch(MappedChunk c, HeapState m, long a, long x) {
        c.storeLong(a + 16, 1);
        long v = c.loadLong(a);
        c.pwb(a + 64);
        m.pfence();
        c.storeLong(a, x);
        c.pwb(a);
        m.pfence();
        return (x & 1) == 0 ? v : x;
    }

    private static long range(MappedChunk c, HeapState m, long a, long x) {
        c.storeLong(a + 16, 1);
        long v = c.loadLong(a);
        c.pwb(a, 8);
        c.storeLong(a, x);
        return v;
    }

    private static long lines(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        long w = c.loadLong(a + 8);
        c.pwb(a, 192);
        c.storeLong(a, x);
        c.storeLong(a + 8, x);
        return v ^ w;
    }

    private static long twice(MappedChunk c, HeapState m, long a, long x) {
        c.storeLong(a + 16, 1);
        long v = c.loadLong(a);
        long w = c.loadLong(a + 8);
        c.pwb(a);
        m.pfence();
        c.storeLong(a, x);
        c.storeLong(a + 8, x);
        c.pwb(a);
        m.pfence();
        return v ^ w;
    }

    private static long between(MappedChunk c, HeapState m, long a, long x) {
        c.pwb(a);
        long v = c.loadLong(a);
        long w = c.loadLong(a + 8);
        c.pwb(a);
        c.storeLong(a, x);
        c.storeLong(a + 8, x);
        c.pwb(a);
        m.pfence();
        return v ^ w;
    }

    private static long behindPwb(MappedChunk c, HeapState m, long a, long x) {
        c.pwb(a);
        long v = c.loadLong(a);
        c.storeLong(a, x);
        return v;
    }

    private static long twoBehindPwb(MappedChunk c, HeapState m, long a, long x) {
        c.pwb(a);
        long v = c.loadLong(a);
        long w = c.loadLong(a + 8);
        c.storeLong(a, x);
        c.storeLong(a + 8, x);
        return v ^ w;
    }

    private static long behindFence(MappedChunk c, HeapState m, long a, long x) {
        m.pfence();
        long v = c.loadLong(a);
        long w = c.loadLong(a + 8);
        c.pwb(a);
        c.storeLong(a, x);
        c.storeLong(a + 8, x);
        return v ^ w;
    }

    private static long fences(MappedChunk c, HeapState m, long a, long x) {
        m.pfence();
        long v = c.loadLong(a);
        long w = c.loadLong(a + 8);
        c.storeLong(a, x);
        c.storeLong(a + 8, x);
        m.pfence();
        return v ^ w;
    }

    private static long fenceOnly(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        m.pfence();
        c.storeLong(a, x);
        return v + x;
    }

    private static long folded(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        c.pwb(a);
        c.storeLong(a, 5);
        return x + v;
    }

    private static long compared(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        c.pwb(a);
        c.storeLong(a, 5);
        return v == x * 31 + 11 ? 1 : 0;
    }

    private static long rare(MappedChunk c, HeapState m, long a, long x) {
        int v = c.loadInt(a);
        c.pwb(a);
        c.storeInt(a, (int) x);
        if (x % 3 == 0) {
            sink[0] = v;
            return sink[0] == (int) (x * 31 + 11) ? x : ~x;
        }
        return x;
    }

    private static long small(MappedChunk c, HeapState m, long a, long x) {
        int v = c.loadInt(a);
        short w = c.loadShort(a + 8);
        byte b = c.loadByte(a + 16);
        c.pwb(a);
        c.storeInt(a, (int) x);
        c.storeShort(a + 8, (short) x);
        c.storeByte(a + 16, (byte) x);
        return v + w * 3L + b * 7L;
    }

    private static long smallExpected(long o, long x) {
        return (int) o + (short) (o + 1) * 3L + (byte) (o + 2) * 7L;
    }

    private static long many(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        c.pwb(a);
        c.pwb(a + 64);
        c.storeLong(a, x);
        c.pwb(a);
        return (x & 1) == 0 ? v : x;
    }

    private static long swap(MappedChunk c, long a, long x) {
        long v = c.loadLong(a);
        c.pwb(a);
        c.storeLong(a, x);
        return v;
    }

    private static long inlined(MappedChunk c, HeapState m, long a, long x) {
        return swap(c, a, x) + swap(c, a, x + 1) + swap(c, a, x + 2);
    }

    private static long compareAndSet(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        c.pwb(a);
        return c.compareAndSetLong(a, v, x) ? v : ~v;
    }

    private static long release(MappedChunk c, HeapState m, long a, long x) {
        long v = c.loadLong(a);
        long w = c.loadLong(a + 64);
        c.pwb(a + 64);
        c.storeLongRelease(a, x);
        c.storeLongRelease(a + 64, x);
        return v ^ w;
    }

    private static long javaHeap(MappedChunk c, HeapState m, long a, long x) {
        field = c.loadLong(a);
        c.pwb(a);
        c.storeLong(a, x);
        long v = field;
        m.pfence();
        field = x;
        return v + 1 + c.loadLong(a);
    }

    private static long loop(MappedChunk c, HeapState m, long a, long x) {
        long sum = 0;
        for (int i = 0; i < 100; i++) {
            long v = c.loadLong(a);
            c.pwb(a);
            c.storeLong(a, i);
            sum += v;
        }
        return sum;
    }

    /** Each word is replaced by its index, and what was there checked. */
    private static long exchange(MappedChunk c, HeapState m, long a, long x) {
        long bad = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < WORDS; i++) {
                long v = c.loadLong(a + 8L * i);
                c.pwb(a + 8L * i);
                m.pfence();
                c.storeLong(a + 8L * i, i);
                bad += v == (pass == 0 ? x * 31 + 11 + i : i) ? 0 : 1;
            }
        }
        return bad;
    }

    /** Moves all words up by one. */
    private static long shift(MappedChunk c, HeapState m, long a, long x) {
        for (int i = 0; i < MANY; i++) {
            c.storeLong(FAR + 8L * i, x + i);
        }
        for (int i = MANY - 1; i > 0; i--) {
            c.storeLong(FAR + 8L * i, c.loadLong(FAR + 8L * (i - 1)));
            c.pwb(FAR + 8L * i);
        }
        long bad = 0;
        for (int i = 1; i < MANY; i++) {
            bad += c.loadLong(FAR + 8L * i) == x + i - 1 ? 0 : 1;
        }
        return bad;
    }

    private static long vector(MappedChunk c, HeapState m, long a, long x) {
        for (int i = 0; i < MANY; i++) {
            c.storeInt(FAR + 4L * i, (int) x + i);
        }
        for (int i = 0; i < MANY; i++) {
            c.storeInt(FAR + 4L * i, c.loadInt(FAR + 4L * i) + 7);
        }
        c.pwb(FAR, 4 * MANY);
        for (int i = 0; i < MANY; i++) {
            c.storeInt(FAR + 4L * i, c.loadInt(FAR + 4L * i) + 1);
        }
        return sumOfInts(c) - (long) MANY * 8 == sumTo((int) x) ? 0 : 1;
    }

    private static long vectorEach(MappedChunk c, HeapState m, long a, long x) {
        for (int i = 0; i < MANY; i++) {
            c.storeInt(FAR + 4L * i, (int) x + i);
            c.pwb(FAR + 4L * i);
        }
        for (int i = 0; i < MANY; i++) {
            c.storeInt(FAR + 4L * i, c.loadInt(FAR + 4L * i) + 8);
            c.pwb(FAR + 4L * i);
        }
        return sumOfInts(c) - (long) MANY * 8 == sumTo((int) x) ? 0 : 1;
    }

    private static long sums(MappedChunk c, HeapState m, long a, long x) {
        int[] array = sink;
        for (int i = 0; i < array.length; i++) {
            array[i] = (int) c.loadLong(a + 8L * i);
            c.pwb(a + 8L * i);
            c.storeLong(a + 8L * i, 0);
        }
        long bad = 0;
        for (int i = 0; i < array.length; i++) {
            bad += array[i] == (int) (x * 31 + 11 + i) && c.loadLong(a + 8L * i) == 0 ? 0 : 1;
        }
        return bad;
    }

    private static long sumOfInts(MappedChunk c) {
        long sum = 0;
        for (int i = 0; i < MANY; i++) {
            sum += c.loadInt(FAR + 4L * i);
        }
        return sum;
    }

    private static long sumTo(int x) {
        return (long) MANY * x + (long) MANY * (MANY - 1) / 2;
    }

    // ---- shapes by native address, on the primitives alone: nothing stands beside the write-back ----

    private static long address(MappedChunk c, long a) {
        return c.bias() + a;
    }

    private static long rawFence(MappedChunk c, HeapState m, long a, long x) {
        return rawFence(address(c, a), x);
    }

    private static long rawFence(long a, long x) {
        NativeMemory.putLong(a + 16, 1);
        long v = NativeMemory.getLong(a);
        WriteBack.intrinsicLine(a);
        WriteBack.INTRINSIC.fence();
        NativeMemory.putLong(a, x);
        return v;
    }

    private static long rawBranch(MappedChunk c, HeapState m, long a, long x) {
        return rawBranch(address(c, a), x, (x & 1) == 0);
    }

    private static long rawBranch(long a, long x, boolean loaded) {
        NativeMemory.putLong(a + 16, 1);
        long v = NativeMemory.getLong(a);
        WriteBack.intrinsicLine(a + 64);
        WriteBack.INTRINSIC.fence();
        NativeMemory.putLong(a, x);
        WriteBack.intrinsicLine(a);
        WriteBack.INTRINSIC.fence();
        return loaded ? v : x;
    }

    private static long rawBetween(MappedChunk c, HeapState m, long a, long x) {
        return rawBetween(address(c, a), x);
    }

    private static long rawBetween(long a, long x) {
        WriteBack.intrinsicLine(a);
        long v = NativeMemory.getLong(a);
        long w = NativeMemory.getLong(a + 8);
        WriteBack.intrinsicLine(a);
        NativeMemory.putLong(a, x);
        NativeMemory.putLong(a + 8, x);
        WriteBack.intrinsicLine(a);
        WriteBack.INTRINSIC.fence();
        return v ^ w;
    }

    private static long rawBehindFence(MappedChunk c, HeapState m, long a, long x) {
        return rawBehindFence(address(c, a), x);
    }

    private static long rawBehindFence(long a, long x) {
        WriteBack.INTRINSIC.fence();
        long v = NativeMemory.getLong(a);
        long w = NativeMemory.getLong(a + 8);
        NativeMemory.putLong(a, x);
        NativeMemory.putLong(a + 8, x);
        WriteBack.INTRINSIC.fence();
        return v ^ w;
    }

    private static long rawBeforeFence(MappedChunk c, HeapState m, long a, long x) {
        return rawBeforeFence(address(c, a), x, (x & 1) == 0);
    }

    private static long rawBeforeFence(long a, long x, boolean loaded) {
        NativeMemory.putLong(a + 16, 1);
        long v = NativeMemory.getLong(a);
        WriteBack.INTRINSIC.fence();
        NativeMemory.putLong(a, x);
        return loaded ? v : x;
    }

    private static long rawLoop(MappedChunk c, HeapState m, long a, long x) {
        return rawLoop(address(c, a), 100);
    }

    private static long rawLoop(long a, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long v = NativeMemory.getLong(a);
            WriteBack.intrinsicLine(a);
            NativeMemory.putLong(a, i);
            sum += v;
        }
        return sum;
    }

    private static long rawRareChecked(MappedChunk c, HeapState m, long a, long x) {
        long r = rawRare(address(c, a), x);
        return (x & 15) == 0 ? field : r;
    }

    private static long rawRare(long a, long x) {
        NativeMemory.putLong(a + 16, 1);
        long v = NativeMemory.getLong(a);
        WriteBack.intrinsicLine(a);
        NativeMemory.putLong(a, x);
        if ((x & 15) == 0) {
            field = v;
        }
        return x;
    }

    private static long rawFenceRare(MappedChunk c, HeapState m, long a, long x) {
        long r = rawFenceRare(address(c, a), x);
        return (x & 15) == 0 ? field : r;
    }

    private static long rawFenceRare(long a, long x) {
        NativeMemory.putLong(a + 16, 1);
        long v = NativeMemory.getLong(a);
        WriteBack.INTRINSIC.fence();
        NativeMemory.putLong(a, x);
        if ((x & 15) == 0) {
            field = v;
        }
        return x;
    }

    /** As a caller has it: what was loaded is compared behind everything else. */
    private static long rawLater(MappedChunk c, HeapState m, long a, long x) {
        return rawLater(address(c, a), x);
    }

    private static long rawLater(long at, long x) {
        long bad = 0;
        for (int i = 0; i < 64; i++) {
            long o = x * i + 5;
            NativeMemory.putLong(at, o);
            if (rawFence(at, i) != o) {
                bad++;
            }
            NativeMemory.putLong(at, o);
            if (rawBranch(at, i, i % 2 == 0) != (i % 2 == 0 ? o : i)) {
                bad++;
            }
        }
        return bad;
    }

    private static long rawFenceLater(MappedChunk c, HeapState m, long a, long x) {
        return rawFenceLater(address(c, a), x);
    }

    private static long rawFenceLater(long at, long x) {
        long bad = 0;
        for (int i = 0; i < 64; i++) {
            long o = x * i + 5;
            NativeMemory.putLong(at, o);
            if (rawBeforeFence(at, i, i % 2 == 0) != (i % 2 == 0 ? o : i)) {
                bad++;
            }
            NativeMemory.putLong(at, o);
            if (rawFenceRare(at, i) != i || i % 16 == 0 && field != o) {
                bad++;
            }
        }
        return bad;
    }

    private static long later(MappedChunk c, HeapState m, long a, long x) {
        long bad = 0;
        for (int i = 0; i < 64; i++) {
            long o = x * i + 5;
            c.storeLong(a, o);
            if (pwbFence(c, m, a, i) != o) {
                bad++;
            }
            c.storeLong(a, o);
            if (branch(c, m, a, i) != (i % 2 == 0 ? o : i)) {
                bad++;
            }
            c.storeLong(a, o);
            if (range(c, m, a, i) != o) {
                bad++;
            }
            c.storeLong(a, o);
            if (fenceOnly(c, m, a, i) != o + i) {
                bad++;
            }
        }
        return bad;
    }

    private static long rawLoops(MappedChunk c, HeapState m, long a, long x) {
        long at = address(c, a);
        long bad = 0;
        for (int i = 0; i < 200; i++) {
            long o = x * i + 5;
            NativeMemory.putLong(at, o);
            if (i % 50 == 0 && rawLoop(at, 100) != o + 98 * 99 / 2) {
                bad++;
            }
            NativeMemory.putLong(at, o);
            if (rawBranch(at, i, i % 2 == 0) != (i % 2 == 0 ? o : i)) {
                bad++;
            }
        }
        return bad;
    }

    private static long rawShift(MappedChunk c, HeapState m, long a, long x) {
        return rawShift(address(c, FAR), x);
    }

    private static long rawShift(long far, long x) {
        for (int i = 0; i < MANY; i++) {
            NativeMemory.putLong(far + 8L * i, x + i);
        }
        for (int i = MANY - 1; i > 0; i--) {
            NativeMemory.putLong(far + 8L * i, NativeMemory.getLong(far + 8L * (i - 1)));
            WriteBack.intrinsicLine(far + 8L * i);
        }
        long bad = 0;
        for (int i = 1; i < MANY; i++) {
            bad += NativeMemory.getLong(far + 8L * i) == x + i - 1 ? 0 : 1;
        }
        return bad;
    }

    private static long rawAdd(MappedChunk c, HeapState m, long a, long x) {
        return rawAdd(address(c, FAR), (int) x);
    }

    private static long rawAdd(long far, int x) {
        for (int i = 0; i < MANY; i++) {
            NativeMemory.putInt(far + 4L * i, x + i);
            WriteBack.intrinsicLine(far + 4L * i);
        }
        for (int i = 0; i < MANY; i++) {
            NativeMemory.putInt(far + 4L * i, NativeMemory.getInt(far + 4L * i) + 7);
            WriteBack.intrinsicLine(far + 4L * i);
        }
        long bad = 0;
        for (int i = 0; i < MANY; i++) {
            bad += NativeMemory.getInt(far + 4L * i) == x + i + 7 ? 0 : 1;
        }
        return bad;
    }
}
