package org.jnvm.campaign.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jnvm.Heap;
import org.jnvm.pdt.PString;

/** Changes of one entry, element or list member each. In shared collections the key says whose it is. */
final class MapsWork implements SeparateWork.Parts<MapsWork.Content> {
    private static final int MAPS = 4;
    private static final int SETS = 4;
    private static final int KEYS = 40;
    private static final int LIST_MAX = 50;
    private static final int MAP_CHANGES = 9;

    private final long seed;
    private final int threads;
    private Heap heap;
    /** By thread and collection. */
    private final List<List<Map<PString, PString>>> maps = new ArrayList<>();

    private final List<List<Set<PString>>> sets = new ArrayList<>();
    private final List<List<PString>> lists = new ArrayList<>();

    /**
     * What the collections hold of one thread.
     *
     * @param maps the maps
     * @param sets the sets
     * @param list the list
     */
    record Content(List<Map<String, String>> maps, List<Set<String>> sets, List<String> list) {
        Content() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < MAPS; i++) {
                maps.add(new TreeMap<>());
            }
            for (int i = 0; i < SETS; i++) {
                sets.add(new TreeSet<>());
            }
        }
    }

    /** A change: of which collection, how, with what. */
    private record Change(int collection, int kind, String key, String value, int index) {}

    MapsWork(long seed, int threads) {
        this.seed = seed;
        this.threads = threads;
    }

    @Override
    public void found(Heap empty) {
        empty.root().put(Work.ROOT, new Shelves(threads));
    }

    @Override
    public void attach(Heap opened) {
        heap = opened;
        Shelves shelves = heap.root().get(Work.ROOT, Shelves.class);
        maps.clear();
        sets.clear();
        lists.clear();
        for (int thread = 0; thread < threads; thread++) {
            OwnShelves own = shelves.own(thread);
            maps.add(List.of(shelves.hashMap(), shelves.skipListMap(), own.hashMap(), own.treeMap()));
            sets.add(List.of(shelves.hashSet(), shelves.skipListSet(), own.hashSet(), own.treeSet()));
            lists.add(own.list());
        }
    }

    private Change change(int thread, long number) {
        SplittableRandom random = Work.random(seed, thread, number);
        String key = thread + "/" + random.nextInt(KEYS);
        // up to 96 bytes are packed, more take blocks of their own
        String value = number + "x".repeat(random.nextInt(random.nextInt(8) == 0 ? 600 : 60));
        return new Change(
                random.nextInt(MAPS + SETS + 1), random.nextInt(1 << 16), key, value, random.nextInt(1 << 16));
    }

    @Override
    public Content empty() {
        return new Content();
    }

    @Override
    public Content read(int thread) {
        Content content = new Content();
        String prefix = thread + "/";
        for (int i = 0; i < MAPS; i++) {
            for (Map.Entry<PString, PString> entry : maps.get(thread).get(i).entrySet()) {
                String key = entry.getKey().toString();
                if (key.startsWith(prefix)) {
                    content.maps().get(i).put(key, string(entry.getValue()));
                }
            }
        }
        for (int i = 0; i < SETS; i++) {
            for (PString element : sets.get(thread).get(i)) {
                if (element.toString().startsWith(prefix)) {
                    content.sets().get(i).add(element.toString());
                }
            }
        }
        lists.get(thread).forEach(member -> content.list().add(string(member)));
        return content;
    }

    @Override
    public void model(Content model, int thread, long number) {
        Change change = change(thread, number);
        if (change.collection() < MAPS) {
            modelMap(model.maps().get(change.collection()), change);
        } else if (change.collection() < MAPS + SETS) {
            modelSet(model.sets().get(change.collection() - MAPS), change);
        } else {
            modelList(model.list(), change);
        }
    }

    @Override
    public void operate(Content model, int thread, long number) {
        Change change = change(thread, number);
        String expected;
        String found;
        if (change.collection() < MAPS) {
            Map<String, String> before = model.maps().get(change.collection());
            found = changeMap(maps.get(thread).get(change.collection()), before.get(change.key()), change);
            expected = modelMap(before, change);
        } else if (change.collection() < MAPS + SETS) {
            found = changeSet(sets.get(thread).get(change.collection() - MAPS), change);
            expected = modelSet(model.sets().get(change.collection() - MAPS), change);
        } else {
            found = changeList(lists.get(thread), change);
            expected = modelList(model.list(), change);
        }
        if (!Objects.equals(expected, found)) {
            throw new IllegalStateException("thread " + thread + ", operation " + number + ", " + change + ": expected "
                    + expected + ", found " + found);
        }
    }

    private static String string(Object text) {
        return text == null ? null : text.toString();
    }

    // ---- maps ----

    private static String modelMap(Map<String, String> map, Change change) {
        String key = change.key();
        String value = change.value();
        String before = map.get(key);
        return switch (change.kind() % MAP_CHANGES) {
            case 0, 1 -> map.put(key, value);
            case 2 -> map.putIfAbsent(key, value);
            case 3 -> map.remove(key);
            case 4 -> "" + (before != null && map.remove(key, before));
            case 5 -> map.replace(key, value);
            case 6 -> "" + (before != null && map.replace(key, before, value));
            case 7 -> map.compute(key, (k, old) -> old == null ? value : null);
            default -> map.merge(key, value, (old, given) -> old.length() + given);
        };
    }

    /** Does the same to a persistent map, and frees what is in it no more. */
    private String changeMap(Map<PString, PString> map, String expected, Change change) {
        String key = change.key();
        PString before = map.get(key);
        if (!Objects.equals(expected, string(before))) {
            throw new IllegalStateException(change + ": expected " + expected + ", got " + string(before));
        }
        String result = switch (change.kind() % MAP_CHANGES) {
            case 0, 1 -> string(map.put(new PString(key), new PString(change.value())));
            case 2 -> string(map.putIfAbsent(new PString(key), new PString(change.value())));
            case 3 -> string(map.remove(key));
            case 4 -> "" + (before != null && map.remove(key, before));
            case 5 -> string(before == null ? null : map.replace(new PString(key), new PString(change.value())));
            case 6 -> "" + (before != null && map.replace(new PString(key), before, new PString(change.value())));
            case 7 ->
                string(map.compute(new PString(key), (k, old) -> old == null ? new PString(change.value()) : null));
            default ->
                string(map.merge(
                        new PString(key),
                        new PString(change.value()),
                        (old, given) -> new PString(old.length() + given.toString())));
        };
        if (before != null && !map.containsKey(key) || before != null && !before.equals(map.get(key))) {
            heap.free(before);
        }
        return result;
    }

    // ---- sets ----

    private static String modelSet(Set<String> set, Change change) {
        return "" + (change.kind() % 2 == 0 ? set.add(change.key()) : set.remove(change.key()));
    }

    private static String changeSet(Set<PString> set, Change change) {
        return "" + (change.kind() % 2 == 0 ? set.add(new PString(change.key())) : set.remove((Object) change.key()));
    }

    // ---- lists ----

    private static int listKind(int size, Change change) {
        return size == 0 ? 0 : size >= LIST_MAX ? 2 : change.kind() % 4;
    }

    private static String modelList(List<String> list, Change change) {
        int size = list.size();
        return switch (listKind(size, change)) {
            case 0 -> "" + list.add(change.value());
            case 1 -> {
                list.add(change.index() % size, change.value());
                yield "";
            }
            case 2 -> list.remove(change.index() % size);
            default -> list.set(change.index() % size, change.value());
        };
    }

    private String changeList(List<PString> list, Change change) {
        int size = list.size();
        PString made = new PString(change.value());
        return switch (listKind(size, change)) {
            case 0 -> "" + list.add(made);
            case 1 -> {
                list.add(change.index() % size, made);
                yield "";
            }
            case 2 -> freed(list.remove(change.index() % size));
            default -> freed(list.set(change.index() % size, made));
        };
    }

    private String freed(PString member) {
        String text = member.toString();
        heap.free(member);
        return text;
    }
}
