package org.jnvm.pdt;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.VolatileConverter;

/** Converts what is assigned to fields as {@link AutoPersistMap} converts what is put, but for values, which stay values. */
public final class CollectionConverter implements VolatileConverter {
    /** Made by {@link java.util.ServiceLoader}. */
    public CollectionConverter() {}

    @Override
    public boolean converts(Object object) {
        return object instanceof List
                || object instanceof Set
                || object instanceof Map
                || object instanceof Convertible
                || object.getClass().isArray();
    }

    @Override
    public void convert(Proxy owner, Object object, Consumer<Object> publish) {
        Conversion.run(owner, true, conversion -> {
            publish.accept(conversion.convertAll("value", object));
            return null;
        });
    }
}
