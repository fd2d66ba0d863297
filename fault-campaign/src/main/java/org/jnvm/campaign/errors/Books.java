package org.jnvm.campaign.errors;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.pdt.AutoPersistMap;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;

/** The objects that operations change, in the default heap. */
final class Books {
    static final int BYTES = 600;
    static final int MAPS = 4;
    /** Of {@link Model#maps}: values are volatile strings, converted when they are put. */
    static final int CONVERTING = 3;

    private static final long MAX_BYTES = 64 << 20;

    final Ledger ledger;
    final List<Map<CharSequence, CharSequence>> maps = new ArrayList<>();
    final PArrayList<PString> list;

    private Books(Ledger ledger, PArrayList<PString> list) {
        this.ledger = ledger;
        this.list = list;
    }

    static HeapOptions options(DurabilityDomain domain) {
        HeapOptions options = HeapOptions.defaults().maxBytes(MAX_BYTES);
        return options.domain(domain);
    }

    /** Opens the default heap, and finds the objects, or makes them. */
    @SuppressWarnings("unchecked")
    static Books open(Path file, DurabilityDomain domain, Recovery recovery) {
        JNVM.init(file, options(domain).recovery(recovery));
        if (!JNVM.root.exists("list")) {
            Ledger ledger = new Ledger(0);
            ledger.bytes = new PByteArray(BYTES);
            JNVM.root.put("ledger", ledger);
            JNVM.root.put("map0", new PHashMap<CharSequence, CharSequence>());
            JNVM.root.put("map1", new PConcurrentHashMap<CharSequence, CharSequence>());
            JNVM.root.put("map2", new PTreeMap<CharSequence, CharSequence>());
            JNVM.root.put("map3", new AutoPersistMap<CharSequence, CharSequence>());
            JNVM.root.put("list", new PArrayList<PString>());
        }
        Books books = new Books((Ledger) JNVM.root.get("ledger"), (PArrayList<PString>) JNVM.root.get("list"));
        for (int i = 0; i < MAPS; i++) {
            books.maps.add((Map<CharSequence, CharSequence>) JNVM.root.get("map" + i));
        }
        return books;
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
            model.maps.add(copy);
        }
        list.forEach(each -> model.list.add(each.toString()));
        for (String name : JNVM.root.names()) {
            if (name.startsWith("extra")) {
                model.roots.put(name, JNVM.root.get(name).toString());
            }
        }
        return model;
    }
}
