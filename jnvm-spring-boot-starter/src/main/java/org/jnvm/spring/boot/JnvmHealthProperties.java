package org.jnvm.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code management.health.jnvm.*}.
 *
 * @param minimumAvailablePercent Percent of its maximum size that a heap must be able to allocate still, else it is down.
 */
@ConfigurationProperties("management.health.jnvm")
public record JnvmHealthProperties(@DefaultValue("5") int minimumAvailablePercent) {}
