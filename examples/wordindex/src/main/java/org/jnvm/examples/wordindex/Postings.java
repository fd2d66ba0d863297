package org.jnvm.examples.wordindex;

import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.pdt.PArrayList;

/** The documents that a word is in. */
@Persistent
final class Postings {
    private final PArrayList<Posting> list = new PArrayList<>();

    Postings() {}

    void add(Posting posting) {
        list.add(posting);
    }

    /** Returns how often the word is in each document, by the names of the documents. */
    Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Posting posting : list) {
            counts.put(posting.document().name().toString(), posting.count());
        }
        return counts;
    }
}
