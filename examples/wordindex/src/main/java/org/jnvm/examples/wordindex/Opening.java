package org.jnvm.examples.wordindex;

import java.util.Optional;
import org.jnvm.RecoveryReport;
import org.jnvm.examples.crash.ChildJvm;
import org.jnvm.examples.crash.Journal;

/**
 * What an index process says once its heap is open.
 *
 * @param recoveryMicros how long opening the heap took
 * @param liveObjects objects in the heap
 * @param documents documents in the index
 */
record Opening(long recoveryMicros, long liveObjects, int documents) {
    private static final String MARK = "OPEN ";

    static Opening of(RecoveryReport recovery, int documents) {
        return new Opening(recovery.duration().toNanos() / 1000, recovery.liveObjects(), documents);
    }

    void print(Journal journal) {
        journal.print(MARK + recoveryMicros + ' ' + liveObjects + ' ' + documents);
    }

    /** Reads what an index process printed; empty if it ended before. */
    static Optional<Opening> read(ChildJvm process) {
        for (String line = process.readLine(); line != null; line = process.readLine()) {
            if (line.startsWith(MARK)) {
                String[] fields = line.substring(MARK.length()).split(" ");
                return Optional.of(
                        new Opening(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Integer.parseInt(fields[2])));
            }
        }
        return Optional.empty();
    }
}
