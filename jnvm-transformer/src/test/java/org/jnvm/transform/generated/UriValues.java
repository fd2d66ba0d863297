package org.jnvm.transform.generated;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jnvm.ValueType;

/** Lets fields of generated programs hold URIs by value. */
public final class UriValues implements ValueType<URI> {
    /** Made by {@link java.util.ServiceLoader}. */
    public UriValues() {}

    @Override
    public Class<URI> type() {
        return URI.class;
    }

    @Override
    public byte[] toBytes(URI value) {
        return value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public URI fromBytes(byte[] bytes, int version) {
        return URI.create(new String(bytes, StandardCharsets.UTF_8));
    }
}
