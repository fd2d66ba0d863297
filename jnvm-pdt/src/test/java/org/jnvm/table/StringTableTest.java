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
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.testing.Full;
import org.jnvm.testing.TestHeap;

/** What is tested alike of hash tables and trees: against a model, in blocks and outside, by several threads. */
abstract class StringTableTest {
    private static final long BYTES = 64 << 20;
    /** Of the walk beside the model. */
    private static final int STEPS = Full.ON ? 40_000 : 8_000;

    private final TestHeap test;
    Heap heap;
    StringTable dictionary;
    /** For messages; how threads meet does not follow from it. */
    final long seed = System.nanoTime();

    StringTableTest(TestHeap test) {
        this.test = test;
    }

    final void open(DurabilityDomain domain, Supplier<StringTable> maker) {
        heap = test.create(BYTES, HeapOptions.defaults().domain(domain));
        dictionary = maker.get();
        heap.root().put("dictionary", dictionary);
    }

    final void restart(boolean crash) {
        heap = crash ? test.crash() : test.restart();
        dictionary = (StringTable) heap.root().get("dictionary");
    }

    /** Returns all entries, while nobody changes one. */
    TreeMap<String, String> entries() {
        return dictionary.entries(true);
    }

    /** Changes entries at random, with crashes and clean closes between; returns what is there then. */
    final TreeMap<String, String> changeAsTheModel(int keys) {
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
        for (int i = 0; i < STEPS; i++) {
            String key = "k" + random.nextInt(keys);
            boolean shrinks = i / (STEPS / 5) % 2 == 1;
            switch (random.nextInt(shrinks ? 2 : 4)) {
                case 0 -> assertThat(dictionary.remove(key)).as("seed %s", seed).isEqualTo(model.remove(key));
                case 1 -> assertThat(dictionary.get(key)).as("seed %s", seed).isEqualTo(model.get(key));
                default ->
                    assertThat(dictionary.put(key, "v" + i)).as("seed %s", seed).isEqualTo(model.put(key, "v" + i));
            }
            if (i % (STEPS / 4) == STEPS / 8) {
                assertThat(entries()).as("seed %s", seed).isEqualTo(model);
                restart(i % (STEPS / 2) == STEPS / 8);
            }
        }
        assertThat(entries()).as("seed %s", seed).isEqualTo(model);
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
        return model;
    }

    /** Removes all entries. */
    final void removeAsTheModel(TreeMap<String, String> model) {
        for (String key : List.copyOf(model.keySet())) {
            assertThat(dictionary.remove(key)).as("seed %s", seed).isEqualTo(model.remove(key));
            if (model.size() % 100 == 50) {
                assertThat(entries()).as("seed %s", seed).isEqualTo(model);
            }
        }
    }

    final void beginAgain() {
        restart(true);
        dictionary.put("again", "1");
        assertThat(entries()).hasSize(1);
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
    }

    /** Blocks that commit and that are undone, with savepoints, each of them larger than a segment or leaf now and then. */
    final void runBlocksAsTheModel(int keys) {
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
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
                            assertThat(entries()).as("seed %s", seed).isEqualTo(inner);
                            throw new Undone();
                        });
                    } catch (Undone e) {
                        assertThat(entries()).as("seed %s", seed).isEqualTo(after);
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
            assertThat(entries()).as("seed %s", seed).isEqualTo(model);
            change(random, keys, 3, round + 2000, model);
            if (round % 20 == 7) {
                restart(round % 40 == 7);
            }
        }
        assertThat(entries()).as("seed %s", seed).isEqualTo(model);
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

    final <T> FutureTask<T> start(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(() -> {
            try (Heap.Scope scope = heap.enter()) {
                return action.call();
            }
        });
        new Thread(task).start();
        return task;
    }

    /** Each thread has keys of its own; all read those of all, which have a value of theirs or none. */
    final void runThreads() throws Exception {
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
                                .entries(i % 1000 == 0)
                                .forEach((each, value) -> assertThat(value).startsWith("v" + each + "."));
                    }
                }
                return null;
            }));
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        assertThat(entries()).isEqualTo(new TreeMap<>(model));
        restart(true);
        assertThat(entries()).isEqualTo(new TreeMap<>(model));
    }

    /** While a block has made or changed entries, others see those from before, and are refused their keys. */
    final void runBlockBesideOthers() throws Exception {
        dictionary.put("old", "1");
        heap.atomically(() -> {
            dictionary.put("new", "2");
            dictionary.put("old", "3");
            start(() -> {
                        assertThat(dictionary.get("new")).isNull();
                        assertThat(dictionary.get("old")).isEqualTo("1");
                        for (String key : List.of("new", "old")) {
                            assertThatThrownBy(() -> dictionary.put(key, "4")).isInstanceOf(ConflictException.class);
                            assertThatThrownBy(() -> heap.atomically(() -> dictionary.put(key, "4")))
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
        assertThat(entries()).hasSize(42);
        for (int i = 0; i < 40; i++) {
            dictionary.put("more" + i, "6");
        }
        assertThat(entries()).hasSize(82);
        restart(true);
        assertThat(entries()).hasSize(82);
    }
}
