package org.jnvm.examples.parcels;

import org.jnvm.spring.boot.HeapOptionsCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application. The heap is in the file that {@code jnvm.heap.path} names. */
@SpringBootApplication
public class ParcelsApplication {
    private static final Logger LOG = LoggerFactory.getLogger(ParcelsApplication.class);

    public static void main(String[] args) {
        SpringApplication.run(ParcelsApplication.class, args);
    }

    @Bean
    HeapOptionsCustomizer logsCollections() {
        return options -> options.collectorListener(stats -> LOG.info("collected: {}", stats));
    }
}
