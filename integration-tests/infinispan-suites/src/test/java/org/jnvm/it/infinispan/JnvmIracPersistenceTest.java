package org.jnvm.it.infinispan;

import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.persistence.IdentityKeyValueWrapper;
import org.infinispan.xsite.irac.persistence.BaseIracPersistenceTest;
import org.testng.annotations.Test;

/** The metadata of replication between sites. */
@Test(groups = "functional", testName = "jnvm.JnvmIracPersistenceTest")
public class JnvmIracPersistenceTest extends BaseIracPersistenceTest<String> {
    public JnvmIracPersistenceTest() {
        super(IdentityKeyValueWrapper.instance());
    }

    @Override
    protected void configure(ConfigurationBuilder builder) {
        Stores.add(builder.persistence(), tmpDirectory);
    }
}
