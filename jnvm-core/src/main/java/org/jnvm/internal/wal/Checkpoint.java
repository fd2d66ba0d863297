package org.jnvm.internal.wal;

import java.io.IOException;
import java.util.UUID;
import org.jnvm.internal.layout.CheckpointMarkLayout;

/**
 * The heap file and its checkpoint mark: checkpoints batches such that heap file and log can tell at any time whether they
 * are of one moment. By one thread at a time.
 */
// persist-order: [mark: touched up to here] < force < [pages of the heap file] < force < [mark: done up to here] <
// force
//                < [header of a segment that takes the place of the batches]
//   crash before the pages: batches count as touched that are not; they are in the log, which is forced before
//   crash before the last mark: the batches are checkpointed again
//   So the file holds nothing of a batch that the mark does not allow for, and the log has every batch that the mark
//   does not call done. Where that does not hold, heap file and log are of two moments; see WriteAheadLog.replay.
//   A batch that is in the heap file is not written to it again: the file would be older than its mark for a while.
public final class Checkpoint {
    private final BlockFile file;
    private CheckpointMark mark;

    private Checkpoint(BlockFile file, CheckpointMark mark) {
        this.file = file;
        this.mark = mark;
    }

    /** Goes on with a heap file that a crash left with a log. */
    public static Checkpoint resume(BlockFile file, CheckpointMark mark) {
        return new Checkpoint(file, mark);
    }

    /**
     * Begins with a heap file that needs no log.
     *
     * @param file the heap file
     * @param walId the new log
     */
    // persist-order: [everything in the heap file] < force (the caller) < [mark of the new log] < force < [superblock:
    // has it]
    public static Checkpoint begin(BlockFile file, UUID walId) throws IOException {
        Checkpoint begun = new Checkpoint(file, null);
        begun.write(new CheckpointMark(walId, 0, 0, 0));
        return begun;
    }

    /** Visits batches from a number on. */
    @FunctionalInterface
    public interface Batches {
        /** Gives all batches, from the first one that is not in the heap file on. */
        void visit(long from, WriteAheadLog.PayloadSink sink) throws IOException;
    }

    /**
     * Writes all batches to the heap file that are not there, up to a number.
     *
     * @param end the number after the last batch; all up to there are forced in the log
     * @param batches gives them
     * @return the bytes written
     */
    public long write(long end, Batches batches) throws IOException {
        touch(end);
        CheckpointWriter writer = new CheckpointWriter(file);
        batches.visit(mark.done(), writer::add);
        writer.force();
        markDone(end);
        return writer.written();
    }

    private void touch(long end) throws IOException {
        if (end > mark.touched()) {
            write(new CheckpointMark(mark.walId(), mark.sequence() + 1, mark.done(), end));
        }
    }

    private void markDone(long end) throws IOException {
        if (end > mark.done()) {
            write(new CheckpointMark(mark.walId(), mark.sequence() + 1, end, mark.touched()));
        }
    }

    private void write(CheckpointMark next) throws IOException {
        file.write(next.toBytes(), CheckpointMarkLayout.copyOffset(next.sequence()));
        file.force();
        mark = next;
    }
}
