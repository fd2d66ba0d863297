package org.jnvm.campaign.work;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Standard output, one write for each line: a line that was written before a kill has reached whoever reads, and one
 * without its end has not been written. Safe for use by several threads.
 */
public final class Journal {
    /** The heap is about to be opened or created. */
    public static final String BEGIN = "BEGIN";
    /** The heap file has been created. */
    public static final String CREATED = "CREATED";
    /** The objects that a new heap starts with are there. */
    public static final String FOUNDED = "FOUNDED";
    /** Something is lost or wrong; a sentence follows. */
    public static final String LOST = "LOST ";
    /** The heap was audited; the last operation of each thread follows, then the number of live objects. */
    public static final String OPEN = "OPEN ";
    /**
     * An operation is done; its thread and number follow, in mode ASYNC also when it began and when it was done, in
     * microseconds of this process.
     */
    public static final String DONE = "A ";
    /** The heap is synced; a thread and the number of its last operation before follow. */
    public static final String SYNCED = "S ";
    /** The persistent operation that the process was told to stop at has been reached. */
    public static final String STOPPED = "STOPPED";
    /** The heap has been closed and opened again, and nothing is wrong with it. */
    public static final String VERIFIED = "VERIFIED";

    /** What is known of the heap on the disk from here on follows, and its size once it is closed. */
    public static final String DISK = "DISK ";
    /** What came of opening the heap on the disk after a power failure follows. */
    public static final String DISK_OUTCOME = "DISK-OUTCOME ";

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    /** Opens the journal on standard output, which is not to be used by anything else. */
    public Journal() {}

    /**
     * Writes a line.
     *
     * @param line the line, without its end
     * @throws UncheckedIOException if nobody reads any more
     */
    public void print(String line) {
        byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (out) {
                out.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the reader of the journal is gone", e);
        }
    }
}
