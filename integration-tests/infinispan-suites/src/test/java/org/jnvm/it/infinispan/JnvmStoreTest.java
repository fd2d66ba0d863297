package org.jnvm.it.infinispan;

import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.persistence.BaseNonBlockingStoreTest;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.jnvm.infinispan.JnvmStore;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** The contract of a store, for marshalled bytes; with blocking calls on non-blocking threads refused. */
@Test(groups = "unit", testName = "jnvm.JnvmStoreTest")
public class JnvmStoreTest extends BaseNonBlockingStoreTest {
    private final boolean segmented;

    public JnvmStoreTest() {
        this(true);
    }

    private JnvmStoreTest(boolean segmented) {
        this.segmented = segmented;
    }

    @Factory
    public Object[] factory() {
        return new Object[] {new JnvmStoreTest(true), new JnvmStoreTest(false)};
    }

    @Override
    protected String parameters() {
        return "[segmented=" + segmented + "]";
    }

    @Override
    protected NonBlockingStore<Object, Object> createStore() {
        return new JnvmStore<>();
    }

    @Override
    protected Configuration buildConfig(ConfigurationBuilder builder) {
        return Stores.add(builder.persistence(), Stores.folder(getClass()) + "-" + segmented)
                .segmented(segmented)
                .build();
    }
}
