package org.jnvm.campaign.soak;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jnvm.Heap;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;

/** Documents of random words, and for each word the documents that have it: a map of maps, in one index for each thread. */
final class WordsSoak extends Soak {
    private static final int WORDS = 300;
    private static final int LENGTH = 60;

    private final int threads;
    private final int documents;
    private final Map<PString, Text> texts = new PConcurrentHashMap<>();
    private final List<PHashMap<PString, PHashMap<PString, Text>>> indexes = new ArrayList<>();

    WordsSoak(Heap heap, int threads, int documents) {
        super(heap);
        this.threads = threads;
        this.documents = Math.max(1, documents / threads);
        heap.root().put("texts", texts);
        for (int i = 0; i < threads; i++) {
            PHashMap<PString, PHashMap<PString, Text>> index = new PHashMap<>();
            heap.root().put("index " + i, index);
            indexes.add(index);
        }
    }

    private static String name(int thread, int number) {
        return "text " + thread + ":" + number;
    }

    private static String words(SplittableRandom random) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            words.append("word").append(random.nextInt(WORDS)).append(' ');
        }
        return words.toString();
    }

    private static Set<String> distinct(String words) {
        return new LinkedHashSet<>(List.of(words.trim().split(" ")));
    }

    private void add(int thread, String name, Text text) {
        for (String word : distinct(text.words())) {
            PHashMap<PString, Text> having = indexes.get(thread).get(word);
            if (having == null) {
                having = new PHashMap<>();
                indexes.get(thread).put(new PString(word), having);
            }
            having.put(new PString(name), text);
        }
    }

    @Override
    void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < documents; i++) {
                Text text = new Text(0, words(random));
                texts.put(new PString(name(thread, i)), text);
                add(thread, name(thread, i), text);
            }
        }
    }

    @Override
    void step(int thread, SplittableRandom random) {
        String name = name(thread, random.nextInt(documents));
        Text before = ((PConcurrentHashMap<PString, Text>) texts).get(name);
        Text now = new Text(before.version() + 1, words(random));
        for (String word : distinct(before.words())) {
            PHashMap<PString, Text> having = indexes.get(thread).get(word);
            Text removed = having.remove(name);
            require(removed.version() == before.version(), "wrong version: text=" + name + ", word=" + word);
            if (having.isEmpty()) {
                indexes.get(thread).remove(word);
            }
        }
        add(thread, name, now);
        texts.put(new PString(name), now);
    }

    @Override
    void audit() {
        require(texts.size() == threads * documents, "texts=" + texts.size());
        for (int thread = 0; thread < threads; thread++) {
            long postings = 0;
            for (PHashMap<PString, Text> having : indexes.get(thread).values()) {
                postings += having.size();
            }
            long expected = 0;
            for (int i = 0; i < documents; i++) {
                Text text = ((PConcurrentHashMap<PString, Text>) texts).get(name(thread, i));
                for (String word : distinct(text.words())) {
                    Text found = indexes.get(thread).get(word).get(name(thread, i));
                    require(found.version() == text.version(), "wrong version: text=" + name(thread, i));
                    expected++;
                }
            }
            require(postings == expected, "postings=" + postings + ", expected=" + expected);
        }
    }
}
