package org.jnvm.campaign.errors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the heaps hold, as Java objects; equal if it is the same. */
final class Model {
    long count;
    long inverse = ~0L;
    String text;
    Long boxed;
    byte filledWith;
    Long next;
    final List<Map<String, String>> maps = new ArrayList<>();
    final List<String> list = new ArrayList<>();
    final Map<String, String> roots = new TreeMap<>();
    long otherCount;
    String otherText;
    Long otherNext;
    final Map<String, String> otherMap = new TreeMap<>();

    final Map<String, String> growing = new TreeMap<>();

    Model(int mapCount) {
        for (int i = 0; i < mapCount; i++) {
            maps.add(new TreeMap<>());
        }
    }

    Model copy() {
        Model copy = new Model(0);
        copy.count = count;
        copy.inverse = inverse;
        copy.text = text;
        copy.boxed = boxed;
        copy.filledWith = filledWith;
        copy.next = next;
        maps.forEach(map -> copy.maps.add(new TreeMap<>(map)));
        copy.list.addAll(list);
        copy.roots.putAll(roots);
        copy.otherCount = otherCount;
        copy.otherText = otherText;
        copy.otherNext = otherNext;
        copy.otherMap.putAll(otherMap);
        copy.growing.putAll(growing);
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Model that
                && growing.equals(that.growing) // first, as many of these are compared
                && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        return "count=" + count + " inverse=" + inverse + " text=" + text + " boxed=" + boxed + " bytes=" + filledWith
                + " next=" + next + " maps=" + Collections.unmodifiableList(maps) + " list=" + list + " roots=" + roots
                + "; other: count=" + otherCount + " text=" + otherText + " next=" + otherNext + " map=" + otherMap
                + "; growing=" + growing;
    }
}
