package org.jnvm.examples.bank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jnvm.RecoveryReport;
import org.jnvm.examples.crash.ChildJvm;
import org.jnvm.examples.crash.Journal;

/**
 * What a bank process says once its heap is open and audited, before its first transfer.
 *
 * @param recoveryMicros how long opening the heap took
 * @param liveObjects objects in the heap
 * @param accounts how many accounts the bank has
 * @param lastTransfers the last transfer of each teller
 * @param losses what is lost or wrong, in sentences
 */
record Opening(long recoveryMicros, long liveObjects, int accounts, List<Long> lastTransfers, List<String> losses) {
    private static final String LOSS_MARK = "LOST ";
    private static final String MARK = "OPEN ";

    static Opening of(RecoveryReport recovery, int accounts, Audit audit) {
        return new Opening(
                recovery.duration().toNanos() / 1000,
                recovery.liveObjects(),
                accounts,
                audit.lastTransfers(),
                audit.losses());
    }

    /** Prints it: a line for each loss, then a line of the other fields. */
    void print(Journal journal) {
        losses.forEach(loss -> journal.print(LOSS_MARK + loss));
        journal.print(MARK
                + recoveryMicros
                + ' '
                + liveObjects
                + ' '
                + accounts
                + ' '
                + lastTransfers.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /** Reads what a bank process printed; empty if it ended before. */
    static Optional<Opening> read(ChildJvm bank) {
        List<String> losses = new ArrayList<>();
        for (String line = bank.readLine(); line != null; line = bank.readLine()) {
            if (line.startsWith(LOSS_MARK)) {
                losses.add(line.substring(LOSS_MARK.length()));
            } else if (line.startsWith(MARK)) {
                String[] fields = line.substring(MARK.length()).split(" ");
                return Optional.of(new Opening(
                        Long.parseLong(fields[0]),
                        Long.parseLong(fields[1]),
                        Integer.parseInt(fields[2]),
                        Arrays.stream(fields[3].split(",")).map(Long::valueOf).toList(),
                        losses));
            }
        }
        return Optional.empty();
    }
}
