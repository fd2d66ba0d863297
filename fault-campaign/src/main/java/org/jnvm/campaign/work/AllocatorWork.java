package org.jnvm.campaign.work;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;

/**
 * Objects from a few bytes to several blocks, in slots of an array. Each is full of a stamp, so that one that shares
 * memory with another shows it.
 */
final class AllocatorWork implements SeparateWork.Parts<AllocatorWork.Content> {
    private static final int SLOTS = 48;
    /** The longest array, of 8 blocks. */
    private static final int LONGS_MAX = 240;

    private static final int TEXT_MAX = 400;

    private final long seed;
    private final int threads;
    private Heap heap;
    private final List<PArray<Object>> slots = new ArrayList<>();

    /**
     * What the slots of a thread hold.
     *
     * @param slots a text for each
     */
    record Content(List<String> slots) {
        Content() {
            this(new ArrayList<>(java.util.Collections.nCopies(SLOTS, "")));
        }
    }

    private record Change(int kind, int slot, boolean text, int length, long stamp) {
        Object make() {
            if (text) {
                return new PString(textOf(stamp, length));
            }
            long[] stamps = new long[length];
            Arrays.fill(stamps, stamp);
            return new PLongArray(stamps);
        }

        String show() {
            return text ? textOf(stamp, length) : length + " x " + (length == 0 ? 0 : stamp);
        }
    }

    AllocatorWork(long seed, int threads) {
        this.seed = seed;
        this.threads = threads;
    }

    private static String textOf(long stamp, int length) {
        String one = stamp + " ";
        return one.repeat(1 + length / one.length());
    }

    private Change change(int thread, long number) {
        SplittableRandom random = Work.random(seed, thread, number);
        boolean text = random.nextBoolean();
        int longest = random.nextInt(3) == 0 ? text ? TEXT_MAX : LONGS_MAX : 24;
        return new Change(
                random.nextInt(8), random.nextInt(SLOTS), text, random.nextInt(longest), number * threads + thread);
    }

    @Override
    public void found(Heap empty) {
        PArray<Object> made = new PArray<>(threads);
        for (int i = 0; i < threads; i++) {
            made.set(i, new PArray<>(SLOTS));
        }
        empty.root().put(Work.ROOT, made);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void attach(Heap opened) {
        heap = opened;
        slots.clear();
        PArray<?> found = heap.root().get(Work.ROOT, PArray.class);
        for (int i = 0; i < threads; i++) {
            slots.add((PArray<Object>) found.get(i));
        }
    }

    @Override
    public Content empty() {
        return new Content();
    }

    @Override
    public Content read(int thread) {
        Content content = new Content();
        for (int i = 0; i < SLOTS; i++) {
            content.slots().set(i, show(slots.get(thread).get(i)));
        }
        return content;
    }

    private static String show(Object object) {
        if (object == null) {
            return "";
        }
        if (object instanceof PString) {
            return object.toString();
        }
        long[] stamps = ((PLongArray) object).toArray();
        long first = stamps.length == 0 ? 0 : stamps[0];
        for (long stamp : stamps) {
            if (stamp != first) {
                return "stamps " + Arrays.toString(stamps);
            }
        }
        return stamps.length + " x " + first;
    }

    @Override
    public void model(Content model, int thread, long number) {
        Change change = change(thread, number);
        switch (change.kind()) {
            case 0 -> model.slots().set(change.slot(), "");
            case 1, 2 -> {
                // made and freed, or left behind
            }
            default -> model.slots().set(change.slot(), change.show());
        }
    }

    @Override
    public void operate(Content model, int thread, long number) {
        Change change = change(thread, number);
        PArray<Object> array = slots.get(thread);
        Object before = array.get(change.slot());
        String expected = model.slots().get(change.slot());
        if (!show(before).equals(expected)) {
            throw new IllegalStateException("thread " + thread + ", operation " + number + ", slot " + change.slot()
                    + ": expected " + expected + ", found " + show(before));
        }
        switch (change.kind()) {
            case 0 -> array.replace(change.slot(), null);
            case 1 -> heap.free(change.make());
            case 2 -> change.make();
            case 3 -> {
                array.replace(change.slot(), change.make());
                heap.psync();
            }
            default -> {
                array.update(change.slot(), change.make());
                heap.psync();
                if (before != null) {
                    heap.free(before);
                }
            }
        }
        model(model, thread, number);
    }
}
