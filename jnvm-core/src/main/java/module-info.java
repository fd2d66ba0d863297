/** The persistent heap: allocator, object model, recovery, and the hooks of failure-atomic blocks. */
@SuppressWarnings("module") // jnvm-tools is built after this module
module org.jnvm.core {
    requires static jdk.jfr;
    requires jdk.nio.mapmode;
    requires jdk.unsupported;
    requires org.slf4j;

    exports org.jnvm;
    exports org.jnvm.spi;
    exports org.jnvm.internal.inspect to
            org.jnvm.tools;
    exports org.jnvm.internal.layout to
            org.jnvm.tools;

    uses org.jnvm.spi.RedoLogProvider;
    uses org.slf4j.spi.SLF4JServiceProvider;
}
