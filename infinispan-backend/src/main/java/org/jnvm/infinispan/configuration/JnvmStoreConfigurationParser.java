package org.jnvm.infinispan.configuration;

import org.infinispan.commons.configuration.io.ConfigurationReader;
import org.infinispan.configuration.cache.PersistenceConfigurationBuilder;
import org.infinispan.configuration.parsing.CacheParser;
import org.infinispan.configuration.parsing.ConfigurationBuilderHolder;
import org.infinispan.configuration.parsing.ConfigurationParser;
import org.infinispan.configuration.parsing.Namespace;
import org.infinispan.configuration.parsing.ParseUtils;
import org.jnvm.DurabilityDomain;

/** Reads the element {@code jnvm-store} of XML, JSON and YAML; found by Infinispan as a service. */
@Namespace(root = "jnvm-store")
@Namespace(uri = JnvmStoreConfigurationParser.NAMESPACE + "*", root = "jnvm-store", since = "1.0")
public final class JnvmStoreConfigurationParser implements ConfigurationParser {
    /** The namespace of the element, without its version. */
    static final String NAMESPACE = "urn:jnvm:config:store:";

    /** Makes a parser; called by Infinispan. */
    public JnvmStoreConfigurationParser() {}

    @Override
    public void readElement(ConfigurationReader reader, ConfigurationBuilderHolder holder) {
        if (!reader.getLocalName().equals(Element.JNVM_STORE.toString())) {
            throw ParseUtils.unexpectedElement(reader);
        }
        PersistenceConfigurationBuilder persistence =
                holder.getCurrentConfigurationBuilder().persistence();
        JnvmStoreConfigurationBuilder builder = persistence.addStore(JnvmStoreConfigurationBuilder.class);
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            ParseUtils.requireNoNamespaceAttribute(reader, i);
            String name = reader.getAttributeName(i);
            String value = reader.getAttributeValue(i);
            Attribute attribute = Attribute.of(name);
            if (attribute == null) {
                CacheParser.parseStoreAttribute(reader, i, builder);
                continue;
            }
            switch (attribute) {
                case PATH -> builder.path(value);
                case SIZE -> builder.size(value);
                case MAX_SIZE -> builder.maxSize(value);
                case DURABILITY -> builder.durability(ParseUtils.parseEnum(reader, i, DurabilityDomain.class, value));
                case INTERVAL -> builder.interval(ParseUtils.parseLong(reader, i, value));
                case OWNS_OBJECTS -> builder.ownsObjects(ParseUtils.parseBoolean(reader, i, value));
            }
        }
        while (reader.inTag()) {
            CacheParser.parseStoreElement(reader, builder);
        }
    }

    @Override
    public Namespace[] getNamespaces() {
        return ParseUtils.getNamespaceAnnotations(getClass());
    }
}
