package org.jnvm.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.linear.Linearization;
import org.jnvm.crashtest.linear.Operation;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PConcurrentHashSet;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PSkipListSet;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.ProxyCaching;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariants checked, on histories recorded from threads:
 *
 * <ul>
 *   <li>operations on one key of a concurrent map or set are linearizable, also while failure-atomic blocks change other
 *       keys;
 *   <li>what a block makes of a key takes effect at one moment between the end of its body and its return, if it commits,
 *       and never if it is aborted; the block itself sees it at once;
 *   <li>the first and the last key of a sorted one are linearizable with the changes of single keys.
 * </ul>
 *
 * <p>The operations follow from the seed, how the threads meet does not.
 */
class LinearizabilityTest {
    private static final int THREADS = 3;
    /** Keys that all threads change outside blocks; behind them come the keys of each thread's blocks. */
    private static final int SHARED_KEYS = 2;

    private static final int KEYS = SHARED_KEYS + THREADS;
    private static final int STEPS = 150;
    private static final int ROUNDS = Full.ON ? 2000 : 25;
    private static final int SMALL_ROUNDS = Full.ON ? 20_000 : 300;
    private static final int SMALL_STEPS = 4;

    enum Kind {
        HASH(() -> new PConcurrentHashMap<PString, PString>()),
        HASH_CACHED(() -> new PConcurrentHashMap<PString, PString>(ProxyCaching.CACHED)),
        SKIP_LIST(() -> new PSkipListMap<PString, PString>()),
        SKIP_LIST_CACHED(() -> new PSkipListMap<PString, PString>(ProxyCaching.CACHED)),
        HASH_SET(() -> new PConcurrentHashSet<PString>()),
        SKIP_LIST_SET(() -> new PSkipListSet<PString>());

        private final Supplier<Object> maker;

        Kind(Supplier<Object> maker) {
            this.maker = maker;
        }
    }

    @TempDir
    Path folder;

    private Heap heap;
    private PString[] keys;
    private PString[] values;

    @BeforeEach
    void open() {
        heap = Heap.create(folder.resolve("test.heap"), 64 << 20);
        try (Heap.Scope scope = heap.enter()) {
            keys = strings("k", KEYS);
            values = strings("", KeySteps.VALUES);
        }
    }

    private PString[] strings(String prefix, int count) {
        PString[] made = new PString[count];
        for (int i = 0; i < count; i++) {
            made[i] = new PString(prefix + i);
            heap.root().put("string " + prefix + i, made[i]);
        }
        return made;
    }

    @AfterEach
    void close() {
        heap.close();
    }

    /** Makes a collection that a root leads to. */
    private Object make(Kind kind) {
        try (Heap.Scope scope = heap.enter()) {
            Object made = kind.maker.get();
            heap.root().put("collection", made);
            return made;
        }
    }

    @SuppressWarnings("unchecked")
    private KeySteps steps(Object collection, Random random) {
        return collection instanceof Set
                ? new SetSteps((Set<PString>) collection, random)
                : new MapSteps((ConcurrentMap<PString, PString>) collection, values, random);
    }

    @SuppressWarnings("unchecked")
    private Sorted sorted(Object collection) {
        return collection instanceof NavigableSet
                ? Sorted.of((NavigableSet<PString>) collection)
                : Sorted.of((NavigableMap<PString, PString>) collection, values[0]);
    }

    private interface Work<T> {
        T run(int thread) throws Exception;
    }

