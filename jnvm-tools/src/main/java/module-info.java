/** Looking into heaps, and shipping what they hold, without the program's classes. */
module org.jnvm.tools {
    requires transitive org.jnvm.core;
    requires org.jnvm.pfa;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires static java.management;
    requires static jdk.attach;
    requires static org.jspecify;

    exports org.jnvm.tools;

    opens org.jnvm.tools.cli to
            info.picocli;
}
