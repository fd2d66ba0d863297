package org.jnvm.infinispan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.infinispan.commons.io.ByteBufferImpl;
import org.jnvm.Heap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariant checked: what asks for keys only reads no value, and a purge reads none that has not expired. */
class KeyOnlyTest {
    private static final int ENTRIES = 16;
    private static final int VALUE_BYTES = 1 << 20;
    private static final long NOW = 1000;

    @TempDir
    Path folder;

    private static KeyProbe probe(int i) {
        return new KeyProbe(KeyForm.LATIN1, ("key " + i).getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void noValueIsRead() {
        try (Heap heap = Heap.create(folder.resolve("heap"), 256 << 20)) {
            StoreHeap store = new StoreHeap(heap, Parts.bySegment(1, key -> 0), new EntryForms<>(null, null), false);
            for (int i = 0; i < ENTRIES; i++) {
                ByteBufferImpl value = ByteBufferImpl.create(new byte[VALUE_BYTES]);
                ByteBufferImpl metadata = ByteBufferImpl.create(new byte[] {1, (byte) i});
                store.put(0, probe(i), new EntryValue(null, value, metadata, null, -1, -1, NOW + i));
            }
            useKeysOnly(store); // loads what classes it needs
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            useKeysOnly(store);
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            assertThat(allocated).as("bytes allocated").isLessThan(VALUE_BYTES);
            Integer purged = store.purge(0, NOW, (key, value) -> value.bytes().getLength());
            assertThat(purged).isEqualTo(VALUE_BYTES);
            assertThat(store.count(List.of(0))).isEqualTo(ENTRIES - 1);
        }
    }

    private static void useKeysOnly(StoreHeap store) {
        assertThat(store.get(0, probe(3), Extent.TIMES).expiry()).isEqualTo(NOW + 3);
        assertThat(store.get(0, probe(3), Extent.METADATA).metadata().getBuf()).containsExactly(1, 3);
        int keys = 0;
        for (Iterator<StoreHeap.Found> found = store.iterator(0, Extent.METADATA); found.hasNext(); keys++) {
            assertThat(found.next().value().bytes()).isNull();
        }
        assertThat(keys).isEqualTo(ENTRIES);
        assertThat(store.count(0, NOW - 1)).isEqualTo(ENTRIES);
        assertThat(store.count(0, NOW + 4)).isEqualTo(ENTRIES - 5);
        Object purged = store.purge(0, NOW - 1, (key, value) -> value);
        assertThat(purged).isNull();
    }
}
