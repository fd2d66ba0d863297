package org.jnvm.pdt;

import java.nio.charset.StandardCharsets;
import org.jnvm.ValueType;

/** Makes temperatures values: as tenths of a degree in version 1, as text in version 2. */
public final class TemperatureType implements ValueType<Temperature> {
    /** The version that is written; tests change it. */
    static int version = 1;

    /** Made by {@link java.util.ServiceLoader}. */
    public TemperatureType() {}

    @Override
    public Class<Temperature> type() {
        return Temperature.class;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public byte[] toBytes(Temperature value) {
        String text = version == 1 ? Long.toString(Math.round(value.degrees() * 10)) : Double.toString(value.degrees());
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public Temperature fromBytes(byte[] bytes, int written) {
        String text = new String(bytes, StandardCharsets.US_ASCII);
        return new Temperature(written == 1 ? Long.parseLong(text) / 10.0 : Double.parseDouble(text));
    }
}
