package org.jnvm.it.infinispan;

import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.persistence.ParallelIterationTest;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

/** Publishers of several segments at once. */
@Test(
        groups = {"unit", "smoke"},
        testName = "jnvm.JnvmStoreParallelIterationTest")
public class JnvmStoreParallelIterationTest extends ParallelIterationTest {
    private final String folder = Stores.folder(JnvmStoreParallelIterationTest.class);

    @AfterClass(alwaysRun = true)
    public void deleteFolder() {
        Stores.delete(folder);
    }

    @Override
    protected void configurePersistence(ConfigurationBuilder builder) {
        Stores.delete(folder);
        Stores.add(builder.persistence(), folder);
    }
}
