package org.jnvm.examples.places;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

/** The application. Its cache is described in {@code infinispan.xml}; nothing in the program knows where its entries are kept. */
@SpringBootApplication
@EnableCaching
public class PlacesApplication {
    public static void main(String[] args) {
        SpringApplication.run(PlacesApplication.class, args);
    }
}
