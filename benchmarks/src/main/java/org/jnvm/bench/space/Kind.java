package org.jnvm.bench.space;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PConcurrentHashSet;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PSkipListSet;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.PTreeSet;

/** The collections. */
enum Kind {
    HASH_MAP("PHashMap", PHashMap<PString, PString>::new, null),
    TREE_MAP("PTreeMap", PTreeMap<PString, PString>::new, null),
    CONCURRENT_HASH_MAP("PConcurrentHashMap", PConcurrentHashMap<PString, PString>::new, null),
    SKIP_LIST_MAP("PSkipListMap", PSkipListMap<PString, PString>::new, null),
    HASH_SET("PHashSet", null, PHashSet<PString>::new),
    TREE_SET("PTreeSet", null, PTreeSet<PString>::new),
    CONCURRENT_HASH_SET("PConcurrentHashSet", null, PConcurrentHashSet<PString>::new),
    SKIP_LIST_SET("PSkipListSet", null, PSkipListSet<PString>::new);

    private final String title;
    private final Supplier<Map<PString, PString>> map;
    private final Supplier<Set<PString>> set;

    Kind(String title, Supplier<Map<PString, PString>> map, Supplier<Set<PString>> set) {
        this.title = title;
        this.map = map;
        this.set = set;
    }

    boolean isMap() {
        return map != null;
    }

    Map<PString, PString> makeMap() {
        return map.get();
    }

    Set<PString> makeSet() {
        return set.get();
    }

    /** Returns the name of the class. */
    @Override
    public String toString() {
        return title;
    }
}
