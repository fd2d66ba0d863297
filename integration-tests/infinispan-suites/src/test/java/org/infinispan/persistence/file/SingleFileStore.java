package org.infinispan.persistence.file;

import java.util.concurrent.CompletionStage;
import org.infinispan.configuration.cache.AbstractStoreConfiguration;
import org.infinispan.persistence.spi.InitializationContext;
import org.jnvm.it.infinispan.adopted.StandIn;

/** Stands in for the store of the same name, whose configuration is in another package in each line of Infinispan. */
public class SingleFileStore<K, V> extends StandIn<K, V> {
    @Override
    public CompletionStage<Void> start(InitializationContext context) {
        AbstractStoreConfiguration<?> configuration = context.getConfiguration();
        return start(
                context, (String) configuration.attributes().attribute("path").get());
    }
}
