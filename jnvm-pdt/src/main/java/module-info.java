/** Persistent data types: strings, arrays, lists and maps that are crash-consistent without a log. */
module org.jnvm.pdt {
    requires transitive org.jnvm.core;
    requires static org.jspecify;

    exports org.jnvm.pdt;

    provides org.jnvm.spi.VolatileConverter with
            org.jnvm.pdt.CollectionConverter;
}
