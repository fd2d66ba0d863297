package org.jnvm.it.infinispan;

import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.infinispan.persistence.BaseStoreFunctionalTest;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** The store under a running cache. */
@Test(
        groups = {"unit", "smoke"},
        testName = "jnvm.JnvmStoreFunctionalTest")
public class JnvmStoreFunctionalTest extends BaseStoreFunctionalTest {
    private final String folder = Stores.folder(JnvmStoreFunctionalTest.class);

    @BeforeClass
    public void makeFolder() {
        Stores.delete(folder);
    }

    @AfterClass(alwaysRun = true)
    public void deleteFolder() {
        Stores.delete(folder);
    }

    @Override
    protected PersistenceConfigurationBuilder createCacheStoreConfig(
            PersistenceConfigurationBuilder persistence, String cache, boolean preload) {
        Stores.add(persistence, folder).preload(preload);
        return persistence;
    }
}
