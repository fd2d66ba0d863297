package org.jnvm.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Invariant checked: J-NVM runs with an SLF4J that knows no service providers, as SLF4J 1 does not. */
class LogTest {
    private static final String PROVIDER = "org.slf4j.spi.SLF4JServiceProvider";

    /** Loads J-NVM and SLF4J anew, but for what SLF4J 1 has not. */
    private static final class Slf4j1 extends URLClassLoader {
        private Slf4j1() {
            super(new URL[] {location(Log.class), location(LoggerFactory.class)}, getPlatformClassLoader());
        }

        private static URL location(Class<?> type) {
            return type.getProtectionDomain().getCodeSource().getLocation();
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(PROVIDER)) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }

        @Override
        public URL getResource(String name) {
            return name.equals(PROVIDER.replace('.', '/') + ".class") ? null : super.getResource(name);
        }
    }

    @Test
    void withoutServiceProvidersNothingIsLogged() throws Exception {
        try (Slf4j1 loader = new Slf4j1()) {
            Class<?> log = Class.forName(Log.class.getName(), true, loader);
            assertThat(log).isNotSameAs(Log.class);
            Field logger = log.getDeclaredField("LOG");
            logger.setAccessible(true);
            assertThat(logger.get(null).getClass().getSimpleName()).isEqualTo("NOPLogger");
        }
    }
}
