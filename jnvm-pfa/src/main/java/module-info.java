/** Failure-atomic blocks: the block-granular redo log. */
module org.jnvm.pfa {
    requires transitive org.jnvm.core;

    exports org.jnvm.pfa;

    provides org.jnvm.spi.RedoLogProvider with
            org.jnvm.pfa.BlockRedoLogProvider;
}
