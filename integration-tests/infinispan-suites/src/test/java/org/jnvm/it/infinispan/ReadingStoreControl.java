package org.jnvm.it.infinispan;

import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.infinispan.persistence.support.EnsureNonBlockingStore;
import org.infinispan.test.AbstractInfinispanTest;
import org.testng.annotations.Test;

/** A store that reads a file on the calling thread. The test fails; {@link BlockingCallsAreFoundTest} runs it. */
@Test(groups = "control", testName = "jnvm.ReadingStoreControl")
public class ReadingStoreControl extends AbstractInfinispanTest {
    @Test
    public void readsAFile() throws Exception {
        Path file = Files.createTempFile("blocking", ".bin");
        new EnsureNonBlockingStore<>(reading(file), key -> 0).delete(0, "key");
    }

    @SuppressWarnings("unchecked")
    private static NonBlockingStore<Object, Object> reading(Path file) {
        return (NonBlockingStore<Object, Object>) Proxy.newProxyInstance(
                ReadingStoreControl.class.getClassLoader(),
                new Class<?>[] {NonBlockingStore.class},
                (proxy, method, arguments) -> {
                    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
                        return CompletableFuture.completedFuture(open.read() >= 0);
                    }
                });
    }
}
