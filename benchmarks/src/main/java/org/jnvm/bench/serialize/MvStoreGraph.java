package org.jnvm.bench.serialize;

import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** H2's MVStore: an entry for each object, in a transaction that is committed and synced. */
final class MvStoreGraph implements Graph {
    private final MVStore store;
    /** Value, first and second link, by number. */
    private final MVMap<Long, long[]> map;

    MvStoreGraph(Path file) {
        store = new MVStore.Builder()
                .fileName(file.toString())
                .autoCommitDisabled()
                .open();
        map = store.openMap("graph");
    }

    @Override
    public void make(Shape shape, int objects) {
        for (int i = 0; i < objects; i++) {
            map.put((long) i, new long[] {i, shape.left(i, objects), shape.right(i, objects)});
        }
        persist();
    }

    @Override
    public void change(int[] which, long value) {
        for (int number : which) {
            long[] row = map.get((long) number);
            map.put((long) number, new long[] {value, row[1], row[2]});
        }
        persist();
    }

    private void persist() {
        store.commit();
        store.sync();
    }

    @Override
    public long sum() {
        PlainItem[] items = new PlainItem[map.size()];
        map.forEach((key, row) -> items[Math.toIntExact(key)] = new PlainItem(key, row[0]));
        map.forEach((key, row) -> items[Math.toIntExact(key)].link(items, (int) row[1], (int) row[2]));
        return items[0].sum();
    }

    @Override
    public void close() {
        store.close();
    }
}
