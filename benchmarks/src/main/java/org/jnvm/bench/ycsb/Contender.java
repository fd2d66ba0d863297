package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A store, and how it is used; words tell it to the process that measures it, and name it in raw figures. */
public sealed interface Contender permits MapContender, CacheContender, RivalContender {
    /** What stands among {@link #words} where there is nothing to say. */
    String NONE = "-";

    /** Returns what is to be said of it, in the order of its columns. */
    List<String> words();

    /** Tells whether several clients may use it at once. */
    boolean isConcurrent();

    /** Returns the flags of its JVM, which has a Java heap of a fixed size in MiB. */
    List<String> flags(int heapMib);

    /** Makes an empty store. */
    Store open(Path file, long records, int fields, int length);

    /** Returns a name for people. */
    default String title() {
        return String.join(
                        " ", words().stream().filter(word -> !word.equals(NONE)).toList())
                .toLowerCase(Locale.ROOT);
    }

    /** Returns arguments of a process. */
    default List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(getClass().getSimpleName()));
        arguments.addAll(words());
        return arguments;
    }

    /** Returns the contender that {@link #arguments} tell of. */
    static Contender of(List<String> arguments) {
        List<String> words = arguments.subList(1, arguments.size());
        String type = arguments.get(0);
        if (type.equals(CacheContender.class.getSimpleName())) {
            return CacheContender.of(words);
        }
        return type.equals(RivalContender.class.getSimpleName()) ? RivalContender.of(words) : MapContender.of(words);
    }

    /** Returns words for values; null is none. */
    static List<String> words(Object... parts) {
        List<String> words = new ArrayList<>();
        for (Object part : parts) {
            words.add(part == null ? NONE : part.toString());
        }
        return words;
    }

    /** Returns the value of a word, or null. */
    static <E extends Enum<E>> E value(Class<E> type, String word) {
        return word.equals(NONE) ? null : Enum.valueOf(type, word);
    }

    /** Refuses another number of words than there are columns. */
    static void require(List<String> words, List<String> columns) {
        if (words.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "contender has another number of words: words=" + words + ", wanted=" + columns);
        }
    }
}
