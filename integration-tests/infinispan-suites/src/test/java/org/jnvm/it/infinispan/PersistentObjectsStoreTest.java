package org.jnvm.it.infinispan;

import static org.testng.AssertJUnit.assertEquals;
import static org.testng.AssertJUnit.assertNull;

import java.lang.reflect.Proxy;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.marshall.persistence.PersistenceMarshaller;
import org.infinispan.persistence.BaseNonBlockingStoreTest;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.jnvm.Heap;
import org.jnvm.infinispan.JnvmStore;
import org.jnvm.pdt.PString;
import org.testng.annotations.Test;

/** The contract of a store, for values that are persistent objects of the cache's heap. */
@Test(groups = "unit", testName = "jnvm.PersistentObjectsStoreTest")
public class PersistentObjectsStoreTest extends BaseNonBlockingStoreTest {
    private JnvmStore<Object, Object> jnvm;

    @Override
    protected NonBlockingStore<Object, Object> createStore() {
        jnvm = new JnvmStore<>();
        return jnvm;
    }

    @Override
    protected Configuration buildConfig(ConfigurationBuilder builder) {
        return Stores.add(builder.persistence(), Stores.folder(getClass())).build();
    }

    @Override
    protected Object valueToStorage(Object value) {
        return value instanceof String text ? persistent(text) : value;
    }

    @Override
    protected Object wrap(Object key, Object value) {
        return value instanceof String text ? persistent(text) : value;
    }

    /** As in the suite, which compares one value with a {@code String}. */
    @Override
    @Test
    public void testReplaceExpiredEntry() {
        long lifespan = 3000;
        for (String text : new String[] {"v1", "v2"}) {
            store.write(marshalledEntry(internalCacheEntry("k1", text, lifespan)));
            assertEquals(valueToStorage(text), store.loadEntry("k1").getValue());
            timeService.advance(lifespan + 1);
            assertNull(store.loadEntry("k1"));
        }
    }

    /** As in the suite, which prints values after the heap that they are in was closed. */
    @Override
    @Test
    public void testStopStartDoesNotNukeValues() {
        store.write(marshalledEntry(internalCacheEntry("mortal", "v1", 1000)));
        store.write(marshalledEntry(internalCacheEntry("immortal", "v2", -1)));
        timeService.advance(1001);
        store.stopAndWait();
        startStore(store);
        assertNull(store.loadEntry("mortal"));
        assertContains("mortal", false);
        assertContains("immortal", true);
        assertEquals(persistent("v2"), store.loadEntry("immortal").getValue());
    }

    /** The suite compares entries by their bytes. In them, a persistent string is its text. */
    @Override
    protected PersistenceMarshaller getMarshaller() {
        PersistenceMarshaller texts = super.getMarshaller();
        return (PersistenceMarshaller) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PersistenceMarshaller.class},
                (proxy, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof PString string) {
                        arguments[0] = string.toString();
                    }
                    return method.invoke(texts, arguments);
                });
    }

    private Object persistent(String text) {
        try (Heap.Scope scope = jnvm.heap().enter()) {
            return new PString(text);
        }
    }
}
