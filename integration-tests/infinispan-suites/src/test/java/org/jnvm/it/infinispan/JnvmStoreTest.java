package org.jnvm.it.infinispan;

import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.persistence.BaseNonBlockingStoreTest;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.jnvm.DurabilityDomain;
import org.jnvm.infinispan.JnvmStore;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** The contract of a store, for marshalled bytes; with blocking calls on non-blocking threads refused. */
@Test(groups = "unit", testName = "jnvm.JnvmStoreTest")
public class JnvmStoreTest extends BaseNonBlockingStoreTest {
    private final boolean segmented;
    private final DurabilityDomain domain;

    public JnvmStoreTest() {
        this(true, DurabilityDomain.PAGE_CACHE);
    }

    private JnvmStoreTest(boolean segmented, DurabilityDomain domain) {
        this.segmented = segmented;
        this.domain = domain;
    }

    @Factory
    public Object[] factory() {
        return new Object[] {
            new JnvmStoreTest(true, DurabilityDomain.PAGE_CACHE),
            new JnvmStoreTest(false, DurabilityDomain.PAGE_CACHE),
            new JnvmStoreTest(true, DurabilityDomain.DISK)
        };
    }

    @Override
    protected String parameters() {
        return "[segmented=" + segmented + ", " + domain + "]";
    }

    @Override
    protected NonBlockingStore<Object, Object> createStore() {
        return new JnvmStore<>();
    }

    @Override
    protected Configuration buildConfig(ConfigurationBuilder builder) {
        return Stores.add(builder.persistence(), Stores.folder(getClass()) + "-" + segmented + "-" + domain)
                .segmented(segmented)
                .durability(domain)
                .build();
    }
}
