package org.jnvm.bench.space;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.ProxyCaching;

/**
 * Finds a collection again. Prints {@code FOUND nanos allocated kept}: the time of {@code root.get}, the first in its JVM, what the
 * thread allocated in it, and by how many bytes the Java heap in use has grown when all is counted. If asked for then {@code EAGER nanos kept} and
 * {@code CACHED kept}: by how much it has grown, since before the look-up, when all proxies of values are made, and
 * when they were dropped and all values read. At last {@code AGAIN nanos}: in the same JVM, after the heap was closed and opened
 * again, the time from before {@code root.get} until a key is found.
 *
 * <p>Arguments: file, entries, {@code one} thread or {@code all}, {@code variants} or {@code base}. One thread it is in
 * a failure-atomic block.
 */
public final class FindProcess {
    private FindProcess() {}

    /** Runs. */
    public static void main(String[] arguments) {
        int entries = Integer.parseInt(arguments[1]);
        try (Heap heap = Heap.open(Path.of(arguments[0]))) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long empty = used();
            long allocated = threads.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            Object[] found = new Object[1];
            if (arguments[2].equals("one")) {
                heap.atomically(() -> found[0] = heap.root().get(FillProcess.ROOT));
            } else {
                found[0] = heap.root().get(FillProcess.ROOT);
            }
            long nanos = System.nanoTime() - began;
            allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
            int size = found[0] instanceof Map<?, ?> map ? map.size() : ((Collection<?>) found[0]).size();
            if (size != entries) {
                throw new IllegalStateException("collection lost entries: found=" + size + ", expected=" + entries);
            }
            System.out.println("FOUND " + nanos + " " + allocated + " " + (used() - empty));
            if (arguments[3].equals("variants")) {
                variants((Map<?, ?>) found[0], empty);
            }
            lookUp(found[0]); // the classes are loaded then
        }
        try (Heap heap = Heap.open(Path.of(arguments[0]))) {
            long began = System.nanoTime();
            lookUp(heap.root().get(FillProcess.ROOT));
            System.out.println("AGAIN " + (System.nanoTime() - began));
        }
    }

    private static void lookUp(Object collection) {
        String key = FillProcess.key(FillProcess.keys());
        boolean known =
                collection instanceof Map<?, ?> map ? map.get(key) != null : ((Collection<?>) collection).contains(key);
        if (!known) {
            throw new IllegalStateException("collection lost a key: expected=" + key);
        }
    }

    private static void variants(Map<?, ?> map, long empty) {
        long began = System.nanoTime();
        caching(map, ProxyCaching.EAGER);
        System.out.println("EAGER " + (System.nanoTime() - began) + " " + (used() - empty));
        caching(map, ProxyCaching.BASE);
        caching(map, ProxyCaching.CACHED);
        long read = map.values().stream().filter(value -> value != null).count();
        if (read != map.size()) {
            throw new IllegalStateException("values are lost: found=" + read + ", expected=" + map.size());
        }
        System.out.println("CACHED " + (used() - empty));
    }

    private static void caching(Map<?, ?> map, ProxyCaching choice) {
        if (map instanceof PHashMap<?, ?> hash) {
            hash.caching(choice);
        } else if (map instanceof PTreeMap<?, ?> tree) {
            tree.caching(choice);
        } else if (map instanceof PConcurrentHashMap<?, ?> concurrent) {
            concurrent.caching(choice);
        } else {
            ((PSkipListMap<?, ?>) map).caching(choice);
        }
    }

    /** Returns the bytes of the Java heap in use after a collection. */
    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
