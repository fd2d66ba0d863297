package org.infinispan.persistence.sifs;

import java.util.concurrent.CompletionStage;
import org.infinispan.commons.configuration.ConfiguredBy;
import org.infinispan.persistence.sifs.configuration.SoftIndexFileStoreConfiguration;
import org.infinispan.persistence.spi.InitializationContext;
import org.jnvm.it.infinispan.adopted.StandIn;

/** Stands in for the store of the same name. */
@ConfiguredBy(SoftIndexFileStoreConfiguration.class)
public class NonBlockingSoftIndexFileStore<K, V> extends StandIn<K, V> {
    @Override
    public CompletionStage<Void> start(InitializationContext context) {
        SoftIndexFileStoreConfiguration configuration = context.getConfiguration();
        return start(context, configuration.dataLocation());
    }
}