    /** Has some threads begin at one moment, and returns what each comes to. */
    private <T> List<T> together(Work<T> work) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<FutureTask<T>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            FutureTask<T> task = new FutureTask<>(() -> {
                try (Heap.Scope scope = heap.enter()) {
                    barrier.await();
                    return work.run(thread);
                }
            });
            tasks.add(task);
            new Thread(task, "linear " + t).start();
        }
        List<T> results = new ArrayList<>();
        for (FutureTask<T> task : tasks) {
            try {
                results.add(task.get());
            } catch (ExecutionException e) {
                throw new AssertionError("thread failed", e.getCause());
            }
        }
        return results;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void operationsOnAKeyAreLinearizable(Kind kind) throws Exception {
        long seed = Seeds.of("linearizability of " + kind, "-Dtest=LinearizabilityTest");
        for (int round = 0; round < ROUNDS; round++) {
            Object collection = make(kind);
            long roundSeed = seed * 1_000_003 + round;
            List<Map<Integer, List<Operation<Integer>>>> parts =
                    together(thread -> part(collection, thread, new Random(roundSeed * THREADS + thread)));
            for (int key = 0; key < KEYS; key++) {
                List<Operation<Integer>> history = new ArrayList<>();
                for (Map<Integer, List<Operation<Integer>>> part : parts) {
                    history.addAll(part.getOrDefault(key, List.of()));
                }
                assertThat(Linearization.violation(history, KeySteps.ABSENT))
                        .as("round %d, key %d", round, key)
                        .isNull();
            }
        }
    }

    private Map<Integer, List<Operation<Integer>>> part(Object collection, int thread, Random random) {
        KeySteps steps = steps(collection, random);
        Map<Integer, List<Operation<Integer>>> done = new HashMap<>();
        for (int i = 0; i < STEPS; i++) {
            int key = random.nextInt(KEYS);
            if (random.nextInt(10) == 0) {
                key = SHARED_KEYS + thread;
                Operation<Integer> block = block(steps, keys[key], random);
                if (block != null) {
                    done.computeIfAbsent(key, k -> new ArrayList<>()).add(block);
                }
                continue;
            }
            done.computeIfAbsent(key, k -> new ArrayList<>())
                    .add(key < SHARED_KEYS ? steps.step(keys[key]) : steps.read(keys[key]));
        }
        return done;
    }

    /** What leaves a block that is to be aborted. */
    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private OnPurpose() {
            super("on purpose");
        }
    }

    /** Changes a key in a block; returns that as one operation, or null if it was aborted. */
    private Operation<Integer> block(KeySteps steps, PString key, Random random) {
        boolean aborted = random.nextInt(3) == 0;
        int count = 1 + random.nextInt(4);
        List<Operation<Integer>> inside = new ArrayList<>();
        long[] bodyEnd = new long[1];
        try {
            heap.atomically(() -> {
                inside.add(steps.get(key));
                for (int i = 0; i < count; i++) {
                    inside.add(steps.step(key));
                }
                inside.add(steps.get(key));
                bodyEnd[0] = System.nanoTime();
                if (aborted) {
                    throw new OnPurpose();
                }
            });
        } catch (OnPurpose e) {
            return null;
        }
        long end = System.nanoTime();
        return new Operation<>("block of " + inside, bodyEnd[0], end, before -> {
            Integer state = before;
            for (Operation<Integer> operation : inside) {
                state = state == null ? null : operation.effect().after(state);
            }
            return state;
        });
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = "SKIP_.*", mode = EnumSource.Mode.MATCH_ALL)
    void endsOfASortedOneAreLinearizable(Kind kind) throws Exception {
        long seed = Seeds.of("linearizability of the ends of " + kind, "-Dtest=LinearizabilityTest");
        for (int round = 0; round < SMALL_ROUNDS; round++) {
            Sorted sorted = sorted(make(kind));
            long roundSeed = seed * 1_000_003 + round;
            List<Operation<TreeSet<Integer>>> history = new ArrayList<>();
            together(thread -> {
                        Ends ends = new Ends(sorted, keys, new Random(roundSeed * THREADS + thread));
                        return Stream.generate(ends::step).limit(SMALL_STEPS).toList();
                    })
                    .forEach(history::addAll);
            assertThat(Linearization.violation(history, new TreeSet<>()))
                    .as("round %d", round)
                    .isNull();
        }
    }

    /** A map whose {@code putIfAbsent} looks first and puts then, with time between. */
    private static final class Racy extends ConcurrentHashMap<PString, PString> {
        private static final long serialVersionUID = 1L;

        private final transient CyclicBarrier looked = new CyclicBarrier(THREADS);

        @Override
        public PString putIfAbsent(PString key, PString value) {
            PString before = get(key);
            try {
                looked.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return before != null ? before : put(key, value);
        }
    }

    @Test
    void aRacyMapIsFound() throws Exception {
        Racy map = new Racy();
        IntFunction<Operation<Integer>> put = thread -> {
            long start = System.nanoTime();
            int result = KeySteps.number(map.putIfAbsent(keys[0], values[thread]));
            return new Operation<>(
                    "putIfAbsent " + thread + ": " + result,
                    start,
                    System.nanoTime(),
                    before -> before != result ? null : before == KeySteps.ABSENT ? Integer.valueOf(thread) : before);
        };
        List<Operation<Integer>> history = together(put::apply);
        assertThat(Linearization.violation(history, KeySteps.ABSENT)).contains("putIfAbsent");
    }
}
