package org.jnvm.it.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.distribution.ch.KeyPartitioner;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.factories.GlobalComponentRegistry;
import org.infinispan.factories.KnownComponentNames;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.persistence.manager.PersistenceManager;
import org.infinispan.persistence.spi.MarshallableEntryFactory;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.infinispan.test.AbstractInfinispanTest;
import org.infinispan.test.fwk.TestCacheManagerFactory;
import org.jnvm.infinispan.JnvmStore;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Invariant checked: operations on different keys, from Infinispan's non-blocking threads, park none of these: the check of
 * blocking calls fails an operation that does. {@code -Djnvm.operations=1000000} does more of them.
 */
@Test(groups = "functional", testName = "jnvm.ManyKeysTest")
public class ManyKeysTest extends AbstractInfinispanTest {
    private static final int OPERATIONS = Integer.getInteger("jnvm.operations", 100_000);
    private static final int THREADS = 4;
    private static final int KEYS = 5000;

    private EmbeddedCacheManager manager;

    @DataProvider
    public Object[][] segmented() {
        return new Object[][] {{true}, {false}};
    }

    @AfterMethod(alwaysRun = true)
    public void stop() {
        if (manager != null) {
            manager.stop();
        }
        Stores.delete(Stores.folder(ManyKeysTest.class));
    }

    @Test(dataProvider = "segmented")
    public void operationsOnDifferentKeysParkNoNonBlockingThread(boolean segmented) throws Exception {
        ConfigurationBuilder configuration = new ConfigurationBuilder();
        Stores.add(configuration.persistence(), Stores.folder(ManyKeysTest.class))
                .size("64MiB")
                .maxSize("1GiB")
                .segmented(segmented);
        manager = TestCacheManagerFactory.createCacheManager(configuration);
        Cache<Object, Object> cache = manager.getCache();
        ExecutorService threads = GlobalComponentRegistry.of(manager)
                .getComponent(ExecutorService.class, KnownComponentNames.NON_BLOCKING_EXECUTOR);
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Client client = new Client(cache, "client " + i + " key ", threads);
            clients.add(client);
            threads.execute(client);
        }
        int elsewhere = 0;
        for (Client client : clients) {
            elsewhere += client.ended.get(5, TimeUnit.MINUTES);
        }
        assertThat(elsewhere)
                .as("operations that went to a blocking thread, as another one changed that part of the cache")
                .isLessThan(OPERATIONS / 10);
    }

    /** Writes, reads and removes keys that only it has, one after the other, on non-blocking threads. */
    private static final class Client implements Runnable {
        private final NonBlockingStore<Object, Object> store;
        private final KeyPartitioner partitioner;
        private final MarshallableEntryFactory<Object, Object> entries;
        private final String name;
        private final Executor threads;
        /** How many operations had not ended when they returned. */
        private final CompletableFuture<Integer> ended = new CompletableFuture<>();

        private int done;
        private int elsewhere;

        @SuppressWarnings("unchecked")
        private Client(Cache<Object, Object> cache, String name, Executor threads) {
            store = ComponentRegistry.componentOf(cache, PersistenceManager.class)
                    .getStores(JnvmStore.class)
                    .iterator()
                    .next();
            partitioner = ComponentRegistry.componentOf(cache, KeyPartitioner.class);
            entries = ComponentRegistry.componentOf(cache, MarshallableEntryFactory.class);
            this.name = name;
            this.threads = threads;
        }

        @Override
        public void run() {
            try {
                goOn();
            } catch (Throwable e) { // what the check of blocking calls throws, too
                ended.completeExceptionally(e);
            }
        }

        private void goOn() {
            while (done < OPERATIONS / THREADS) {
                CompletableFuture<?> result = operate(done++).toCompletableFuture();
                if (result.isCompletedExceptionally()) {
                    result.whenComplete((nothing, failure) -> ended.completeExceptionally(failure));
                    return;
                }
                if (!result.isDone()) {
                    elsewhere++;
                    result.whenComplete((nothing, failure) -> goOn(failure));
                    return;
                }
            }
            ended.complete(elsewhere);
        }

        private void goOn(Throwable failure) {
            if (failure != null) {
                ended.completeExceptionally(failure);
            } else {
                threads.execute(this);
            }
        }

        private CompletionStage<?> operate(int i) {
            String key = name + i % KEYS;
            int segment = partitioner.getSegment(key);
            return switch (i % 4) {
                case 0, 2 -> store.write(segment, entries.create(key, "value " + i));
                case 1 -> store.load(segment, key);
                default -> store.delete(segment, key);
            };
        }
    }
}
