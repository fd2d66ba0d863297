package org.jnvm.campaign.work;

import org.jnvm.Persistent;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.PTreeSet;

/** The collections of one thread. */
@Persistent
final class OwnShelves {
    private final PHashMap<PString, PString> hashMap = new PHashMap<>();
    private final PTreeMap<PString, PString> treeMap = new PTreeMap<>();
    private final PHashSet<PString> hashSet = new PHashSet<>();
    private final PTreeSet<PString> treeSet = new PTreeSet<>();
    private final PArrayList<PString> list = new PArrayList<>();

    OwnShelves() {}

    PHashMap<PString, PString> hashMap() {
        return hashMap;
    }

    PTreeMap<PString, PString> treeMap() {
        return treeMap;
    }

    PHashSet<PString> hashSet() {
        return hashSet;
    }

    PTreeSet<PString> treeSet() {
        return treeSet;
    }

    PArrayList<PString> list() {
        return list;
    }
}
