package org.jnvm.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jnvm.Heap;
import org.jnvm.micrometer.JnvmMetrics;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Binds the meters of each {@link Heap} bean, unless the application has {@link JnvmMetrics} of its own. */
@AutoConfiguration(after = {JnvmAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class})
@ConditionalOnClass({MeterRegistry.class, CompositeMeterRegistryAutoConfiguration.class})
@ConditionalOnBean({Heap.class, MeterRegistry.class})
public final class JnvmMetricsAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean(JnvmMetrics.class)
    MeterBinder jnvmMetrics(ObjectProvider<Heap> heaps) {
        return registry -> heaps.forEach(heap -> new JnvmMetrics(heap).bindTo(registry));
    }
}
