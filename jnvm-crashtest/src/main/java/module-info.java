/** The crash explorer. */
module org.jnvm.crashtest {
    requires transitive org.jnvm.core;

    exports org.jnvm.crashtest;
    exports org.jnvm.crashtest.option;
}
