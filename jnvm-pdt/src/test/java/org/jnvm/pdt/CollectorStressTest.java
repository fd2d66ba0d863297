package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.Collector;
import org.jnvm.HeapOptions;
import org.jnvm.testing.Full;
import org.jnvm.testing.Node;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No object that the program reaches is ever collected, and all others are. */
class CollectorStressTest extends DataTypeTest {
    private static final int THREADS = 3;
    private static final int KEYS = 200;

    @Override
    HeapOptions options() {
        return HeapOptions.defaults().collector(Collector.ON_DEMAND);
    }

    @Override
    long maximum() {
        return 256 << 20;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void nothingThatIsReachedIsCollected(long seed) throws Exception {
        PConcurrentHashMap<PString, SmallNode> hash = new PConcurrentHashMap<>();
        PSkipListMap<PString, SmallNode> tree = new PSkipListMap<>();
        heap.root().put("hash", hash);
        heap.root().put("tree", tree);
        AtomicBoolean done = new AtomicBoolean();
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            tasks.add(start("worker " + i, () -> {
                new Worker(number, new Random(seed * 31 + number), hash, tree).run(Full.ON ? 400_000 : 4_000);
                return null;
            }));
        }
        FutureTask<long[]> collecting = start("collector", () -> {
            long freed = 0;
            long count = 0;
            while (!done.get()) {
                freed += heap.collect();
                if (count++ % 4 == 0) { // a quarter of the time: G1 stops all threads for each
                    System.gc();
                }
            }
            return new long[] {freed, count};
        });
        try {
            for (FutureTask<Void> task : tasks) {
                task.get(120, TimeUnit.SECONDS);
            }
        } finally {
            done.set(true);
        }
        long[] freed = collecting.get(60, TimeUnit.SECONDS);
        assertThat(heap.check().isSound()).isTrue();
        assertThat(freed[0]).isPositive();
    }

    /** Changes entries of its own, and knows what must be there. */
    private final class Worker {
        private final int number;
        private final Random random;
        private final Map<PString, SmallNode> hash;
        private final Map<PString, SmallNode> tree;
        private final Map<String, Long> inHash = new HashMap<>();
        private final Map<String, Long> inTree = new HashMap<>();
        /** Proxies of objects that may be reachable from nowhere else, and what they must have. */
        private final Map<Object, Long> kept = new HashMap<>();

        private final List<Object> order = new ArrayList<>();
        private final PArrayList<Node> list = new PArrayList<>();
        private final List<Long> inList = new ArrayList<>();
        private long next;

        private Worker(int number, Random random, Map<PString, SmallNode> hash, Map<PString, SmallNode> tree) {
            this.number = number;
            this.random = random;
            this.hash = hash;
            this.tree = tree;
            next = number * 1_000_000_000L;
        }

        private void run(int steps) {
            for (int i = 0; i < steps; i++) {
                if (random.nextInt(4) == 0) {
                    Map<String, Long> hashBefore = new HashMap<>(inHash);
                    Map<String, Long> treeBefore = new HashMap<>(inTree);
                    List<Long> listBefore = new ArrayList<>(inList);
                    int many = 1 + random.nextInt(5);
                    if (random.nextInt(3) == 0) {
                        int keptBefore = order.size();
                        abort(() -> steps(many));
                        while (order.size() > keptBefore) { // made in there, and no more
                            kept.remove(order.remove(order.size() - 1));
                        }
                        inHash.clear();
                        inHash.putAll(hashBefore);
                        inTree.clear();
                        inTree.putAll(treeBefore);
                        inList.clear();
                        inList.addAll(listBefore);
                    } else {
                        heap.atomically(() -> steps(many));
                    }
                } else {
                    step();
                }
            }
            inHash.forEach((key, value) -> checkEntry(hash, key, value));
            inTree.forEach((key, value) -> checkEntry(tree, key, value));
            assertThat(hash.keySet().stream().filter(key -> key.toString().startsWith(number + ":")))
                    .hasSize(inHash.size());
            assertThat(tree.keySet().stream().filter(key -> key.toString().startsWith(number + ":")))
                    .hasSize(inTree.size());
        }

        private void steps(int count) {
            for (int i = 0; i < count; i++) {
                step();
            }
        }

        private void step() {
            boolean first = random.nextBoolean();
            Map<PString, SmallNode> map = first ? hash : tree;
            Map<String, Long> model = first ? inHash : inTree;
            String key = number + ":" + random.nextInt(KEYS);
            switch (random.nextInt(9)) {
                case 0, 1, 2 -> {
                    SmallNode made = new SmallNode(next);
                    SmallNode behind = new SmallNode(-next);
                    made.setNext(behind);
                    model.put(key, next++);
                    map.put(new PString(key), made);
                }
                case 3 -> {
                    SmallNode was = map.remove(key);
                    Long value = model.remove(key);
                    assertThat(was == null).isEqualTo(value == null);
                    if (was != null) {
                        check(was, value);
                        if (random.nextInt(8) == 0) {
                            keep(was, value);
                        }
                    }
                }
                case 4 -> {
                    Long value = model.get(key);
                    if (value == null) {
                        assertThat(map.get(key)).isNull();
                    } else {
                        checkEntry(map, key, value);
                    }
                }
                case 5 -> {
                    if (!order.isEmpty()) {
                        Object proxy = order.get(random.nextInt(order.size()));
                        check((SmallNode) proxy, kept.get(proxy));
                    }
                }
                case 6 -> { // what only a kept proxy leads to goes back
                    if (order.size() > 50) {
                        SmallNode proxy = (SmallNode) order.remove(0);
                        long value = kept.remove(proxy);
                        check(proxy, value);
                        map.put(new PString(key), proxy);
                        model.put(key, value);
                    }
                }
                case 7 -> {
                    Node node = new Node(next);
                    node.setOther(new PString("text " + next));
                    list.add(node);
                    inList.add(next++);
                    if (list.size() > 30) {
                        list.remove(3);
                        inList.remove(3);
                    }
                }
                default -> {
                    for (int i = 0; i < inList.size(); i++) {
                        Node node = list.get(i);
                        assertThat(node.value()).isEqualTo(inList.get(i));
                        assertThat(node.other().toString()).isEqualTo("text " + inList.get(i));
                    }
                }
            }
        }

        private void keep(SmallNode node, long value) {
            if (kept.put(node, value) == null) {
                order.add(node);
            }
        }

        private void checkEntry(Map<PString, SmallNode> map, String key, long value) {
            SmallNode node = map.get(key);
            assertThat(node).as(key).isNotNull();
            check(node, value);
        }

        private void check(SmallNode node, long value) {
            assertThat(node.value()).isEqualTo(value);
            SmallNode behind = node.next();
            assertThat(behind).isNotNull();
            assertThat(behind.value()).isEqualTo(-value);
        }
    }
}
