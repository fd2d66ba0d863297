package org.jnvm.examples.wordindex;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;

/** The root object: which words are in which documents, and which documents are done. For use by one thread. */
@Persistent
final class WordIndex {
    private final PHashMap<PString, Postings> words = new PHashMap<>();
    private final PHashMap<PString, Document> documents = new PHashMap<>();

    WordIndex() {}

    /**
     * Adds a document. Durable when it returns; after a crash, all of its words are in the index or none, and the
     * document is done or not accordingly.
     *
     * @param name the name of the document, which is not in the index yet
     * @param counts its words, and how often each is in it
     */
    @FailureAtomic
    void add(String name, Map<String, Integer> counts) {
        Document document = new Document(name);
        counts.forEach((word, count) -> postingsOf(word).add(new Posting(document, count)));
        documents.put(document.name(), document);
    }

    private Postings postingsOf(String word) {
        Postings found = words.get(word);
        if (found == null) {
            found = new Postings();
            words.put(new PString(word), found);
        }
        return found;
    }

    /** Tells whether a document is done. */
    boolean contains(String name) {
        return documents.containsKey(name);
    }

    /** Returns the number of documents. */
    int size() {
        return documents.size();
    }

    /** Returns how often each word is in each document. */
    Map<String, Map<String, Integer>> everything() {
        Map<String, Map<String, Integer>> all = new TreeMap<>();
        words.forEach((word, postings) -> all.put(word.toString(), postings.counts()));
        return all;
    }

    /**
     * Finds the documents that have all of some words.
     *
     * @param query the words, in lower case, at least one
     * @return how often the words are in each document, by the names of the documents
     */
    Map<String, Integer> find(List<String> query) {
        Iterator<String> next = query.iterator();
        Map<String, Integer> found = counts(next.next());
        while (next.hasNext()) {
            Map<String, Integer> counts = counts(next.next());
            found.keySet().retainAll(counts.keySet());
            found.replaceAll((document, count) -> count + counts.get(document));
        }
        return found;
    }

    private Map<String, Integer> counts(String word) {
        Postings found = words.get(word);
        return found == null ? new TreeMap<>() : found.counts();
    }
}
