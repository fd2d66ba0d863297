package org.jnvm.internal.wal;

import java.io.IOException;
import java.util.UUID;
import org.jnvm.internal.layout.CheckpointMarkLayout;

/**
 * The heap file and its home mark: brings batches home such that heap file and area can tell at any time whether they
 * are of one moment. By one thread at a time.
 */
// persist-order: [mark: touched up to here] < force < [home pages] < force < [mark: home up to here] < force
//                < [header of a segment that takes the place of the batches]
//   crash before the pages: batches count as touched that are not; they are in the area, which is forced before
//   crash before the last mark: the batches are brought home again
//   So the file holds nothing of a batch that the mark does not allow for, and the area has every batch that the mark
//   does not call home. Where that does not hold, heap file and area are of two moments; see WriteAheadLog.replay.
//   A batch that is home is not brought home again: the file would be older than its mark for a while.
public final class Checkpoint {
    private final BlockFile file;
    private CheckpointMark mark;

    private Checkpoint(BlockFile file, CheckpointMark mark) {
        this.file = file;
        this.mark = mark;
    }

    /** Goes on with a heap file that a crash left with an area. */
    public static Checkpoint goOn(BlockFile file, CheckpointMark mark) {
        return new Checkpoint(file, mark);
    }

    /**
     * Begins with a heap file that needs no area.
     *
     * @param file the heap file
     * @param areaId the new area
     */
    // persist-order: [everything at home] < force (the caller) < [mark of the new area] < force < [superblock: has it]
    public static Checkpoint begin(BlockFile file, UUID areaId) throws IOException {
        Checkpoint begun = new Checkpoint(file, null);
        begun.write(new CheckpointMark(areaId, 0, 0, 0));
        return begun;
    }

    /** Visits batches from a number on. */
    @FunctionalInterface
    public interface Batches {
        /** Gives all batches, from the first one that is not home on. */
        void visit(long from, WriteAheadLog.PayloadSink sink) throws IOException;
    }

    /**
     * Brings all batches home that are not, up to a number.
     *
     * @param end the number after the last batch; all up to there are forced in the area
     * @param batches gives them
     * @return the bytes written
     */
    public long bring(long end, Batches batches) throws IOException {
        touch(end);
        CheckpointWriter writer = new CheckpointWriter(file);
        batches.visit(mark.home(), writer::add);
        writer.force();
        markHome(end);
        return writer.written();
    }

    private void touch(long end) throws IOException {
        if (end > mark.touched()) {
            write(new CheckpointMark(mark.areaId(), mark.sequence() + 1, mark.home(), end));
        }
    }

    private void markHome(long end) throws IOException {
        if (end > mark.home()) {
            write(new CheckpointMark(mark.areaId(), mark.sequence() + 1, end, mark.touched()));
        }
    }

    private void write(CheckpointMark next) throws IOException {
        file.write(next.toBytes(), CheckpointMarkLayout.copyOffset(next.sequence()));
        file.force();
        mark = next;
    }
}
