package org.jnvm.internal.heap;

import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The log of J-NVM. SLF4J prints a warning on standard error when it is asked for a logger and finds no provider; so it
 * is asked only where there is one, and a program without a provider sees nothing.
 */
final class Log {
    /** What programs configure. */
    private static final String NAME = "org.jnvm.Heap";

    static final Logger LOG = hasProvider() ? LoggerFactory.getLogger(NAME) : NOPLogger.NOP_LOGGER;

    private Log() {}

    /** Looks where SLF4J itself will look; no provider is instantiated. */
    private static boolean hasProvider() {
        ClassLoader slf4j = LoggerFactory.class.getClassLoader();
        if (slf4j.getResource("org/slf4j/spi/SLF4JServiceProvider.class") == null) {
            // SLF4J 1, which programs bring that are older than this one is made for, as Infinispan's server
            return slf4j.getResource("org/slf4j/impl/StaticLoggerBinder.class") != null;
        }
        return System.getProperty("slf4j.provider") != null
                || ServiceLoader.load(SLF4JServiceProvider.class, slf4j)
                        .iterator()
                        .hasNext();
    }
}
