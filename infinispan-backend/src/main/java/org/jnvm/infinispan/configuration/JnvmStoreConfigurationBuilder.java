package org.jnvm.infinispan.configuration;

import org.infinispan.commons.CacheConfigurationException;
import org.infinispan.commons.configuration.attributes.AttributeDefinition;
import org.infinispan.commons.configuration.attributes.AttributeSet;
import org.infinispan.commons.util.ByteQuantity;
import org.infinispan.configuration.cache.AbstractStoreConfigurationBuilder;
import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfiguration;
import org.infinispan.persistence.PersistenceUtil;
import org.jnvm.DurabilityDomain;

/**
 * Builds the configuration of a {@link org.jnvm.infinispan.JnvmStore}:
 *
 * <pre>{@code
 * builder.persistence().addStore(JnvmStoreConfigurationBuilder.class).path("/data/cache").size("1GB");
 * }</pre>
 */
public final class JnvmStoreConfigurationBuilder
        extends AbstractStoreConfigurationBuilder<JnvmStoreConfiguration, JnvmStoreConfigurationBuilder> {
    private static final long LEAST = 1 << 20;

    /** Makes a builder; called by Infinispan. */
    public JnvmStoreConfigurationBuilder(PersistenceConfigurationBuilder builder) {
        super(builder, JnvmStoreConfiguration.attributeDefinitionSet());
    }

    /**
     * Sets the folder of the heap file, which is named after the cache and ends in {@code .jnvm}. With the global state
     * enabled it must lie below the persistent location of the cache manager, which is the default; without it, the
     * default is {@code jnvm} in the working directory.
     *
     * @param folder the folder; made if it is not there
     * @return this
     */
    public JnvmStoreConfigurationBuilder path(String folder) {
        attributes.attribute(JnvmStoreConfiguration.PATH).set(folder);
        return this;
    }

    /**
     * Sets what the file has at least: so much is written, and taken from the disk, when the cache starts.
     *
     * @param quantity like {@code 64MB} or {@code 1GiB}, at least 1 MiB; 16 MB by default
     * @return this
     */
    public JnvmStoreConfigurationBuilder size(String quantity) {
        attributes.attribute(JnvmStoreConfiguration.SIZE).set(quantity);
        return this;
    }

    /**
     * Sets what the file may grow to. It grows before it is full, chunk by chunk, up to 1 GiB each.
     *
     * @param quantity like {@code 100GB}, at least the size; 1 TB by default
     * @return this
     */
    public JnvmStoreConfigurationBuilder maxSize(String quantity) {
        attributes.attribute(JnvmStoreConfiguration.MAX_SIZE).set(quantity);
        return this;
    }

    /**
     * Asks for a durability domain, which says what a completed write survives. Without it, {@code DAX} where the file
     * can be mapped so, else {@code PAGE_CACHE}.
     *
     * @param domain the domain; the cache does not start where it cannot be had
     * @return this
     */
    public JnvmStoreConfigurationBuilder durability(DurabilityDomain domain) {
        attributes.attribute(JnvmStoreConfiguration.DURABILITY).set(domain);
        return this;
    }

    /**
     * Sets mode ASYNC of domain {@code DISK}: writes complete at memory speed, and a power failure takes back at most what
     * completed in the last interval.
     *
     * @param millis the interval in milliseconds; 0, the default, is mode SYNC: each completed write is on the device
     * @return this
     */
    public JnvmStoreConfigurationBuilder interval(long millis) {
        attributes.attribute(JnvmStoreConfiguration.INTERVAL).set(millis);
        return this;
    }

    /**
     * Says whether the cache owns the persistent objects that it is given as keys and values: then an overwrite, a
     * removal, the expiration of an entry or {@code clear} frees them, with all that they lead to, and neither the program
     * nor another entry may use them any more; nor may it use what {@code put} and {@code remove} return. By default the
     * program owns them, and frees them.
     *
     * @param owns whether it does
     * @return this
     */
    public JnvmStoreConfigurationBuilder ownsObjects(boolean owns) {
        attributes.attribute(JnvmStoreConfiguration.OWNS_OBJECTS).set(owns);
        return this;
    }

    /**
     * Sets how many changes of a batch are one failure-atomic block at most: a batch of so many changes, with at most 32 MiB
     * of entries, is all or nothing; a larger one is split.
     *
     * @param changes how many; less than one: any number; 10 000 by default
     * @return this
     */
    @Override
    public JnvmStoreConfigurationBuilder maxBatchSize(int changes) {
        return super.maxBatchSize(changes);
    }

    @Override
    public AttributeSet attributes() {
        return attributes;
    }

    @Override
    public JnvmStoreConfigurationBuilder self() {
        return this;
    }

    @Override
    public void validate() {
        super.validate();
        long size = bytes(JnvmStoreConfiguration.SIZE);
        long max = bytes(JnvmStoreConfiguration.MAX_SIZE);
        if (max < size) {
            throw new CacheConfigurationException(
                    "jnvm-store: max-size is less than size: max-size=" + max + ", size=" + size + "; raise max-size");
        }
        long interval = attributes.attribute(JnvmStoreConfiguration.INTERVAL).get();
        DurabilityDomain domain =
                attributes.attribute(JnvmStoreConfiguration.DURABILITY).get();
        if (interval < 0 || interval > 0 && domain != DurabilityDomain.DISK) {
            throw new CacheConfigurationException(
                    "jnvm-store: interval is for durability=DISK, and not negative: interval=" + interval
                            + ", durability=" + domain + "; set durability=\"DISK\", or remove interval");
        }
        if (attributes
                .attribute(org.infinispan.configuration.cache.AbstractStoreConfiguration.SHARED)
                .get()) {
            throw new CacheConfigurationException(
                    "jnvm-store: shared=true, but a heap belongs to one process; remove the attribute: each node has a heap of"
                            + " its own");
        }
    }

    private long bytes(AttributeDefinition<String> definition) {
        String text = attributes.attribute(definition).get();
        long bytes;
        try {
            bytes = ByteQuantity.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CacheConfigurationException(
                    "jnvm-store: " + definition.name() + " is no quantity of bytes: found=" + text
                            + ", expected=a number and a unit, as in 64MB or 1GiB",
                    e);
        }
        if (bytes < LEAST) {
            throw new CacheConfigurationException("jnvm-store: " + definition.name() + " is too small: bytes=" + bytes
                    + ", expected=at least " + LEAST);
        }
        return bytes;
    }

    @Override
    public void validate(GlobalConfiguration global) {
        PersistenceUtil.validateGlobalStateStoreLocation(
                global, "jnvm-store", attributes.attribute(JnvmStoreConfiguration.PATH));
    }

    @Override
    public JnvmStoreConfiguration create() {
        return new JnvmStoreConfiguration(attributes.protect(), async.create());
    }
}
