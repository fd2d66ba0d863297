package org.jnvm;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jnvm.internal.backup.HeapBackup;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;

/** Registers a heap with the platform's management server. */
final class HeapManagement {
    private final MBeanServer server;
    private final ObjectName name;

    private HeapManagement(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    /** Registers a heap that was just opened. */
    static HeapManagement register(PersistentHeap heap) {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName("org.jnvm:type=Heap,path="
                    + ObjectName.quote(heap.file().path().toString()));
            server.registerMBean(new StandardMBean(new Bean(heap), HeapMXBean.class, true), name);
            return new HeapManagement(server, name);
        } catch (JMException | LinkageError e) {
            throw new JnvmException(
                    "heap cannot be registered for management: heap="
                            + heap.file().path() + ", error=" + e
                            + "; open it without HeapOptions.management, or add the module java.management",
                    e);
        }
    }

    /** Takes the heap, which was closed, from the server. */
    void unregister() {
        try {
            if (server.isRegistered(name)) { // a client may have taken it away
                server.unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new JnvmException("heap cannot be taken from the management server: name=" + name, e);
        }
    }

    /** What the server calls. */
    private record Bean(PersistentHeap heap) implements HeapMXBean {
        @Override
        public String getPath() {
            return heap.file().path().toString();
        }

        @Override
        public String getDomain() {
            return heap.file().domain().name();
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
        public long getAvailableBytes() {
            return heap.stats().availableBytes();
        }

        @Override
        public long getUsedBytes() {
            return BlockLayout.BLOCK_BYTES * heap.stats().usedBlocks();
        }

        @Override
        public long getCommits() {
            return heap.stats().faCommits();
        }

        @Override
        public long getAborts() {
            return heap.stats().faAborts();
        }

        @Override
        public long getRetries() {
            return heap.stats().faRetries();
        }

        @Override
        public int getOpenBlocks() {
            return heap.stats().openFaBlocks();
        }

        @Override
        public boolean isPoisoned() {
            return heap.stats().poisoned();
        }

        @Override
        public String getStats() {
            return heap.stats().toString();
        }

        @Override
        public String backup(String target, long bytesPerSecond) {
            return HeapBackup.make(
                            heap, Path.of(target), BackupOptions.defaults().withBytesPerSecond(bytesPerSecond))
                    .toString();
        }

        @Override
        public long collect() {
            return heap.collection().collect();
        }

        @Override
        public long trim() {
            return heap.trimming().trim();
        }

        @Override
        public String check() {
            return heap.check().findings().stream().map(Object::toString).collect(Collectors.joining("\n"));
        }
    }
}
