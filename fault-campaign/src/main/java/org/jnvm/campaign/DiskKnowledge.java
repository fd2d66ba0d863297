package org.jnvm.campaign;

import java.util.Map;
import java.util.TreeMap;
import org.jnvm.campaign.work.Journal;

/** What is known, outside the virtual machine, of the heap on its disk; longer than one life. */
final class DiskKnowledge {
    private static final String UNKNOWN = "UNKNOWN";

    private final Map<String, Integer> outcomes = new TreeMap<>();
    private String state = UNKNOWN;
    private String size = "0";

    /** Notes a line of the journal. */
    void note(String line) {
        if (line.startsWith(Journal.DISK)) {
            String[] words = line.split(" ");
            state = words[1];
            size = words.length > 2 ? words[2] : "0";
        } else if (line.startsWith(Journal.DISK_OUTCOME)) {
            state = UNKNOWN; // from now on it is used, or made anew
            outcomes.merge(line.substring(Journal.DISK_OUTCOME.length()), 1, Integer::sum);
        }
    }

    /** Returns whether it was in use or closed when it was last heard of. */
    String state() {
        return state;
    }

    /** Returns how many numbers it held when it was closed. */
    String size() {
        return size;
    }

    /** Returns how often each thing came of opening it after a power failure. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }
}
