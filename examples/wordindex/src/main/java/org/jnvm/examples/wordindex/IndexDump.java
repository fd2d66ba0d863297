package org.jnvm.examples.wordindex;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jnvm.examples.crash.ChildJvm;

/**
 * All that an index says.
 *
 * @param postings lines of word, document and count, separated by tabulators, sorted
 */
record IndexDump(List<String> postings) {
    private static final int SAMPLE_LENGTH_MIN = 6;
    private static final int SAMPLE_WORDS = 3;

    /** Reads what an index process prints, to its end. */
    static IndexDump read(ChildJvm process) {
        List<String> postings = new ArrayList<>();
        for (String line = process.readLine(); line != null; line = process.readLine()) {
            if (line.startsWith(IndexProcess.DUMP_MARK)) {
                postings.add(line.substring(IndexProcess.DUMP_MARK.length()));
            }
        }
        return new IndexDump(postings);
    }

    /** Returns the first difference from what the index must say, in a sentence. */
    Optional<String> difference(IndexDump expected) {
        int common = Math.min(postings.size(), expected.postings.size());
        int i = 0;
        while (i < common && postings.get(i).equals(expected.postings.get(i))) {
            i++;
        }
        if (i == postings.size() && i == expected.postings.size()) {
            return Optional.empty();
        }
        return Optional.of(
                "The index says " + describe(i) + " where one built in one go says " + expected.describe(i) + '.');
    }

    private String describe(int i) {
        return i < postings.size() ? '"' + postings.get(i).replace('\t', ' ') + '"' : "nothing more";
    }

    /** Returns the number of different words. */
    long words() {
        return counts().size();
    }

    /** Chooses queries that have an answer: the most frequent longer words, and two of them together. */
    List<String> sampleQueries() {
        List<String> samples = new ArrayList<>(counts().entrySet().stream()
                .filter(word -> word.getKey().length() >= SAMPLE_LENGTH_MIN)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(SAMPLE_WORDS)
                .map(Map.Entry::getKey)
                .toList());
        if (samples.size() > 1) {
            samples.add(samples.get(0) + ' ' + samples.get(1));
        }
        return samples;
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (String posting : postings) {
            String[] fields = posting.split("\t");
            counts.merge(fields[0], Integer.valueOf(fields[2]), Integer::sum);
        }
        return counts;
    }
}
