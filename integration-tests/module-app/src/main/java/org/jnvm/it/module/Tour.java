package org.jnvm.it.module;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PString;

/** Uses each part of J-NVM once: heap, failure-atomic blocks, data types, closing, recovery; prints one line at last. */
final class Tour {
    private static final long HEAP_BYTES = 4 << 20;

    private Tour() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        try (Heap heap = Heap.openOrCreate(file, HEAP_BYTES);
                Heap.Scope scope = heap.enter()) {
            visit(heap);
        }
        JNVM.init(args[0], HEAP_BYTES);
        Tally tally = JNVM.root.get("tally", Tally.class);
        JNVM.faStart();
        tally.add();
        JNVM.faEnd();
        PHashMap<?, ?> map = JNVM.root.get("map", PHashMap.class);
        PArrayList<?> list = (PArrayList<?>) map.get("list");
        require(tally.first() == 3
                && tally.second() == 3
                && tally.agrees()
                && list.get(0).equals(tally)
                && list.size() == 1);
        JNVM.close();
        System.out.println("toured");
    }

    private static void visit(Heap heap) {
        Tally tally = new Tally();
        heap.root().put("tally", tally);
        tally.add();
        PHashMap<PString, Object> map = new PHashMap<>();
        heap.root().put("map", map);
        PArrayList<Object> list = new PArrayList<>();
        heap.atomically(() -> {
            tally.add();
            list.add(tally);
            map.put(new PString("list"), list);
        });
        try {
            heap.atomically(() -> {
                list.clear();
                throw new IllegalStateException("on purpose");
            });
        } catch (IllegalStateException expected) {
            require(list.size() == 1);
        }
        PString unused = new PString("\u20ac");
        heap.free(unused);
        heap.force();
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("not as it was written");
        }
    }
}
