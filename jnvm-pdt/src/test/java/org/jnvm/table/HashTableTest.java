package org.jnvm.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import org.jnvm.ConflictException;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PString;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A hash table against a model, in segments of all sizes: entries stay what they are while it grows, in blocks and outside. */
@HeapTest
class HashTableTest {
    private static final long BYTES = 64 << 20;

    private final TestHeap test;
    private Heap heap;
    private Dictionary dictionary;

    HashTableTest(TestHeap test) {
        this.test = test;
    }

    private void open(DurabilityDomain domain, int fullBlocks, int hashCodes) {
        Dictionary.fullBlocks = fullBlocks;
        Dictionary.hashCodes = hashCodes;
        heap = test.create(BYTES, HeapOptions.defaults().domain(domain));
        dictionary = new Dictionary();
        heap.root().put("dictionary", dictionary);
    }

    @AfterEach
    void reset() {
        Dictionary.fullBlocks = 1;
        Dictionary.hashCodes = Integer.MAX_VALUE;
    }

    private void restart(boolean crash) {
        heap = crash ? test.crash() : test.restart();
        dictionary = (Dictionary) heap.root().get("dictionary");
    }

    @ParameterizedTest
    @CsvSource({
        "PAGE_CACHE,1,2147483647",
        "DISK,1,2147483647",
        "PAGE_CACHE,64,2147483647",
        "DISK,1,5",
        "PAGE_CACHE,4,1",
        "DISK,4,1000"
    })
    void isAsTheModelSays(DurabilityDomain domain, int fullBlocks, int hashCodes) {
        open(domain, fullBlocks, hashCodes);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
        int keys = hashCodes < 1000 ? 150 : 3000;
        for (int i = 0; i < 20_000; i++) {
            String key = "k" + random.nextInt(keys);
            boolean shrinks = i / 4000 % 2 == 1;
            switch (random.nextInt(shrinks ? 2 : 4)) {
                case 0 -> assertThat(dictionary.remove(key)).as("seed %s", seed).isEqualTo(model.remove(key));
                case 1 -> assertThat(dictionary.get(key)).as("seed %s", seed).isEqualTo(model.get(key));
                default ->
                    assertThat(dictionary.put(key, "v" + i)).as("seed %s", seed).isEqualTo(model.put(key, "v" + i));
            }
            if (i % 5000 == 2500) {
                assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(model);
                restart(i % 10_000 == 2500);
            }
        }
        assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(model);
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
        if (hashCodes > 100 && fullBlocks < 64) {
            assertThat(dictionary.segments()).isGreaterThan(10);
        }
        for (String key : List.copyOf(model.keySet())) {
            assertThat(dictionary.remove(key)).as("seed %s", seed).isEqualTo(model.remove(key));
            if (model.size() % 100 == 50) {
                assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(model);
            }
        }
        settle();
        assertThat(dictionary.segments()).isLessThan(3);
        restart(true);
        dictionary.put("again", "1");
        assertThat(dictionary.entries()).hasSize(1);
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
    }

    /** Gives a table the time to shrink: it does so by a segment at each removal. */
    private void settle() {
        for (int i = 0; i < 500; i++) {
            dictionary.put("k settle", "");
            dictionary.remove("k settle");
        }
    }

    /** What is there all the time is found, and comes once, while others make the table larger and smaller. */
    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void nothingIsMissedWhileItGrowsAndShrinks(DurabilityDomain domain) throws Exception {
        open(domain, 1, Integer.MAX_VALUE);
        TreeMap<String, String> always = new TreeMap<>();
        for (int i = 0; i < 8; i++) {
            dictionary.put("a" + i, "" + i);
            always.put("a" + i, "" + i);
        }
        FutureTask<Integer> others = new FutureTask<>(() -> {
            int shrunk = 0;
            for (int round = 0; round < 30; round++) {
                for (int i = 0; i < 300; i++) {
                    dictionary.put("k" + i, "v");
                }
                int most = dictionary.segments();
                for (int i = 0; i < 300; i++) {
                    dictionary.remove("k" + i);
                }
                settle();
                shrunk += dictionary.segments() <= most / 2 ? 1 : 0;
            }
            return shrunk;
        });
        Thread thread = new Thread(() -> {
            try (Heap.Scope scope = heap.enter()) {
                others.run();
            }
        });
        thread.start();
        while (!others.isDone()) {
            TreeMap<String, String> found = dictionary.entries(); // throws if there is a key twice
            found.keySet().removeIf(key -> key.startsWith("k"));
            assertThat(found).isEqualTo(always);
            for (int i = 0; i < 8; i++) {
                assertThat(dictionary.get("a" + i)).isEqualTo("" + i);
            }
        }
        thread.join();
        assertThat(others.get()).isEqualTo(30);
    }

