/** The crash explorer. */
module org.jnvm.crashtest {
    requires transitive org.jnvm.core;
    requires java.management;
    requires static transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports org.jnvm.crashtest;
    exports org.jnvm.crashtest.junit;
    exports org.jnvm.crashtest.linear;
    exports org.jnvm.crashtest.option;
}
