package org.jnvm.examples.places;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/** Where places are; stands for a service that is slow, or costs money for each question. */
@Service
public class Places {
    private final AtomicInteger asked = new AtomicInteger();

    /** Returns where a place is, and what number this question to the service has had since the program started. */
    @Cacheable("places")
    public String locate(String name) {
        int degrees = Math.floorMod(name.hashCode(), 180) - 90;
        return degrees + " degrees, question " + asked.incrementAndGet();
    }

    /** Forgets where a place is. */
    @CacheEvict("places")
    public void forget(String name) {}
}
