package org.jnvm.bench.report;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Names for people of words in raw figures. */
final class Names {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("J_NVM", "J-NVM"),
            Map.entry("JAVA_UTIL", "java.util"),
            Map.entry("LINKED_LIST", "LinkedList"),
            Map.entry("TREE_MAP", "TreeMap"),
            Map.entry("SKIP_LIST_MAP", "ConcurrentSkipListMap"),
            Map.entry("J_NVM_NODES", "J-NVM, nodes"),
            Map.entry("J_NVM_TREE", "J-NVM PTreeMap"),
            Map.entry("J_NVM_SKIP_LIST", "J-NVM PSkipListMap"),
            Map.entry("LLPL_NODES", "LLPL, nodes"),
            Map.entry("HASH_MAP", "HashMap"),
            Map.entry("J_NVM_HASH", "J-NVM PHashMap"),
            Map.entry("RAW", "raw memory"),
            Map.entry("BLACKHOLE", "nothing"),
            Map.entry("CHRONICLE_MAP", "Chronicle Map"),
            Map.entry("LMDB", "LMDB"),
            Map.entry("ROCKSDB", "RocksDB"),
            Map.entry("ECLIPSE_STORE", "EclipseStore"),
            Map.entry("MV_STORE", "MVStore"),
            Map.entry("MAP_DB", "MapDB"),
            Map.entry("J_NVM_FORCE", "J-NVM, force"),
            Map.entry("J_NVM_ATOMIC", "J-NVM, failure-atomic blocks"),
            Map.entry("SERIALIZATION", "Java serialization"),
            Map.entry("SQLITE", "SQLite"),
            Map.entry("CREATE", "new store"),
            Map.entry("MAKE", "made"),
            Map.entry("CHANGE", "1 % changed"),
            Map.entry("CHANGE_NEIGHBOURS", "1 % side by side"),
            Map.entry("READ", "read"),
            Map.entry("VOLATILE", "volatile"),
            Map.entry("J_NVM_OBJECTS", "J-NVM, persistent objects"),
            Map.entry("J_NVM_BLOCKS", "J-NVM, J-PFA"),
            Map.entry("J_NVM_BYTES", "J-NVM, marshalled bytes"),
            Map.entry("SINGLE_FILE", "SingleFileStore"),
            Map.entry("SOFT_INDEX_FILE", "SoftIndexFileStore"),
            Map.entry("SOFT_INDEX_FILE_SYNC", "SoftIndexFileStore, sync"),
            Map.entry("NULL", "null (marshalled bytes)"),
            Map.entry("INFINISPAN_J_NVM_OBJECTS", "Infinispan: J-NVM"),
            Map.entry("INFINISPAN_SOFT_INDEX_FILE_SYNC", "Infinispan: SoftIndexFileStore, sync"),
            Map.entry("HASH", "hash map"),
            Map.entry("TREE", "red-black tree"),
            Map.entry("SKIP_LIST", "skip list"),
            Map.entry("CONCURRENT_HASH", "concurrent hash map"),
            Map.entry("J_PFA", "J-NVM: J-PFA"),
            Map.entry("J_PFA_SCAN_ONLY", "J-NVM: J-PFA, SCAN_ONLY"),
            Map.entry("J_PFA_COLLECTED", "J-NVM: J-PFA, collected"),
            Map.entry("J_PDT", "J-NVM: J-PDT"),
            Map.entry("FILE", "file store (MVStore)"),
            Map.entry("BASE", "base"),
            Map.entry("CACHED", "cached"),
            Map.entry("EAGER", "eager"));

    private Names() {}

    /** Returns the name of a word, or the word if it has none. */
    static String of(String word) {
        return NAMES.getOrDefault(word, word);
    }

    /** Returns the names of words, but for those that say nothing. */
    static String of(Collection<String> words) {
        return words.stream()
                .filter(word -> !word.equals("-") && !word.isEmpty())
                .map(Names::of)
                .collect(Collectors.joining(", "));
    }
}
