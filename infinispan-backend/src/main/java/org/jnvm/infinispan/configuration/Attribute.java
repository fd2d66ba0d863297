package org.jnvm.infinispan.configuration;

import org.jspecify.annotations.Nullable;

/** The attributes that the store adds to those of all stores. */
enum Attribute {
    PATH("path"),
    SIZE("size"),
    MAX_SIZE("max-size"),
    DURABILITY("durability"),
    INTERVAL("interval"),
    OWNS_OBJECTS("owns-objects");

    private final String text;

    Attribute(String text) {
        this.text = text;
    }

    /** Returns the attribute of a name, or null. */
    static @Nullable Attribute of(String name) {
        for (Attribute attribute : values()) {
            if (attribute.text.equals(name)) {
                return attribute;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return text;
    }
}
