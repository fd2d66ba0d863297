package org.jnvm.it.infinispan.adopted;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.infinispan.commons.util.Util;
import org.infinispan.persistence.spi.InitializationContext;
import org.jnvm.infinispan.JnvmStore;

/**
 * The heap of all stores of a name, of whatever node of a test, as Infinispan's store for tests has one map for them. It is
 * open while one of them is started, and is there until the test class has ended.
 *
 * <p>The one J-NVM store on it works with the threads, clock and marshaller of a node that runs, which may change.
 */
public final class NamedHeap {
    private static final Map<String, NamedHeap> BY_NAME = new ConcurrentHashMap<>();
    private static final AtomicInteger FOLDERS = new AtomicInteger();

    private final String folder = "target/tmp/named/" + FOLDERS.incrementAndGet();
    private final Deque<InitializationContext> users = new ArrayDeque<>();
    private volatile InitializationContext current;
    private CompletionStage<JnvmStore<Object, Object>> opened;
    private CompletionStage<Void> closed = CompletableFuture.completedFuture(null);
    private boolean forgotten;

    private NamedHeap() {}

    /** Returns the heap of a name; of none, one that nobody else has. */
    public static NamedHeap of(String name) {
        if (name != null) {
            return BY_NAME.computeIfAbsent(name, absent -> new NamedHeap());
        }
        NamedHeap heap = new NamedHeap();
        heap.forgotten = true;
        return heap;
    }

    /** Forgets the heap of a name, and what is in it, once nobody has it open. */
    public static void forget(String name) {
        NamedHeap heap = BY_NAME.remove(name);
        if (heap != null) {
            heap.forget();
        }
    }

    private synchronized void forget() {
        forgotten = true;
        if (users.isEmpty()) {
            closed.thenRun(this::delete);
        }
    }

    /** Opens the heap, if nobody has it open. */
    public synchronized CompletionStage<JnvmStore<Object, Object>> join(InitializationContext user) {
        current = user;
        users.add(user);
        if (users.size() == 1) {
            InitializationContext context = new OwnConfiguration(ofCurrent(InitializationContext.class, null), folder);
            opened = closed.thenCompose(nothing -> {
                JnvmStore<Object, Object> store = new JnvmStore<>();
                return store.start(context).thenApply(started -> store);
            });
        }
        return opened;
    }

    /** Closes the heap, if nobody else has it open. */
    public synchronized CompletionStage<Void> leave(InitializationContext user) {
        users.remove(user);
        if (!users.isEmpty()) {
            current = users.getLast();
            return CompletableFuture.completedFuture(null);
        }
        closed = opened.thenCompose(JnvmStore::stop);
        if (forgotten) {
            closed = closed.thenRun(this::delete);
        }
        return closed;
    }

    private void delete() {
        Util.recursiveFileRemove(folder);
    }

    /** Returns what is always that part of the context of a node that runs; without a part, its context. */
    private <T> T ofCurrent(Class<T> type, Method part) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        if (part != null) {
                            return method.invoke(part.invoke(current), arguments);
                        }
                        boolean interfaceOfMany = method.getReturnType().isInterface()
                                && !method.getName().equals("getConfiguration");
                        return interfaceOfMany
                                ? ofCurrent(method.getReturnType(), method)
                                : method.invoke(current, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
