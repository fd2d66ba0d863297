package org.jnvm.bench.ycsb;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.infinispan.commons.io.ByteBuffer;
import org.infinispan.commons.io.ByteBufferImpl;
import org.infinispan.commons.util.concurrent.CompletableFutures;
import org.infinispan.configuration.cache.CustomStoreConfigurationBuilder;
import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.infinispan.configuration.cache.StoreConfiguration;
import org.infinispan.configuration.cache.StoreConfigurationBuilder;
import org.infinispan.persistence.spi.InitializationContext;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.MarshallableEntryFactory;
import org.infinispan.persistence.spi.NonBlockingStore;

/**
 * A store of Infinispan that marshals values into a {@link ByteMap}: for measurements, of entries with strings as keys that
 * do not expire.
 *
 * @param <K> strings
 * @param <V> what can be marshalled
 */
public final class ByteMapStore<K, V> implements NonBlockingStore<K, V> {
    private static final String LLPL = "org.jnvm.bench.ycsb.LlplMap";
    private static final String FILE = "file";
    private static final String BYTES = "bytes";
    private static final long NEVER = -1;
    private static final ByteBuffer NO_METADATA = null;

    private MarshallableEntryFactory<K, V> entries;
    private ByteMap map;

    /** Adds a store in the Java heap. */
    static StoreConfigurationBuilder<?, ?> inMemory(PersistenceConfigurationBuilder persistence) {
        return persistence
                .addStore(CustomStoreConfigurationBuilder.class)
                .customStoreClass(ByteMapStore.class)
                .segmented(false);
    }

    /**
     * Adds a store in a heap of LLPL.
     *
     * @param heapBytes its size
     */
    static StoreConfigurationBuilder<?, ?> inLlpl(
            PersistenceConfigurationBuilder persistence, Path file, long heapBytes) {
        return inMemory(persistence).addProperty(FILE, file.toString()).addProperty(BYTES, Long.toString(heapBytes));
    }

    @Override
    public CompletionStage<Void> start(InitializationContext context) {
        entries = context.getMarshallableEntryFactory();
        Properties properties = context.<StoreConfiguration>getConfiguration().properties();
        String file = properties.getProperty(FILE);
        map = file == null ? new MemoryMap() : llpl(file, Long.parseLong(properties.getProperty(BYTES)));
        return CompletableFutures.completedNull();
    }

    private static ByteMap llpl(String file, long bytes) {
        try {
            return (ByteMap)
                    Class.forName(LLPL).getConstructor(Path.class, long.class).newInstance(Path.of(file), bytes);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("LLPL does not start: " + e, e);
        }
    }

    @Override
    public CompletionStage<Void> stop() {
        if (map != null) {
            map.close();
        }
        return CompletableFutures.completedNull();
    }

    @Override
    public CompletionStage<MarshallableEntry<K, V>> load(int segment, Object key) {
        byte[] value = map.get((String) key);
        return value == null
                ? CompletableFutures.completedNull()
                : CompletableFuture.completedFuture(
                        entries.create(key, ByteBufferImpl.create(value), NO_METADATA, NO_METADATA, NEVER, NEVER));
    }

    @Override
    public CompletionStage<Void> write(int segment, MarshallableEntry<? extends K, ? extends V> entry) {
        ByteBuffer value = entry.getValueBytes();
        int from = value.getOffset();
        map.put((String) entry.getKey(), Arrays.copyOfRange(value.getBuf(), from, from + value.getLength()));
        return CompletableFutures.completedNull();
    }

    @Override
    public CompletionStage<Boolean> delete(int segment, Object key) {
        return CompletableFuture.completedFuture(map.remove((String) key));
    }

    /** {@inheritDoc} Not possible: nothing that is measured does it. */
    @Override
    public CompletionStage<Void> clear() {
        return CompletableFuture.failedFuture(
                new UnsupportedOperationException("a store for measurements cannot be cleared"));
    }
}
