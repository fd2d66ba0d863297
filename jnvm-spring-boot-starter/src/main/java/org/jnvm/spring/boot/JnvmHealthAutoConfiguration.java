package org.jnvm.spring.boot;

import org.jnvm.Heap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.CompositeHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/** Shows the health of each {@link Heap} bean as {@code jnvm}. */
@AutoConfiguration(after = JnvmAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
@ConditionalOnBean(Heap.class)
@ConditionalOnEnabledHealthIndicator("jnvm")
@EnableConfigurationProperties(JnvmHealthProperties.class)
public final class JnvmHealthAutoConfiguration
        extends CompositeHealthContributorConfiguration<JnvmHealthIndicator, Heap> {
    JnvmHealthAutoConfiguration(JnvmHealthProperties properties) {
        super(heap -> new JnvmHealthIndicator(heap, properties.minimumAvailablePercent()));
    }

    @Bean
    @ConditionalOnMissingBean(name = {"jnvmHealthIndicator", "jnvmHealthContributor"})
    HealthContributor jnvmHealthContributor(ConfigurableListableBeanFactory beans) {
        return createContributor(beans, Heap.class);
    }
}
