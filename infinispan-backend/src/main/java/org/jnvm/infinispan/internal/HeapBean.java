package org.jnvm.infinispan.internal;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.infinispan.configuration.global.GlobalConfiguration;
import org.infinispan.configuration.global.GlobalJmxConfiguration;
import org.infinispan.persistence.spi.PersistenceException;
import org.jnvm.Heap;
import org.jnvm.infinispan.JnvmHeapMXBean;

/** The heap of a cache's store in JMX, beside what Infinispan registers for the cache. */
public final class HeapBean implements JnvmHeapMXBean, AutoCloseable {
    private static final int BLOCK_BYTES = 256;

    private final Heap heap;
    private final LongSupplier entries;
    private final MBeanServer server;
    private final ObjectName name;

    private HeapBean(Heap heap, LongSupplier entries, MBeanServer server, ObjectName name) {
        this.heap = heap;
        this.entries = entries;
        this.server = server;
        this.name = name;
    }

    /**
     * Registers the heap of a cache, if the cache manager has JMX.
     *
     * @param global the configuration of the cache manager
     * @param cache the name of the cache
     * @param heap the heap
     * @param entries counts the entries
     * @return what unregisters it when closed; null if there is no JMX
     */
    public static HeapBean register(GlobalConfiguration global, String cache, Heap heap, LongSupplier entries) {
        GlobalJmxConfiguration jmx = global.jmx();
        if (!jmx.enabled()) {
            return null;
        }
        MBeanServer server = jmx.mbeanServerLookup() == null
                ? ManagementFactory.getPlatformMBeanServer()
                : jmx.mbeanServerLookup().getMBeanServer(jmx.properties());
        try {
            ObjectName name = new ObjectName(jmx.domain() + ":type=Cache,manager="
                    + ObjectName.quote(global.cacheManagerName()) + ",name=" + ObjectName.quote(cache)
                    + ",component=JnvmHeap");
            HeapBean bean = new HeapBean(heap, entries, server, name);
            server.registerMBean(bean, name);
            return bean;
        } catch (JMException e) {
            throw new PersistenceException("heap cannot be registered in JMX: heap=" + heap.path(), e);
        }
    }

    @Override
    public void close() {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            throw new PersistenceException("heap cannot be unregistered in JMX: name=" + name, e);
        }
    }

    @Override
    public String getFile() {
        return heap.path().toString();
    }

    @Override
    public String getDurabilityDomain() {
        return heap.domain().name();
    }

    @Override
    public long getFileBytes() {
        return heap.stats().fileBytes();
    }

    @Override
    public long getMaxBytes() {
        return heap.stats().maxBytes();
    }

    @Override
    public long getUsedBytes() {
        return BLOCK_BYTES * heap.stats().usedBlocks();
    }

    @Override
    public long getFreeSlotBytes() {
        return heap.stats().freeSlotBytes();
    }

    @Override
    public long getAvailableBytes() {
        return heap.stats().availableBytes();
    }

    @Override
    public long getEntries() {
        return entries.getAsLong();
    }

    @Override
    public long getCommits() {
        return heap.stats().faCommits();
    }

    @Override
    public long getWriteBacks() {
        return heap.stats().writeBacks();
    }

    @Override
    public long getFences() {
        return heap.stats().fences();
    }

    @Override
    public boolean isPoisoned() {
        return heap.stats().poisoned();
    }
}
