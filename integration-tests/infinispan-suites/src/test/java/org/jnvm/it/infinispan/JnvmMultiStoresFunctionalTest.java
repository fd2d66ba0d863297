package org.jnvm.it.infinispan;

import java.io.File;
import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.infinispan.persistence.MultiStoresFunctionalTest;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Nodes of a cluster with a store each, which go and come back. */
@Test(
        groups = {"unit", "smoke"},
        testName = "jnvm.JnvmMultiStoresFunctionalTest")
public class JnvmMultiStoresFunctionalTest extends MultiStoresFunctionalTest<JnvmStoreConfigurationBuilder> {
    private final File folder = new File(Stores.folder(JnvmMultiStoresFunctionalTest.class));

    @BeforeMethod
    protected void makeFolder() {
        Stores.delete(folder.getPath());
    }

    @AfterMethod(alwaysRun = true)
    protected void deleteFolder() {
        Stores.delete(folder.getPath());
    }

    @Override
    protected JnvmStoreConfigurationBuilder buildCacheStoreConfig(
            PersistenceConfigurationBuilder persistence, String discriminator) {
        return Stores.add(persistence, new File(folder, discriminator).getPath());
    }
}
