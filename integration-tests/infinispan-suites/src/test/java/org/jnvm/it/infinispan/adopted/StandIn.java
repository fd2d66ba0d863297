package org.jnvm.it.infinispan.adopted;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.infinispan.commons.util.IntSet;
import org.infinispan.persistence.spi.InitializationContext;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.jnvm.infinispan.JnvmStore;
import org.reactivestreams.Publisher;

/** A store under the name of another one, which J-NVM's store does the work of. */
public abstract class StandIn<K, V> implements NonBlockingStore<K, V> {
    private volatile JnvmStore<K, V> store = new JnvmStore<>();

    /** Starts J-NVM's store with the configuration of the other one, and its heap in a folder. */
    protected final CompletionStage<Void> start(InitializationContext context, String folder) {
        return store.start(new OwnConfiguration(context, folder));
    }

    /** Takes a store that was started. */
    protected final void use(JnvmStore<K, V> started) {
        store = started;
    }

    @Override
    public CompletionStage<Void> stop() {
        return store.stop();
    }

    @Override
    public Set<Characteristic> characteristics() {
        return store.characteristics();
    }

    @Override
    public CompletionStage<Boolean> isAvailable() {
        return store.isAvailable();
    }

    @Override
    public CompletionStage<MarshallableEntry<K, V>> load(int segment, Object key) {
        return store.load(segment, key);
    }

    @Override
    public CompletionStage<Boolean> containsKey(int segment, Object key) {
        return store.containsKey(segment, key);
    }

    @Override
    public CompletionStage<Void> write(int segment, MarshallableEntry<? extends K, ? extends V> entry) {
        return store.write(segment, entry);
    }

    @Override
    public CompletionStage<Boolean> delete(int segment, Object key) {
        return store.delete(segment, key);
    }

    @Override
    public CompletionStage<Void> batch(
            int publisherCount,
            Publisher<SegmentedPublisher<Object>> removePublisher,
            Publisher<SegmentedPublisher<MarshallableEntry<K, V>>> writePublisher) {
        return store.batch(publisherCount, removePublisher, writePublisher);
    }

    /** Does what Infinispan does for a store without batches: one change after the other. */
    protected final CompletionStage<Void> oneByOne(
            int publisherCount,
            Publisher<SegmentedPublisher<Object>> removePublisher,
            Publisher<SegmentedPublisher<MarshallableEntry<K, V>>> writePublisher) {
        return NonBlockingStore.super.batch(publisherCount, removePublisher, writePublisher);
    }

    @Override
    public CompletionStage<Void> clear() {
        return store.clear();
    }

    @Override
    public CompletionStage<Long> size(IntSet segments) {
        return store.size(segments);
    }

    @Override
    public CompletionStage<Long> approximateSize(IntSet segments) {
        return store.approximateSize(segments);
    }

    @Override
    public Publisher<MarshallableEntry<K, V>> publishEntries(
            IntSet segments, Predicate<? super K> filter, boolean includeValues) {
        return store.publishEntries(segments, filter, includeValues);
    }

    @Override
    public Publisher<K> publishKeys(IntSet segments, Predicate<? super K> filter) {
        return store.publishKeys(segments, filter);
    }

    /** Does what Infinispan does for a store that publishes entries only. */
    protected final Publisher<K> keysOfEntries(IntSet segments, Predicate<? super K> filter) {
        return NonBlockingStore.super.publishKeys(segments, filter);
    }

    @Override
    public Publisher<MarshallableEntry<K, V>> purgeExpired() {
        return store.purgeExpired();
    }

    @Override
    public CompletionStage<Void> addSegments(IntSet segments) {
        return store.addSegments(segments);
    }

    @Override
    public CompletionStage<Void> removeSegments(IntSet segments) {
        return store.removeSegments(segments);
    }
}
