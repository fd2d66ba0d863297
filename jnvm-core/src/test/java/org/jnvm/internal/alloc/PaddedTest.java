package org.jnvm.internal.alloc;

import org.jnvm.testing.CacheLines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that allocate do not slow each other down by what only lies side by side. */
class PaddedTest {
    @ParameterizedTest
    @ValueSource(classes = {PaddedMagazine.class, PaddedMagazineLayer.class, PaddedSlotLayer.class})
    void whatOneThreadWritesIsOnCacheLinesOfItsOwn(Class<?> type) throws ReflectiveOperationException {
        CacheLines.requireApart(type);
    }
}
