package org.jnvm.infinispan.configuration;

/** The elements that the store adds to the configuration. */
enum Element {
    JNVM_STORE("jnvm-store");

    private final String text;

    Element(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
