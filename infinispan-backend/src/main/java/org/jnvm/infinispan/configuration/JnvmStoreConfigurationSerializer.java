package org.jnvm.infinispan.configuration;

import org.infinispan.commons.configuration.io.ConfigurationWriter;
import org.infinispan.configuration.serializing.AbstractStoreSerializer;
import org.infinispan.configuration.serializing.ConfigurationSerializer;

/** Writes the element {@code jnvm-store}, as when a cache that was made at run time is kept. */
public final class JnvmStoreConfigurationSerializer extends AbstractStoreSerializer
        implements ConfigurationSerializer<JnvmStoreConfiguration> {
    private static final String VERSION = "1.0";

    /** Makes a serializer; called by Infinispan. */
    public JnvmStoreConfigurationSerializer() {}

    @Override
    public void serialize(ConfigurationWriter writer, JnvmStoreConfiguration configuration) {
        writer.writeStartElement(Element.JNVM_STORE);
        writer.writeDefaultNamespace(JnvmStoreConfigurationParser.NAMESPACE + VERSION);
        configuration.attributes().write(writer);
        writeCommonStoreSubAttributes(writer, configuration);
        writeCommonStoreElements(writer, configuration);
        writer.writeEndElement();
    }
}
