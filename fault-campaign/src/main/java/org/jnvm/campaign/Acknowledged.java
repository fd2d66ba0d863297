package org.jnvm.campaign;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jnvm.campaign.work.Journal;

/** What a process has acknowledged, as whoever reads its journal knows it: all that must not be lost. */
final class Acknowledged {
    private final long[] last;
    private boolean created;
    private boolean founded;
    private long count;

    Acknowledged(int threads) {
        last = new long[threads];
    }

    /**
     * Notes a line of the journal.
     *
     * @throws IllegalStateException if a thread left a number out
     */
    void note(String line) {
        if (line.equals(Journal.CREATED)) {
            created = true;
        } else if (line.equals(Journal.FOUNDED)) {
            founded = true;
        } else if (line.startsWith(Journal.OPEN)) {
            long[] found = Arrays.stream(line.split(" ")[1].split(","))
                    .mapToLong(Long::parseLong)
                    .toArray();
            System.arraycopy(found, 0, last, 0, last.length);
        } else if (line.startsWith(Journal.DONE)) {
            String[] words = line.split(" ");
            int thread = Integer.parseInt(words[1]);
            long number = Long.parseLong(words[2]);
            if (number != last[thread] + 1) {
                throw new IllegalStateException(
                        "thread " + thread + " acknowledged operation " + number + " right after " + last[thread]);
            }
            last[thread] = number;
            count++;
        }
    }

    /** Tells whether the heap file must be there. */
    boolean created() {
        return created;
    }

    /** Tells whether the first objects must be there. */
    boolean founded() {
        return founded;
    }

    /** Returns how many operations were acknowledged. */
    long count() {
        return count;
    }

    /** Returns the last operation of each thread, separated by commas. */
    @Override
    public String toString() {
        return LongStream.of(last).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}
