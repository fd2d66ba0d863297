package org.jnvm.examples.bank;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The transfers that a bank acknowledged, as its customers know them: all that it must not lose. */
final class Acknowledged {
    private long[] last = {};
    private long count;

    /** Goes on from the last transfer of each teller. */
    void startFrom(List<Long> lastTransfers) {
        last = lastTransfers.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * Notes a line of the journal, if it acknowledges a transfer.
     *
     * @throws IllegalStateException if the teller left a number out
     */
    void note(String line) {
        if (!line.startsWith(Transfer.MARK)) {
            return;
        }
        String[] fields = line.substring(Transfer.MARK.length()).split(" ");
        int teller = Integer.parseInt(fields[0]);
        long number = Long.parseLong(fields[1]);
        if (number != last[teller] + 1) {
            throw new IllegalStateException("Teller " + teller + " acknowledged transfer " + number
                    + " right after transfer " + last[teller] + '.');
        }
        last[teller] = number;
        count++;
    }

    /** Returns how many transfers were noted. */
    long count() {
        return count;
    }

    /** Returns the last transfer of each teller, separated by commas; empty at the beginning. */
    String lastTransfers() {
        return LongStream.of(last).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}
