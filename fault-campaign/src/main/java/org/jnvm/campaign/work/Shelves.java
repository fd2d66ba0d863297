package org.jnvm.campaign.work;

import org.jnvm.Persistent;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PConcurrentHashSet;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PSkipListSet;
import org.jnvm.pdt.PString;

/** The collections that all threads share, and those of each thread. */
@Persistent
final class Shelves {
    private final PConcurrentHashMap<PString, PString> hashMap = new PConcurrentHashMap<>();
    private final PSkipListMap<PString, PString> skipListMap = new PSkipListMap<>();
    private final PConcurrentHashSet<PString> hashSet = new PConcurrentHashSet<>();
    private final PSkipListSet<PString> skipListSet = new PSkipListSet<>();
    private final PArray<OwnShelves> own;

    Shelves(int threads) {
        own = new PArray<>(threads);
        for (int i = 0; i < threads; i++) {
            own.set(i, new OwnShelves());
        }
    }

    PConcurrentHashMap<PString, PString> hashMap() {
        return hashMap;
    }

    PSkipListMap<PString, PString> skipListMap() {
        return skipListMap;
    }

    PConcurrentHashSet<PString> hashSet() {
        return hashSet;
    }

    PSkipListSet<PString> skipListSet() {
        return skipListSet;
    }

    OwnShelves own(int thread) {
        return own.get(thread);
    }
}
