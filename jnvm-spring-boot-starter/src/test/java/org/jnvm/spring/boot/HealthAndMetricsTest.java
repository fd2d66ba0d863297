package org.jnvm.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapPoisonedException;
import org.jnvm.micrometer.JnvmMetrics;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Node;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Invariants checked: a heap that cannot be relied on is down and says why; each heap of an application has health and meters. */
@HeapTest
class HealthAndMetricsTest {
    private static final int MIB = 1 << 20;

    @TempDir
    Path folder;

    private ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        JnvmAutoConfiguration.class,
                        JnvmHealthAutoConfiguration.class,
                        JnvmMetricsAutoConfiguration.class,
                        MetricsAutoConfiguration.class,
                        CompositeMeterRegistryAutoConfiguration.class,
                        SimpleMetricsExportAutoConfiguration.class))
                .withPropertyValues("jnvm.heap.path=" + folder.resolve("app.heap"), "jnvm.heap.max-size=4MB");
    }

    private ApplicationContextRunner withTwoHeaps() {
        return application()
                .withBean("first", Heap.class, () -> Heap.create(folder.resolve("1.heap"), MIB))
                .withBean("second", Heap.class, () -> Heap.create(folder.resolve("2.heap"), MIB));
    }

    @Test
    void aHeapThatIsOpenIsUp(TestHeap test) {
        Health health = new JnvmHealthIndicator(test.create(4 * MIB), 5).health();
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails())
                .containsEntry("file", test.heap().path().toString())
                .containsEntry("maxBytes", 4L * MIB)
                .containsKeys("domain", "availableBytes")
                .doesNotContainKey("reason");
    }

    @Test
    void aHeapThatIsNearlyFullIsDown(TestHeap test) {
        Heap heap = test.create(MIB);
        JnvmHealthIndicator indicator = new JnvmHealthIndicator(heap, 5);
        long least = MIB / 100 * 5;
        assertThatExceptionOfType(HeapFullException.class).isThrownBy(() -> {
            while (true) {
                new Node(0);
                Status wanted = heap.stats().availableBytes() < least ? Status.DOWN : Status.UP;
                assertThat(indicator.health().getStatus()).isEqualTo(wanted);
            }
        });
        assertThat(indicator.health().getDetails()).containsEntry("reason", "less than 5 % available");
        assertThat(new JnvmHealthIndicator(heap, 0).health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void aPoisonedHeapIsDown(TestHeap test) throws IOException {
        Heap heap = test.create(MIB);
        Files.move(heap.path(), test.folder().resolve("elsewhere"));
        assertThatExceptionOfType(HeapPoisonedException.class).isThrownBy(heap::force);
        Health health = new JnvmHealthIndicator(heap, 5).health();
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("reason").toString()).startsWith("poisoned");
    }

    @Test
    void aClosedHeapIsDown(TestHeap test) {
        JnvmHealthIndicator indicator = new JnvmHealthIndicator(test.create(MIB), 5);
        test.close();
        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(indicator.health().getDetails()).containsEntry("reason", "closed");
    }

    @Test
    void percentAreChecked(TestHeap test) {
        Heap heap = test.create(MIB);
        assertThatIllegalArgumentException().isThrownBy(() -> new JnvmHealthIndicator(heap, 101));
        assertThatIllegalArgumentException().isThrownBy(() -> new JnvmHealthIndicator(heap, -1));
    }

    @Test
    void theHeapOfTheApplicationHasHealth() {
        application()
                .run(context -> assertThat(context.getBean("jnvmHealthContributor", HealthIndicator.class)
                                .health()
                                .getStatus())
                        .isEqualTo(Status.UP));
    }

    @Test
    void howMuchMustBeAvailableIsAProperty() {
        application()
                .withPropertyValues("management.health.jnvm.minimum-available-percent=100")
                .run(context -> assertThat(context.getBean("jnvmHealthContributor", HealthIndicator.class)
                                .health()
                                .getDetails())
                        .containsEntry("reason", "less than 100 % available"));
    }

    @Test
    void itsHealthCanBeLeftOut() {
        application()
                .withPropertyValues("management.health.jnvm.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("jnvmHealthContributor"));
    }

    @Test
    void eachOfSeveralHeapsHasHealth() {
        withTwoHeaps().run(context -> {
            CompositeHealthContributor health =
                    context.getBean("jnvmHealthContributor", CompositeHealthContributor.class);
            assertThat(health.stream().map(each -> each.name())).containsExactlyInAnyOrder("first", "second");
        });
    }

    @Test
    void theHeapOfTheApplicationHasMeters() {
        application().run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("jnvm.heap.max")
                            .tag("heap", "app.heap")
                            .gauge()
                            .value())
                    .isEqualTo(4 * MIB);
        });
    }

    @Test
    void eachOfSeveralHeapsHasMeters() {
        withTwoHeaps()
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .find("jnvm.heap.used")
                                .gauges())
                        .extracting(each -> each.getId().getTag("heap"))
                        .containsExactlyInAnyOrder("1.heap", "2.heap"));
    }

    @Test
    void metersOfTheApplicationTakeTheirPlace() {
        application()
                .withUserConfiguration(OwnMetrics.class)
                .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                .find("jnvm.heap.used")
                                .gauges())
                        .extracting(each -> each.getId().getTag("shop"))
                        .containsExactly("north"));
    }

    /** Meters with a tag of the application. */
    @Configuration(proxyBeanMethods = false)
    static class OwnMetrics {
        @Bean
        JnvmMetrics metrics(Heap heap) {
            return new JnvmMetrics(heap, Tags.of("shop", "north"));
        }
    }
}
