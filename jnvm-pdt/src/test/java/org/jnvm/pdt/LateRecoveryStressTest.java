package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads move, make, drop and free objects while recovery runs beside them, crash after crash: nothing is lost, nothing is used twice. */
class LateRecoveryStressTest {
    private static final HeapOptions COLLECTED = HeapOptions.defaults().collector(Collector.ON_DEMAND);
    private static final int THREADS = 3;
    private static final int KEYS = 2000;
    private static final int ROUNDS = Full.ON ? 100 : 4;
    private static final int STEPS = 4000;
    private static final int BALLAST = 40_000;

    @TempDir
    Path folder;

    private final long seed = Seeds.of("LateRecoveryStress");
    /** By thread, what must be there. */
    private final List<Map<String, Long>> models = new ArrayList<>();

    @Test
    void nothingIsLost() throws Exception {
        System.out.println("seed " + seed);
        for (int i = 0; i < THREADS; i++) {
            models.add(new HashMap<>());
        }
        Path file = folder.resolve("heap");
        Heap heap = Heap.create(file, 256 << 20, COLLECTED);
        try (Heap.Scope scope = heap.enter()) {
            heap.root().put("hash", new PConcurrentHashMap<PString, SmallNode>());
            heap.root().put("tree", new PSkipListMap<PString, SmallNode>());
        }
        for (int round = 0; round < ROUNDS; round++) {
            run(heap, round);
            Path crash = Files.copy(file, folder.resolve("heap" + round));
            heap.close();
            Files.delete(file);
            file = crash;
            heap = Heap.open(file, COLLECTED);
            if (round > 0) {
                assertThat(heap.recovery().skipped()).isFalse();
            }
        }
        heap.close();
    }

    private void run(Heap heap, int round) throws Exception {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            FutureTask<Void> task = new FutureTask<>(() -> {
                try (Heap.Scope scope = heap.enter()) {
                    new Worker(heap, number, new Random(seed + 31L * round + number)).run();
                }
                return null;
            });
            new Thread(task, "worker " + i).start();
            tasks.add(task);
        }
        for (FutureTask<Void> task : tasks) {
            task.get(120, TimeUnit.SECONDS);
        }
        heap.collect(); // waits for recovery
        assertThat(heap.check().isSound()).isTrue();
        try (Heap.Scope scope = heap.enter()) {
            SmallNode first = null; // what marking takes time for, of which next time half is garbage
            for (int i = 0; i < BALLAST; i++) {
                SmallNode node = new SmallNode(i);
                node.setNext(first);
                first = node;
                if (i == BALLAST / 2) {
                    heap.root().put("ballast", first);
                }
            }
        }
    }

    /** Changes entries of its own. */
    private final class Worker {
        private final Heap heap;
        private final int number;
        private final Random random;
        private final Map<PString, SmallNode> hash;
        private final Map<PString, SmallNode> tree;
        private final Map<String, Long> model;

        @SuppressWarnings("unchecked")
        private Worker(Heap heap, int number, Random random) {
            this.heap = heap;
            this.number = number;
            this.random = random;
            this.hash = (Map<PString, SmallNode>) heap.root().get("hash");
            this.tree = (Map<PString, SmallNode>) heap.root().get("tree");
            this.model = models.get(number);
        }

        private void run() {
            for (int i = 0; i < STEPS; i++) {
                if (random.nextInt(3) == 0) {
                    heap.atomically(() -> {
                        step();
                        step();
                    });
                } else {
                    step();
                }
            }
            model.forEach(this::check);
            assertThat(hash.keySet().stream().filter(this::isMine).count()
                            + tree.keySet().stream().filter(this::isMine).count())
                    .isEqualTo(model.size());
        }

        private boolean isMine(PString key) {
            return key.toString().startsWith(number + ":");
        }

        private Map<PString, SmallNode> mapOf(long value) {
            return (value & 1) == 0 ? hash : tree;
        }

        private void step() {
            String key = number + ":" + random.nextInt(KEYS);
            Long value = model.get(key);
            switch (random.nextInt(6)) {
                case 0, 1 -> put(key, value, random.nextInt(1 << 30));
                case 2 -> { // from one map to the other, and nowhere meanwhile
                    if (value != null) {
                        SmallNode node = mapOf(value).remove(key);
                        node.setValue(value ^ 1);
                        mapOf(value ^ 1).put(new PString(key), node);
                        model.put(key, value ^ 1);
                    }
                }
                case 3 -> { // with what was behind it, which is reached by the old object only
                    if (value != null) {
                        SmallNode old = mapOf(value).get(key);
                        SmallNode node = new SmallNode(value);
                        SmallNode behind = old.next();
                        old.setNext(null);
                        mapOf(value).remove(key);
                        node.setNext(behind);
                        mapOf(value).put(new PString(key), node);
                    }
                }
                case 4 -> {
                    if (value != null) {
                        SmallNode node = mapOf(value).remove(key);
                        SmallNode behind = node.next();
                        node.setNext(null);
                        heap.free(behind);
                        heap.free(node);
                        model.remove(key);
                    }
                }
                default -> {
                    if (value != null) {
                        check(key, value);
                    }
                }
            }
        }

        private void put(String key, Long before, long value) {
            if (before != null) {
                mapOf(before).remove(key);
            }
            SmallNode node = new SmallNode(value);
            node.setNext(new SmallNode(-number));
            mapOf(value).put(new PString(key), node);
            model.put(key, value);
        }

        private void check(String key, long value) {
            SmallNode node = mapOf(value).get(key);
            assertThat(node).as(key).isNotNull();
            assertThat(node.value()).isEqualTo(value);
            assertThat(node.next().value()).isEqualTo(-number);
        }
    }
}
