package org.jnvm.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.util.unit.DataSize;

/** Invariants checked: an application has one heap, opened as the properties say before it serves, and closed after what uses it. */
class JnvmAutoConfigurationTest {
    private static final int MIB = 1 << 20;
    private static final DataSize SIZE = DataSize.ofMegabytes(4);

    /** A bean that has the heap injected, and ends before it. */
    static final class User implements DisposableBean {
        private final Heap heap;
        private boolean sawItClosed = true;

        User(Heap heap) {
            this.heap = heap;
        }

        @Override
        public void destroy() {
            sawItClosed = heap.stats().closed();
        }
    }

    @TempDir
    Path folder;

    private ApplicationContextRunner application;
    private ApplicationContextRunner found;

    @BeforeEach
    void configure() {
        ApplicationContextRunner empty = new ApplicationContextRunner()
                .withPropertyValues("jnvm.heap.path=" + folder.resolve("app.heap"), "jnvm.heap.max-size=4MB");
        application = empty.withConfiguration(AutoConfigurations.of(JnvmAutoConfiguration.class));
        found = empty.withUserConfiguration(PlainApplication.class);
    }

    @Test
    void whatOneRunKeepsTheNextOneHas() {
        application.run(context -> {
            Heap heap = context.getBean(Heap.class);
            assertThat(heap.path()).isEqualTo(folder.resolve("app.heap"));
            assertThat(heap.stats().maxBytes()).isEqualTo(4 * MIB);
            assertThat(JNVM.heap()).isSameAs(heap);
            heap.root().put("node", new Node(7)); // in the default heap
        });
        application.run(context -> {
            Heap heap = context.getBean(Heap.class);
            assertThat(((Node) heap.root().get("node")).value()).isEqualTo(7);
        });
    }

    @Test
    void itIsClosedAfterTheBeansThatUseIt() {
        AtomicReference<User> user = new AtomicReference<>();
        application.withBean(User.class).run(context -> user.set(context.getBean(User.class)));
        assertThat(user.get().sawItClosed).isFalse();
        assertThat(user.get().heap.stats().closed()).isTrue();
    }

    @Test
    void theFileMustBeNamed() {
        application
                .withPropertyValues("jnvm.heap.path=")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("jnvm.heap.path"));
    }

    @Test
    void aHeapOfTheApplicationTakesItsPlace() {
        application
                .withPropertyValues("jnvm.heap.path=")
                .withBean("own", Heap.class, () -> Heap.create(folder.resolve("own.heap"), MIB))
                .run(context -> assertThat(context)
                        .hasSingleBean(Heap.class)
                        .hasBean("own")
                        .doesNotHaveBean("jnvmHeap"));
    }

    @Test
    void itNeedNotBeTheDefaultHeap() {
        application.withPropertyValues("jnvm.heap.default-heap=false").run(context -> {
            Heap heap = context.getBean(Heap.class);
            assertThatExceptionOfType(HeapClosedException.class).isThrownBy(() -> new Node(1));
            try (Heap.Scope scope = heap.enter()) {
                heap.root().put("node", new Node(1));
            }
        });
    }

    @Test
    void itIsOpenedAtTheStartOfALazyApplication() {
        application
                .withBean(LazyInitializationBeanFactoryPostProcessor.class)
                .run(context -> assertThat(JNVM.heap().path()).isEqualTo(folder.resolve("app.heap")));
    }

    @Test
    void propertiesBecomeOptions() {
        AtomicReference<HeapOptions> seen = new AtomicReference<>();
        application
                .withBean(HeapOptionsCustomizer.class, () -> options -> {
                    seen.set(options);
                    return options;
                })
                .withPropertyValues(
                        "jnvm.heap.reserve=3MB",
                        "jnvm.heap.domain=disk",
                        "jnvm.heap.interval=70ms",
                        "jnvm.heap.wal-size=2MB",
                        "jnvm.heap.collector=on-demand",
                        "jnvm.heap.recovery=scan-only",
                        "jnvm.heap.snapshots=1h",
                        "jnvm.heap.close-timeout=3s",
                        "jnvm.heap.conflict-timeout=4s",
                        "jnvm.heap.accept-after-power-loss=true",
                        "jnvm.heap.checked=true",
                        "jnvm.heap.random-access=true",
                        "jnvm.heap.trim-in-background=true",
                        "jnvm.heap.management=true")
                .run(context -> assertThat(context.getBean(Heap.class).domain()).isEqualTo(DurabilityDomain.DISK));
        HeapOptions options = seen.get();
        assertThat(options.maxBytes()).isEqualTo(4 * MIB);
        assertThat(options.reserve()).isEqualTo(3 * MIB);
        assertThat(options.domain()).isEqualTo(DurabilityDomain.DISK);
        assertThat(options.asynchronous()).isEqualTo(Duration.ofMillis(70));
        assertThat(options.walBytes()).isEqualTo(2 * MIB);
        assertThat(options.collector()).isEqualTo(Collector.ON_DEMAND);
        assertThat(options.recovery()).isEqualTo(Recovery.SCAN_ONLY);
        assertThat(options.snapshots()).isEqualTo(Duration.ofHours(1));
        assertThat(options.closeTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.conflictTimeout()).isEqualTo(Duration.ofSeconds(4));
        assertThat(options.acceptAfterPowerLoss()).isTrue();
        assertThat(options.checked()).isTrue();
        assertThat(options.randomAccess()).isTrue();
        assertThat(options.trimInBackground()).isTrue();
        assertThat(options.management()).isTrue();
    }

    @Test
    void whatIsNotSetIsAsTheHeapHasIt() {
        HeapOptions options = new JnvmHeapProperties(
                        null, SIZE, null, null, null, null, null, null, null, null, null, false, false, false, false,
                        false, true)
                .options();
        HeapOptions defaults = HeapOptions.defaults();
        assertThat(options).usingRecursiveComparison().isEqualTo(defaults.maxBytes(SIZE.toBytes()));
    }

    /** Two customizers, of which the second one counts. */
    @Configuration(proxyBeanMethods = false)
    static class Customizers {
        @Bean
        @Order(2)
        HeapOptionsCustomizer second() {
            return options -> options.maxBytes(options.maxBytes() + 2 * MIB);
        }

        @Bean
        @Order(1)
        HeapOptionsCustomizer first() {
            return options -> options.maxBytes(8 * MIB);
        }
    }

    @Test
    void customizersChangeTheOptionsInTheirOrder() {
        application
                .withUserConfiguration(Customizers.class)
                .run(context -> assertThat(context.getBean(Heap.class).stats().maxBytes())
                        .isEqualTo(10 * MIB));
    }

    @Test
    void itIsFoundWithHealthAndMetrics() {
        found.run(context -> assertThat(context)
                .hasSingleBean(Heap.class)
                .hasBean("jnvmHealthContributor")
                .hasBean("jnvmMetrics"));
    }
}
