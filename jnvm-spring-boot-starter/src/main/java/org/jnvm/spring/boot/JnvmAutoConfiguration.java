package org.jnvm.spring.boot;

import java.nio.file.Path;
import java.util.Iterator;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Opens the heap of the properties {@link JnvmHeapProperties jnvm.heap.*} when the application starts, unless it has a {@link Heap} of its
 * own. The heap is closed after the beans that it was injected into.
 */
@AutoConfiguration
@EnableConfigurationProperties(JnvmHeapProperties.class)
public final class JnvmAutoConfiguration {
    @Bean
    @Lazy(false) // recovery is for the start, also where other beans are made when they are needed
    @ConditionalOnMissingBean
    Heap jnvmHeap(JnvmHeapProperties properties, ObjectProvider<HeapOptionsCustomizer> customizers) {
        Path path = properties.path();
        if (path == null) {
            throw new InvalidConfigurationPropertyValueException(
                    "jnvm.heap.path", null, "the heap needs a file: name it, or define a bean of type Heap");
        }
        HeapOptions options = properties.options();
        Iterator<HeapOptionsCustomizer> each = customizers.orderedStream().iterator();
        while (each.hasNext()) {
            options = each.next().customize(options);
        }
        if (!properties.defaultHeap()) {
            return Heap.openOrCreate(path, options.maxBytes(), options);
        }
        JNVM.init(path, options);
        return JNVM.heap();
    }
}
