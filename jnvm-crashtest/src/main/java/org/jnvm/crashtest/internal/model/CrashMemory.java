package org.jnvm.crashtest.internal.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/**
 * Memory after a crash. All of it may be decided, or what a unit holds is decided when something of it is read that
 * differs among its possible contents: then as much of it as was read.
 */
public final class CrashMemory {
    /** Hears what is decided, so that a copy of the memory can follow. */
    public interface Mirror {
        /**
         * Called when bytes become others.
         *
         * @param offset where
         * @param bytes what is there from now on
         */
        void changed(int offset, byte[] bytes);
    }

    private static final int WORD_BYTES = 8;
    /** A recovery of a heap of test size that loads more than this does not end. */
    private static final long MOST_LOADS = 200_000_000;

    private final byte[] bytes;
    /** What is there for sure; good as long as the crash point is. */
    private final byte[] durable;

    private final long hash;
    private final Chooser chooser;
    /** Whether one torn content of what a checksum covers stands for all. */
    private final boolean tornAlike;

    private final List<Open> open = new ArrayList<>();
    private final Map<Integer, Open> byWord = new HashMap<>();
    /** Words that an undecided unit may change. */
    private final BitSet undecided = new BitSet();
    /** Bytes stored after the crash, which no decision changes any more. */
    private final BitSet overwritten = new BitSet();

    private Mirror mirror = (offset, changed) -> {};
    private long loads;

    private static final class Open {
        private final Unit unit;
        private List<Integer> candidates;

        Open(Unit unit) {
            this.unit = unit;
            this.candidates = new ArrayList<>();
            for (int state = 0; state < unit.count(); state++) {
                candidates.add(state);
            }
        }
    }

    private CrashMemory(byte[] bytes, byte[] durable, long hash, Chooser chooser, boolean tornAlike) {
        this.bytes = bytes;
        this.durable = durable;
        this.hash = hash;
        this.chooser = chooser;
        this.tornAlike = tornAlike;
    }

    /** Returns memory in which everything is decided. */
    public static CrashMemory decided(CrashPoint point, int[] states) {
        Memory image = point.image(states);
        CrashMemory memory = new CrashMemory(image.bytes().clone(), null, image.hash(), null, false);
        point.giveBack();
        return memory;
    }

    /**
     * Returns memory of which nothing is decided that may be one or the other.
     *
     * @param tornAlike whether one torn content of what a checksum covers stands for all
     */
    public static CrashMemory undecided(CrashPoint point, Chooser chooser, boolean tornAlike) {
        Memory durable = point.durable();
        CrashMemory memory =
                new CrashMemory(durable.bytes().clone(), durable.bytes(), durable.hash(), chooser, tornAlike);
        for (Unit unit : point.units()) {
            Open undecided = new Open(unit);
            memory.open.add(undecided);
            unit.words().stream().forEach(word -> memory.byWord.put(word, undecided));
            memory.undecided.or(unit.words());
        }
        return memory;
    }

    /** Returns the bytes as far as they are decided, else the oldest that are possible. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the hash of decided memory. */
    public long hash() {
        return hash;
    }

    /** Tells whether anything is still open: whether loads must be told. */
    public boolean isUndecided() {
        return chooser != null;
    }

    /** Sets who hears of decisions. */
    public void mirror(Mirror listener) {
        mirror = listener;
    }

    /** Decides what is about to be loaded. */
    public synchronized void loading(long offset, int length) {
        if (++loads > MOST_LOADS) {
            throw new AssertionError("does not terminate: loads=" + loads);
        }
        int from = (int) offset;
        if (!isUndecided(from, from + length)) {
            return;
        }
        Open decided = null;
        for (int word = from / WORD_BYTES; word * WORD_BYTES < from + length; word++) {
            Open each = byWord.get(word);
            if (each != null && each != decided && each.candidates.size() > 1) {
                decide(each, from, from + length);
                decided = each;
            }
        }
    }

    /** Decides at once about words of which a checksum says whether any of them counts. */
    public synchronized void loadingChecksummed(long[] words) {
        if (tornAlike) {
            BitSet covered = new BitSet();
            for (long word : words) {
                covered.set((int) word / WORD_BYTES);
            }
            Record record = new Record(covered);
            if (record.units.size() > 1) {
                record.decide();
            }
        }
    }

