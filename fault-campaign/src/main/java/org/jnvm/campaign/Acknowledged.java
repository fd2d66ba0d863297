package org.jnvm.campaign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jnvm.campaign.work.Journal;

/**
 * What a process has acknowledged, as whoever reads its journal knows it: all that must not be lost. In mode ASYNC that is
 * what was acknowledged an interval before the last acknowledged operation began, or before a sync.
 */
final class Acknowledged {
    private static final long MICROS_PER_MILLI = 1000;

    private final long intervalMicros;
    private final long[] last;
    /** By thread, the last operation that is known to be durable. */
    private final long[] synced;
    /** Operations of this process, in mode ASYNC. */
    private final List<Done> since = new ArrayList<>();

    private boolean created;
    private boolean founded;
    private long count;

    /** An operation, and when it began and was acknowledged, by the clock of its process. */
    private record Done(int thread, long number, long beganMicros, long endedMicros) {}

    /**
     * Knows of nothing yet.
     *
     * @param threads how many threads work
     * @param intervalMillis that of mode ASYNC, 0 in mode SYNC
     */
    Acknowledged(int threads, int intervalMillis) {
        last = new long[threads];
        synced = new long[threads];
        intervalMicros = intervalMillis * MICROS_PER_MILLI;
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
            System.arraycopy(found, 0, synced, 0, last.length); // an opened heap is durable
            since.clear();
        } else if (line.startsWith(Journal.DONE)) {
            done(line.split(" "));
        } else if (line.startsWith(Journal.SYNCED)) {
            String[] words = line.split(" ");
            int thread = Integer.parseInt(words[1]);
            synced[thread] = Math.max(synced[thread], Long.parseLong(words[2]));
        }
    }

    private void done(String[] words) {
        int thread = Integer.parseInt(words[1]);
        long number = Long.parseLong(words[2]);
        if (number != last[thread] + 1) {
            throw new IllegalStateException(
                    "thread " + thread + " acknowledged operation " + number + " right after " + last[thread]);
        }
        last[thread] = number;
        count++;
        if (intervalMicros > 0) {
            since.add(new Done(thread, number, Long.parseLong(words[3]), Long.parseLong(words[4])));
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

    /** Returns the last operation of each thread that was acknowledged, separated by commas. */
    String last() {
        return text(last);
    }

    /** Returns the last operation of each thread that must be there, separated by commas. */
    String durable() {
        if (intervalMicros == 0) {
            return last();
        }
        long[] durable = synced.clone();
        long began = since.stream().mapToLong(Done::beganMicros).max().orElse(0);
        for (Done each : since) {
            if (each.endedMicros() < began - intervalMicros) {
                durable[each.thread()] = Math.max(durable[each.thread()], each.number());
            }
        }
        return text(durable);
    }

    private static String text(long[] numbers) {
        return LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
}
