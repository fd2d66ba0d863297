package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.infinispan.configuration.cache.StoreConfigurationBuilder;
import org.infinispan.persistence.file.SingleFileStoreConfigurationBuilder;
import org.infinispan.persistence.rocksdb.configuration.RocksDBStoreConfigurationBuilder;
import org.jnvm.DurabilityDomain;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;

/** What an Infinispan cache keeps its entries in, beside the Java heap. */
public enum CacheBackend {
    /** Nothing: the Java heap holds all of them. */
    VOLATILE("none (volatile)") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return null;
        }
    },
    /** J-NVM's store, records as persistent objects. */
    J_NVM_OBJECTS("J-NVM, persistent objects") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return jnvm(persistence, folder, domain);
        }
    },
    /** J-NVM's store, records as persistent objects, each change in a failure-atomic block of the program. */
    J_NVM_BLOCKS("J-NVM, J-PFA") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return jnvm(persistence, folder, domain);
        }
    },
    /** J-NVM's store, records marshalled. */
    J_NVM_BYTES("J-NVM, marshalled bytes") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return jnvm(persistence, folder, domain);
        }
    },
    /** Infinispan's {@code SingleFileStore}. */
    SINGLE_FILE("SingleFileStore") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return persistence
                    .addStore(SingleFileStoreConfigurationBuilder.class)
                    .location(folder.toString());
        }
    },
    /** Infinispan's {@code SoftIndexFileStore}, its default. */
    SOFT_INDEX_FILE("SoftIndexFileStore") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return persistence
                    .addSoftIndexFileStore()
                    .dataLocation(folder.resolve("data").toString())
                    .indexLocation(folder.resolve("index").toString());
        }
    },
    /** Infinispan's RocksDB store. */
    ROCKSDB("RocksDB store") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return persistence
                    .addStore(RocksDBStoreConfigurationBuilder.class)
                    .location(folder.resolve("data").toString())
                    .expiredLocation(folder.resolve("expired").toString());
        }
    },
    /** Infinispan's {@code SoftIndexFileStore}, which syncs at each write. */
    SOFT_INDEX_FILE_SYNC("SoftIndexFileStore, sync") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return persistence
                    .addSoftIndexFileStore()
                    .dataLocation(folder.resolve("data").toString())
                    .indexLocation(folder.resolve("index").toString())
                    .syncWrites(true);
        }
    },
    /** The radix tree of LLPL on libpmemobj, records marshalled. */
    LLPL("LLPL") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return ByteMapStore.inLlpl(persistence, folder, bytes);
        }
    },
    /** No store but a map, records marshalled: a file store without files. */
    NULL("null (marshalled bytes)") {
        @Override
        StoreConfigurationBuilder<?, ?> addTo(
                PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes) {
            return ByteMapStore.inMemory(persistence);
        }
    };

    private final String title;

    CacheBackend(String title) {
        this.title = title;
    }

    /** Returns the name for tables and plots. */
    public String title() {
        return title;
    }

    /** Tells whether it is J-NVM's. */
    public boolean isJnvm() {
        return hasObjects() || this == J_NVM_BYTES;
    }

    /** Tells whether records are persistent objects. */
    boolean hasObjects() {
        return this == J_NVM_OBJECTS || this == J_NVM_BLOCKS;
    }

    /**
     * Adds the store to a configuration; returns null if there is none.
     *
     * @param bytes that a heap of a fixed size has room for
     */
    abstract StoreConfigurationBuilder<?, ?> addTo(
            PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain, long bytes);

    private static StoreConfigurationBuilder<?, ?> jnvm(
            PersistenceConfigurationBuilder persistence, Path folder, DurabilityDomain domain) {
        return persistence
                .addStore(JnvmStoreConfigurationBuilder.class)
                .path(folder.toString())
                .durability(domain);
    }
}