    /** What a checksum covers and is undecided: its units, and the groups of their contents that it can tell apart. */
    private final class Record {
        private final BitSet covered;
        private final List<Open> units = new ArrayList<>();
        private final List<Map<Long, List<Integer>>> groups = new ArrayList<>();

        Record(BitSet covered) {
            this.covered = covered;
            for (Open each : open) {
                if (each.candidates.size() > 1 && each.unit.words().intersects(covered)) {
                    Map<Long, List<Integer>> contents = new LinkedHashMap<>();
                    for (int state : each.candidates) {
                        long content = hash(each.unit, each.unit.values(state, durable), covered);
                        contents.computeIfAbsent(content, key -> new ArrayList<>())
                                .add(state);
                    }
                    if (contents.size() > 1) {
                        units.add(each);
                        groups.add(contents);
                    }
                }
            }
        }

        /** Chooses among what was there at some moment, and one that is torn. */
        private void decide() {
            Set<List<Long>> options = moments();
            addTorn(options);
            List<List<Long>> all = List.copyOf(options);
            List<Long> chosen = all.size() == 1 ? all.get(0) : all.get(chooser.choose(all.size()));
            for (int i = 0; i < units.size(); i++) {
                units.get(i).candidates = groups.get(i).get(chosen.get(i));
                show(units.get(i));
            }
        }

        /** Returns the contents, by group, that all had together at some moment, as far as they are still possible. */
        private Set<List<Long>> moments() {
            TreeMap<Integer, Integer> stores = new TreeMap<>();
            List<Long> now = new ArrayList<>();
            int[] counts = new int[units.size()];
            for (int i = 0; i < units.size(); i++) {
                Unit unit = units.get(i).unit;
                for (TraceEvent store : unit.history()) {
                    stores.put(store.number(), i);
                }
                now.add(hash(unit, unit.valuesAfter(0, durable), covered));
            }
            Set<List<Long>> moments = new LinkedHashSet<>();
            addIfPossible(moments, now);
            stores.values().forEach(i -> {
                Unit unit = units.get(i).unit;
                now.set(i, hash(unit, unit.valuesAfter(++counts[i], durable), covered));
                addIfPossible(moments, now);
            });
            return moments;
        }

        private void addIfPossible(Set<List<Long>> moments, List<Long> contents) {
            for (int i = 0; i < units.size(); i++) {
                if (!groups.get(i).containsKey(contents.get(i))) {
                    return;
                }
            }
            moments.add(List.copyOf(contents));
        }

        /** Adds one that is none of them, if there is any: in no order can all that differ from one in one unit be moments. */
        private void addTorn(Set<List<Long>> options) {
            List<Long> first = new ArrayList<>();
            groups.forEach(group -> first.add(group.keySet().iterator().next()));
            for (int i = 0; i < units.size(); i++) {
                for (Long group : groups.get(i).keySet()) {
                    List<Long> other = new ArrayList<>(first);
                    other.set(i, group);
                    if (options.add(List.copyOf(other))) {
                        return;
                    }
                }
            }
        }
    }

    private boolean isUndecided(int from, int to) {
        for (int word = from / WORD_BYTES; word * WORD_BYTES < to; word++) {
            if (undecided.get(word)) { // nextSetBit would go on to the end of memory
                return true;
            }
        }
        return false;
    }

    /** Tells that bytes were stored after the crash; also behind the end, where the file grows. */
    public synchronized void stored(long offset, byte[] stored) {
        int from = (int) Math.min(bytes.length, offset);
        int to = (int) Math.min(bytes.length, offset + stored.length);
        System.arraycopy(stored, 0, bytes, from, to - from);
        if (chooser != null) {
            overwritten.set(from, to);
        }
    }

    /** Loads a word; for programs that have nothing but this memory. */
    public long load(long offset) {
        loading(offset, WORD_BYTES);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong((int) offset);
    }

