package org.jnvm.campaign.errors;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Heaps;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.pdt.AutoPersistMap;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;

/** The objects that operations change: in the default heap, and in another one, for blocks over both. */
final class Books implements AutoCloseable {
    static final int BYTES = 600;
    static final int MAPS = 4;
    /** Of {@link Model#maps}: values are volatile strings, converted when they are put. */
    static final int CONVERTING = 3;

    /** The name of the file of the other heap, beside the first one. */
    static final String OTHER = "other.heap";

    private static final long MAX_BYTES = 64 << 20;

    final Ledger ledger;
    final List<Map<CharSequence, CharSequence>> maps = new ArrayList<>();
    final PArrayList<PString> list;

    final Heap other;
    final Ledger otherLedger;
    final Map<CharSequence, CharSequence> otherMap;
    final Heaps both;

    final Copies copies;

    private final Path file;
    private final DurabilityDomain domain;

    @SuppressWarnings("unchecked")
    private Books(Path file, DurabilityDomain domain, Heap other) {
        this.file = file;
        this.domain = domain;
        this.other = other;
        ledger = (Ledger) JNVM.root.get("ledger");
        list = (PArrayList<PString>) JNVM.root.get("list");
        for (int i = 0; i < MAPS; i++) {
            maps.add((Map<CharSequence, CharSequence>) JNVM.root.get("map" + i));
        }
        otherLedger = (Ledger) other.root().get("ledger");
        otherMap = (Map<CharSequence, CharSequence>) other.root().get("map");
        both = Heaps.of(JNVM.heap(), other);
        copies = new Copies(file, options(domain));
    }

    static HeapOptions options(DurabilityDomain domain) {
        HeapOptions options = HeapOptions.defaults().maxBytes(MAX_BYTES);
        return options.domain(domain);
    }

    /**
     * Opens the default heap and the other one, and finds the objects, or makes them.
     *
     * @param otherFirst whether the other one is opened first: each may have to ask the other what became of a block
     */
    static Books open(Path file, DurabilityDomain domain, Recovery recovery, boolean otherFirst) {
        if (otherFirst) {
            Heap other = openOther(file, domain, recovery);
            openDefault(file, domain, recovery);
            return new Books(file, domain, other);
        }
        openDefault(file, domain, recovery);
        return new Books(file, domain, openOther(file, domain, recovery));
    }

    private static Heap openOther(Path file, DurabilityDomain domain, Recovery recovery) {
        HeapOptions options = options(domain).recovery(recovery).collector(Collector.ON_DEMAND);
        Heap heap = Heap.openOrCreate(file.resolveSibling(OTHER), MAX_BYTES, options);
        if (!heap.root().exists("map")) {
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("ledger", new Ledger(0));
                heap.root().put("map", new PConcurrentHashMap<CharSequence, CharSequence>());
            }
        }
        return heap;
    }

    private static void openDefault(Path file, DurabilityDomain domain, Recovery recovery) {
        JNVM.init(file, options(domain).recovery(recovery));
        if (!JNVM.root.exists("list")) {
            Ledger ledger = new Ledger(0);
            ledger.bytes = new PByteArray(BYTES);
            JNVM.root.put("ledger", ledger);
            JNVM.root.put("map0", new PHashMap<CharSequence, CharSequence>());
            JNVM.root.put("map1", new PConcurrentHashMap<CharSequence, CharSequence>());
            JNVM.root.put("map2", new PTreeMap<CharSequence, CharSequence>());
            JNVM.root.put("map3", new AutoPersistMap<CharSequence, CharSequence>());
            JNVM.root.put(GrowingMap.ROOT, GrowingMap.make(0));
            JNVM.root.put("list", new PArrayList<PString>());
        }
    }

    /** Closes and opens the default heap; the other one stays open. */
    Books reopenDefault(Recovery recovery) {
        JNVM.close();
        openDefault(file, domain, recovery);
        return new Books(file, domain, other);
    }

    /** Closes and opens the other heap; the default one stays open. */
    Books reopenOther(Recovery recovery) {
        other.close();
        return new Books(file, domain, openOther(file, domain, recovery));
    }

    DurabilityDomain domain() {
        return domain;
    }

    @Override
    public void close() {
        try {
            JNVM.close();
        } finally {
            other.close();
        }
    }

    /** Returns what the heap holds. */
    Model read() {
        Model model = new Model(0);
        model.count = ledger.count;
        model.inverse = ledger.inverse;
        model.text = ledger.text;
        model.boxed = ledger.boxed;
        model.filledWith = ledger.bytes.get(0);
        for (int i = 1; i < BYTES; i++) {
            if (ledger.bytes.get(i) != model.filledWith) {
                throw new IllegalStateException("array is not as one operation left it: index=" + i + ", value="
                        + ledger.bytes.get(i) + ", first=" + model.filledWith);
            }
        }
        model.next = ledger.next == null ? null : ledger.next.count;
        for (Map<CharSequence, CharSequence> map : maps) {
            model.maps.add(copy(map));
        }
        model.growing.putAll(copy(GrowingMap.current()));
        list.forEach(each -> model.list.add(each.toString()));
        for (String name : JNVM.root.names()) {
            if (name.startsWith("extra")) {
                model.roots.put(name, JNVM.root.get(name).toString());
            }
        }
        model.otherCount = otherLedger.count;
        model.otherText = otherLedger.text;
        model.otherNext = otherLedger.next == null ? null : otherLedger.next.count;
        otherMap.forEach((key, value) -> model.otherMap.put(key.toString(), value.toString()));
        return model;
    }

    private static Map<String, String> copy(Map<CharSequence, CharSequence> map) {
        Map<String, String> copy = new TreeMap<>();
        map.forEach((key, value) -> copy.put(key.toString(), value.toString()));
        if (copy.size() != map.size()) {
            throw new IllegalStateException("size of a map=" + map.size() + ", entries=" + copy);
        }
        copy.forEach((key, value) -> {
            CharSequence found = map.get(key);
            if (found == null || !found.toString().equals(value)) {
                throw new IllegalStateException("entry " + key + "=" + value + " is found as " + found);
            }
        });
        return copy;
    }
}