    /** Blocks that commit and that are undone, with savepoints, each of them larger than a segment now and then. */
    @ParameterizedTest
    @CsvSource({"PAGE_CACHE,1,2147483647", "DISK,1,2147483647", "DISK,1,7", "PAGE_CACHE,64,2147483647"})
    void blocksAreAsTheModelSays(DurabilityDomain domain, int fullBlocks, int hashCodes) {
        open(domain, fullBlocks, hashCodes);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
        int keys = hashCodes < 1000 ? 60 : 500;
        for (int round = 0; round < 300; round++) {
            TreeMap<String, String> after = new TreeMap<>(model);
            boolean undone = random.nextInt(3) == 0;
            int length = random.nextInt(round % 50 == 0 ? 200 : 10);
            int number = round;
            try {
                heap.atomically(() -> {
                    change(random, keys, length, number, after);
                    TreeMap<String, String> inner = new TreeMap<>(after);
                    try {
                        heap.atomically(() -> {
                            change(random, keys, 5, number + 1000, inner);
                            assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(inner);
                            throw new Undone();
                        });
                    } catch (Undone e) {
                        assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(after);
                    }
                    if (undone) {
                        throw new Undone();
                    }
                });
            } catch (Undone e) {
                after.clear();
                after.putAll(model);
            }
            model = after;
            assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(model);
            change(random, keys, 3, round + 2000, model);
            if (round % 20 == 7) {
                restart(round % 40 == 7);
            }
        }
        assertThat(dictionary.entries()).as("seed %s", seed).isEqualTo(model);
        assertThat(heap.check().isSound()).isTrue();
    }

    private static final class Undone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void change(Random random, int keys, int count, int number, TreeMap<String, String> model) {
        for (int i = 0; i < count; i++) {
            String key = "k" + random.nextInt(keys);
            if (random.nextInt(3) == 0) {
                assertThat(dictionary.remove(key)).isEqualTo(model.remove(key));
            } else {
                String value = number + "." + i;
                assertThat(dictionary.put(key, value)).isEqualTo(model.put(key, value));
            }
            assertThat(dictionary.get(key)).isEqualTo(model.get(key));
        }
    }

    // ---- threads

    private <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(() -> {
            try (Heap.Scope scope = heap.enter()) {
                return action.call();
            }
        });
        new Thread(task).start();
        return task;
    }

    /** Each thread has keys of its own; all read those of all, which have a value of theirs or none. */
    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void threadsSeeWholeEntriesWhileItGrows(DurabilityDomain domain) throws Exception {
        open(domain, 1, Integer.MAX_VALUE);
        ConcurrentHashMap<String, String> model = new ConcurrentHashMap<>();
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            int number = thread;
            tasks.add(start(() -> {
                Random random = new Random(number);
                for (int i = 0; i < 4000; i++) {
                    String key = "k" + random.nextInt(700) + "." + number;
                    boolean inBlock = i % 5 == 0;
                    if (random.nextInt(3) == 0) {
                        String before =
                                inBlock ? heap.atomically(() -> dictionary.remove(key)) : dictionary.remove(key);
                        assertThat(before).isEqualTo(model.remove(key));
                    } else {
                        String value = "v" + key + "." + i;
                        String before = inBlock
                                ? heap.atomically(() -> dictionary.put(key, value))
                                : dictionary.put(key, value);
                        String expected = model.put(key, value);
                        assertThat(before).isEqualTo(expected);
                    }
                    String other = "k" + random.nextInt(700) + "." + random.nextInt(3);
                    String found = dictionary.get(other);
                    assertThat(found == null || found.startsWith("v" + other + "."))
                            .isTrue();
                    if (i % 500 == 0) {
                        dictionary
                                .entries()
                                .forEach((each, value) -> assertThat(value).startsWith("v" + each + "."));
                    }
                }
                return null;
            }));
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        assertThat(dictionary.entries()).isEqualTo(new TreeMap<>(model));
        restart(true);
        assertThat(dictionary.entries()).isEqualTo(new TreeMap<>(model));
    }

    @ParameterizedTest
    @EnumSource(
            value = DurabilityDomain.class,
            names = {"PAGE_CACHE", "DISK"})
    void aBlockHasItsKeysToItself(DurabilityDomain domain) throws Exception {
        open(domain, 1, 3);
        dictionary.put("old", "1");
        heap.atomically(() -> {
            dictionary.put("new", "2");
            dictionary.put("old", "3");
            start(() -> {
                        assertThat(dictionary.get("new")).isNull();
                        assertThat(dictionary.get("old")).isEqualTo("1");
                        for (String key : List.of("new", "old")) {
                            assertThatThrownBy(() -> dictionary.put(key, "4")).isInstanceOf(ConflictException.class);
                            assertThatThrownBy(() ->
                                            heap.atomically(() -> dictionary.put(new PString(key), new PString("4"))))
                                    .isInstanceOf(ConflictException.class);
                        }
                        for (int i = 0; i < 40; i++) {
                            dictionary.put("other" + i, "5"); // grows around what is in flight
                        }
                        return null;
                    })
                    .get();
            assertThat(dictionary.get("new")).isEqualTo("2");
        });
        assertThat(dictionary.get("new")).isEqualTo("2");
        assertThat(dictionary.get("old")).isEqualTo("3");
        assertThat(dictionary.entries()).hasSize(42);
        for (int i = 0; i < 40; i++) {
            dictionary.put("more" + i, "6");
        }
        assertThat(dictionary.entries()).hasSize(82);
        restart(true);
        assertThat(dictionary.entries()).hasSize(82);
    }
}