    private void decide(Open each, int loadedFrom, int loadedTo) {
        BitSet words = each.unit.words(); // elsewhere its contents do not differ
        int from = Math.max(loadedFrom, words.nextSetBit(0) * WORD_BYTES);
        int to = Math.min(loadedTo, words.length() * WORD_BYTES);
        Map<ByteBuffer, List<Integer>> groups = new LinkedHashMap<>();
        for (int state : each.candidates) {
            groups.computeIfAbsent(ByteBuffer.wrap(content(each.unit, state, from, to)), key -> new ArrayList<>())
                    .add(state);
        }
        if (groups.size() > 1) {
            List<List<Integer>> options = List.copyOf(groups.values());
            each.candidates = options.get(chooser.choose(options.size()));
            show(each);
        }
    }

    /** Returns what a range would hold; of what was stored after the crash, that. */
    private byte[] content(Unit unit, int state, int from, int to) {
        byte[] content = unit.bytes(state, durable, from, to);
        for (int i = overwritten.nextSetBit(from); i >= 0 && i < to; i = overwritten.nextSetBit(i + 1)) {
            content[i - from] = bytes[i];
        }
        return content;
    }

    /** Makes the bytes those of the first content that is still possible. */
    private void show(Open each) {
        BitSet words = each.unit.words();
        for (int word = words.nextSetBit(0); word >= 0; word = words.nextSetBit(word + 1)) {
            int from = word * WORD_BYTES;
            byte[] content = content(each.unit, each.candidates.get(0), from, from + WORD_BYTES);
            if (!Arrays.equals(content, 0, WORD_BYTES, bytes, from, from + WORD_BYTES)) {
                System.arraycopy(content, 0, bytes, from, WORD_BYTES);
                mirror.changed(from, content);
            }
        }
        if (each.candidates.size() == 1) {
            undecided.andNot(words);
        }
    }

    /**
     * Tells whether it may be left unexamined if a run with the same memory, and the same open, was examined: not if this
     * run is part of that examination.
     */
    public boolean isFirstOfItsKind() {
        return chooser == null || !chooser.isRepeating();
    }

    /**
     * Returns a hash of what is still open: of the contents that each unit may yet turn out to have.
     *
     * @param readable the words that count; null for all
     */
    public long openness(BitSet readable) {
        long hash = 0;
        for (Open each : open) {
            if (each.candidates.size() > 1) {
                hash += contents(each, readable);
            }
        }
        return hash;
    }

    private long contents(Open each, BitSet readable) {
        BitSet words = (BitSet) each.unit.words().clone();
        if (readable != null) {
            words.and(readable);
        }
        Set<Long> distinct = new HashSet<>();
        for (int state : each.candidates) {
            distinct.add(hash(each.unit, each.unit.values(state, durable), words));
        }
        return distinct.size() == 1
                ? 0
                : distinct.stream().mapToLong(content -> Memory.mix(1, content)).sum();
    }

    /** Returns a hash of some of the words of a unit, given what all of them hold; of what was stored since, that. */
    private long hash(Unit unit, long[] values, BitSet some) {
        long hash = 0;
        int i = 0;
        for (int word = unit.words().nextSetBit(0);
                word >= 0;
                word = unit.words().nextSetBit(word + 1)) {
            if (some.get(word)) {
                hash = Memory.mix(
                        Memory.mix(hash, word), isOverwritten(word) ? overwritten(word, values[i]) : values[i]);
            }
            i++;
        }
        return hash;
    }

    private long overwritten(int word, long value) {
        ByteBuffer held = ByteBuffer.allocate(WORD_BYTES).putLong(0, value);
        for (int i = 0; i < WORD_BYTES; i++) {
            if (overwritten.get(word * WORD_BYTES + i)) {
                held.put(i, bytes[word * WORD_BYTES + i]);
            }
        }
        return held.getLong(0);
    }

    private boolean isOverwritten(int word) {
        int byteNumber = overwritten.nextSetBit(word * WORD_BYTES);
        return byteNumber >= 0 && byteNumber < (word + 1) * WORD_BYTES;
    }

    /** Returns a full choice that fits what was decided: of each unit the oldest content that is still possible. */
    public int[] states() {
        return open.stream().mapToInt(each -> each.candidates.get(0)).toArray();
    }
}
