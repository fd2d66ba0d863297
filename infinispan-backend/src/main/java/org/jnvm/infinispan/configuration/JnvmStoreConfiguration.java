package org.jnvm.infinispan.configuration;

import org.infinispan.commons.configuration.BuiltBy;
import org.infinispan.commons.configuration.ConfigurationFor;
import org.infinispan.commons.configuration.attributes.AttributeDefinition;
import org.infinispan.commons.configuration.attributes.AttributeSet;
import org.infinispan.commons.util.ByteQuantity;
import org.infinispan.configuration.cache.AbstractStoreConfiguration;
import org.infinispan.configuration.cache.AsyncStoreConfiguration;
import org.infinispan.configuration.serializing.SerializedWith;
import org.jnvm.DurabilityDomain;
import org.jnvm.infinispan.JnvmStore;

/** The configuration of a {@link JnvmStore}; immutable. {@link JnvmStoreConfigurationBuilder} says what each attribute means. */
@BuiltBy(JnvmStoreConfigurationBuilder.class)
@ConfigurationFor(JnvmStore.class)
@SerializedWith(JnvmStoreConfigurationSerializer.class)
public final class JnvmStoreConfiguration extends AbstractStoreConfiguration<JnvmStoreConfiguration> {
    static final AttributeDefinition<String> PATH = AttributeDefinition.builder(Attribute.PATH, null, String.class)
            .immutable()
            .global(false)
            .build();
    static final AttributeDefinition<String> SIZE =
            AttributeDefinition.builder(Attribute.SIZE, "16MB").immutable().build();
    static final AttributeDefinition<String> MAX_SIZE =
            AttributeDefinition.builder(Attribute.MAX_SIZE, "1TB").immutable().build();
    static final AttributeDefinition<DurabilityDomain> DURABILITY = AttributeDefinition.builder(
                    Attribute.DURABILITY, null, DurabilityDomain.class)
            .immutable()
            .build();
    static final AttributeDefinition<Long> INTERVAL =
            AttributeDefinition.builder(Attribute.INTERVAL, 0L).immutable().build();
    static final AttributeDefinition<Boolean> OWNS_OBJECTS = AttributeDefinition.builder(Attribute.OWNS_OBJECTS, false)
            .immutable()
            .build();

    private static final int DEFAULT_MAX_BATCH_SIZE = 10_000;

    /** Makes a configuration; called by the builder. */
    JnvmStoreConfiguration(AttributeSet attributes, AsyncStoreConfiguration async) {
        super(Element.JNVM_STORE, attributes, async);
    }

    /** Returns the definitions of all attributes, with their defaults. */
    public static AttributeSet attributeDefinitionSet() {
        return new AttributeSet(
                JnvmStoreConfiguration.class,
                AbstractStoreConfiguration.attributeDefinitionSet(),
                PATH,
                SIZE,
                MAX_SIZE,
                DURABILITY,
                INTERVAL,
                OWNS_OBJECTS);
    }

    /** Returns the folder of the heap file, or null for the default. */
    public String path() {
        return attributes.attribute(PATH).get();
    }

    /** Returns the bytes that the file has at least. */
    public long size() {
        return ByteQuantity.parse(attributes.attribute(SIZE).get());
    }

    /** Returns the bytes that the file may grow to. */
    public long maxSize() {
        return ByteQuantity.parse(attributes.attribute(MAX_SIZE).get());
    }

    /** Returns the durability domain asked for; null: what the file system offers. */
    public DurabilityDomain durability() {
        return attributes.attribute(DURABILITY).get();
    }

    /** Returns the interval of domain DISK's mode ASYNC in milliseconds; 0 is mode SYNC. */
    public long interval() {
        return attributes.attribute(INTERVAL).get();
    }

    /**
     * Returns how many changes of a batch are one failure-atomic block at most; less than one: any number. Where it is not
     * set, it is more than other stores have, as what a transaction changes should be in the store as a whole or not at all.
     */
    @Override
    public int maxBatchSize() {
        return attributes.attribute(MAX_BATCH_SIZE).isModified() ? super.maxBatchSize() : DEFAULT_MAX_BATCH_SIZE;
    }

    /** Tells whether persistent objects that leave the cache are freed. */
    public boolean ownsObjects() {
        return attributes.attribute(OWNS_OBJECTS).get();
    }
}
