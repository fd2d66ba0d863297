/** The persistent heap: allocator, object model, recovery, and the hooks of failure-atomic blocks. */
@SuppressWarnings("module") // jnvm-pfa and jnvm-tools are built after this module
module org.jnvm.core {
    requires static java.management;
    requires static jdk.jfr;
    requires jdk.nio.mapmode;
    requires jdk.unsupported;
    requires static org.jspecify;
    requires org.slf4j;

    exports org.jnvm;
    exports org.jnvm.runtime;
    exports org.jnvm.spi;
    exports org.jnvm.internal.alloc to
            org.jnvm.pfa;
    exports org.jnvm.internal.epoch to
            org.jnvm.pfa;
    exports org.jnvm.internal.file to
            org.jnvm.pfa;
    exports org.jnvm.internal.inspect to
            org.jnvm.tools;
    exports org.jnvm.internal.jfr to
            org.jnvm.pfa;
    exports org.jnvm.internal.layout to
            org.jnvm.pfa,
            org.jnvm.tools;
    exports org.jnvm.internal.memory to
            org.jnvm.pfa;
    exports org.jnvm.internal.object to
            org.jnvm.pfa;
    exports org.jnvm.internal.salvage to
            org.jnvm.tools;
    exports org.jnvm.internal.transaction to
            org.jnvm.pfa;
    exports org.jnvm.internal.util to
            org.jnvm.pfa;
    exports org.jnvm.internal.value to
            org.jnvm.tools;

    uses org.jnvm.internal.transaction.TransactionEngine;
    uses org.jnvm.ValueType;
    uses org.jnvm.spi.VolatileConverter;
    uses org.slf4j.spi.SLF4JServiceProvider;
}
