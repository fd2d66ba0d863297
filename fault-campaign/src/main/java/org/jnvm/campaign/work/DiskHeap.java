package org.jnvm.campaign.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PBox;

/**
 * A {@code PAGE_CACHE} heap on an ordinary disk, which does not survive a power failure as a rule. What is promised, and
 * looked after here: a heap that was closed is there with all that it held; one that was in use is refused, and after
 * {@code acceptAfterPowerLoss} refused again or opened, whatever it holds; nothing else is thrown.
 *
 * <p>It is a list of the numbers from 0 on.
 */
final class DiskHeap {
    /** What was known of the heap when the power failed. */
    enum State {
        /** Nothing: it may be absent, or being opened, or being closed. */
        UNKNOWN,
        /** It was in use. */
        WRITTEN,
        /** It had been closed. */
        CLOSED
    }

    private static final String NUMBERS = "numbers";
    private static final long MAX_BYTES = 8L << 20;
    private static final int ADDED = 30;
    /** Numbers that are added while the other heap is worked on. */
    private static final int WRITTEN_BESIDE = 400;

    private final Path file;
    private final Journal journal;
    private Heap heap;

    DiskHeap(Path file, Journal journal) {
        this.file = file;
        this.journal = journal;
    }

    /**
     * Looks after the heap, then uses it.
     *
     * @param state what was known of it
     * @param size the numbers in it when it was closed
     * @param close whether to close it after use; else it stays in use until the power fails
     */
    void run(State state, int size, boolean close) throws IOException {
        if (Files.exists(file)) {
            reopen(state, size);
        } else if (state == State.CLOSED) {
            lost("is gone, though it was closed");
        }
        heap = Heap.openOrCreate(file, MAX_BYTES, options());
        PArrayList<PBox<Long>> numbers;
        try (Heap.Scope scope = heap.enter()) {
            numbers = numbers();
            if (numbers == null) {
                numbers = new PArrayList<>();
                heap.root().put(NUMBERS, numbers);
            }
            add(numbers, ADDED);
        }
        journal.print(Journal.DISK + State.WRITTEN);
        if (close) {
            int now = numbers.size();
            journal.print(Journal.DISK + State.UNKNOWN);
            heap.close();
            journal.print(Journal.DISK + State.CLOSED + ' ' + now);
            return;
        }
        PArrayList<PBox<Long>> further = numbers;
        Thread writer = new Thread(() -> write(further), "disk writer");
        writer.setDaemon(true);
        writer.start();
    }

    private static HeapOptions options() {
        return HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE);
    }

    private void lost(String what) {
        journal.print(Journal.LOST + "The heap on the disk " + what + '.');
    }

    private void reopen(State state, int size) throws IOException {
        try (Heap opened = Heap.open(file, options())) {
            heap = opened;
            if (state == State.WRITTEN) {
                lost("was in use, and is opened as if it had been closed");
            }
            int found = count();
            if (found < 0 || state == State.CLOSED && found != size) {
                lost("was closed with " + size + " numbers, and holds " + found);
            }
            journal.print(Journal.DISK_OUTCOME + "opened");
        } catch (HeapFormatException e) {
            if (state == State.CLOSED) {
                lost("was closed, and is refused: " + e.getMessage());
            }
            accept();
            Files.delete(file);
        }
    }

    /** Opens a heap that may hold anything. */
    private void accept() {
        try (Heap opened = Heap.open(file, options().acceptAfterPowerLoss(true))) {
            heap = opened;
            journal.print(Journal.DISK_OUTCOME + (count() < 0 ? "refused, accepted, incomplete" : "refused, accepted"));
        } catch (JnvmException e) {
            journal.print(Journal.DISK_OUTCOME + "refused twice");
        }
    }

    /** Returns how many numbers there are; -1 if they are not those from 0 on. */
    private int count() {
        PArrayList<PBox<Long>> numbers = numbers();
        if (numbers == null) {
            return 0;
        }
        for (int i = 0; i < numbers.size(); i++) {
            PBox<Long> number = numbers.get(i);
            if (number == null || number.value() != i) {
                return -1;
            }
        }
        return numbers.size();
    }

    @SuppressWarnings("unchecked")
    private PArrayList<PBox<Long>> numbers() {
        return (PArrayList<PBox<Long>>) heap.root().get(NUMBERS);
    }

    private static void add(PArrayList<PBox<Long>> numbers, int count) {
        for (int i = 0; i < count; i++) {
            numbers.add(new PBox<>((long) numbers.size()));
        }
    }

    private void write(PArrayList<PBox<Long>> numbers) {
        try (Heap.Scope scope = heap.enter()) {
            add(numbers, WRITTEN_BESIDE);
        }
    }
}
