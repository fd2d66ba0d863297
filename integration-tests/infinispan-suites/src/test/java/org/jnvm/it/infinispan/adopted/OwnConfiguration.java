package org.jnvm.it.infinispan.adopted;

import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.cache.StoreConfiguration;
import org.infinispan.persistence.spi.InitializationContext;
import org.infinispan.persistence.support.DelegatingInitializationContext;
import org.jnvm.infinispan.configuration.JnvmStoreConfiguration;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;

/** What a store is started with, but for the configuration, which is one of J-NVM's store. */
final class OwnConfiguration extends DelegatingInitializationContext {
    private final InitializationContext context;
    private final JnvmStoreConfiguration own;

    OwnConfiguration(InitializationContext context, String folder) {
        this.context = context;
        own = new ConfigurationBuilder()
                .persistence()
                .addStore(JnvmStoreConfigurationBuilder.class)
                .path(folder)
                .size("1MiB")
                .maxSize("1GiB")
                .segmented(context.getConfiguration().segmented())
                .create();
    }

    @Override
    public InitializationContext delegate() {
        return context;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends StoreConfiguration> T getConfiguration() {
        return (T) own;
    }
}
