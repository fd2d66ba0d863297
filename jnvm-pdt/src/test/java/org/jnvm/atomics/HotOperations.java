package org.jnvm.atomics;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.spi.Recorder;

/**
 * Makes a heap in domain PAGE_CACHE, whose fences count as such if it is recorded; gives its hot operations by name, and
 * "close". Loaded by {@link CountingLoader}.
 */
public final class HotOperations implements BiFunction<Path, Boolean, Map<String, Runnable>> {
    /** Does nothing. */
    private static final class Deaf implements Recorder {
        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {}
    }

    private static final int KEYS = 100;

    /** For {@link AtomicInstructionsTest}. */
    public HotOperations() {}

    @Override
    public Map<String, Runnable> apply(Path file, Boolean recorded) {
        HeapOptions options = HeapOptions.defaults().domain(DurabilityDomain.PAGE_CACHE);
        Heap heap = Heap.create(file, 64 << 20, recorded ? options.recorder(new Deaf()) : options);
        heap.enter();
        PLongArray longs = new PLongArray(10);
        PByteArray bytes = new PByteArray(1000);
        PHashMap<PString, PLongArray> map = new PHashMap<>();
        PConcurrentHashMap<PString, PLongArray> concurrent = new PConcurrentHashMap<>();
        heap.root().put("longs", longs);
        heap.root().put("bytes", bytes);
        heap.root().put("map", map);
        heap.root().put("concurrent", concurrent);
        PString[] keys = new PString[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = new PString("key " + i);
            map.put(keys[i], longs);
            concurrent.put(keys[i], longs);
        }
        byte[] part = new byte[100];
        Map<String, Runnable> operations = new LinkedHashMap<>();
        operations.put("field", () -> longs.set(3, longs.get(3) + 1));
        operations.put("block of nothing", () -> heap.atomically(() -> {}));
        operations.put("block of one write", () -> heap.atomically(() -> longs.set(3, 7)));
        operations.put("block of 100 bytes", () -> heap.atomically(() -> bytes.set(450, part, 0, part.length)));
        operations.put("allocate and free 16 bytes", () -> heap.free(new PLongArray(1)));
        operations.put("allocate and free 1000 bytes", () -> heap.free(new PByteArray(1000)));
        operations.put("PHashMap.get", () -> map.get(keys[7]));
        operations.put("PHashMap.put", () -> map.put(keys[7], longs));
        operations.put("PConcurrentHashMap.get", () -> concurrent.get(keys[7]));
        operations.put("PConcurrentHashMap.put", () -> concurrent.put(keys[7], longs));
        operations.put("close", heap::close);
        return operations;
    }
}
