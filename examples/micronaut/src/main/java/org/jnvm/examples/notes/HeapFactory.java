package org.jnvm.examples.notes;

import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;

/** Opens the heap when the first bean asks for it; the context closes it behind all of these. */
@Factory
class HeapFactory {
    private static final long MAX_BYTES = 1L << 30;

    @Singleton
    @Bean(preDestroy = "close")
    Heap heap(@Value("${notes.file:notes.heap}") String file) {
        HeapOptions options = HeapOptions.defaults().maxBytes(MAX_BYTES).collector(Collector.BACKGROUND);
        JNVM.init(Path.of(file), options); // the default heap: that of new objects
        return JNVM.heap();
    }
}
