package org.jnvm.it.infinispan;

import java.io.File;
import org.infinispan.commons.util.Util;
import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;

/** What the suites' configurations have in common. */
final class Stores {
    private Stores() {}

    /** Returns the folder of a test's heaps; relative, as what has a persistent location wants it below that. */
    static String folder(Class<?> test) {
        return "target/tmp/" + test.getSimpleName();
    }

    /** Adds the store, with a small heap. */
    static JnvmStoreConfigurationBuilder add(PersistenceConfigurationBuilder persistence, String folder) {
        return persistence
                .addStore(JnvmStoreConfigurationBuilder.class)
                .path(folder)
                .size("1MiB")
                .maxSize("64MiB");
    }

    static void delete(String folder) {
        Util.recursiveFileRemove(new File(folder));
    }
}
