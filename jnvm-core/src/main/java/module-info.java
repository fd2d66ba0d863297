/** The persistent heap: allocator, object model, recovery, and the hooks of failure-atomic blocks. */
module org.jnvm.core {
    requires static jdk.jfr;
    requires jdk.nio.mapmode;
    requires jdk.unsupported;
    requires org.slf4j;

    exports org.jnvm;
    exports org.jnvm.spi;

    uses org.jnvm.spi.RedoLogProvider;
    uses org.slf4j.spi.SLF4JServiceProvider;
}
