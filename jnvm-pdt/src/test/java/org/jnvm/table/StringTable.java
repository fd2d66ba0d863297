package org.jnvm.table;

import java.util.TreeMap;

/** A table or tree of strings, as tests of both see it. */
interface StringTable {
    String get(String key);

    String put(String key, String value);

    String remove(String key);

    /**
     * Returns all entries; throws if a key comes twice.
     *
     * @param up in which order they are gone through, if they have one
     */
    TreeMap<String, String> entries(boolean up);
}
