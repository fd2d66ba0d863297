package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Node;
import org.jnvm.testing.Seed;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** The roots of a heap. */
@HeapTest
class RootMapTest {
    private final TestHeap test;
    private Heap heap;
    private RootMap root;

    RootMapTest(TestHeap test) {
        this.test = test;
        use(test.create(8 << 20));
    }

    private void use(Heap opened) {
        heap = opened;
        root = heap.root();
    }

    private void reopen() {
        use(test.reopen());
    }

    @Test
    void putGetExistsRemove() {
        assertThat(root.exists("a")).isFalse();
        assertThat(root.get("a")).isNull();
        assertThat(root.get("a", Node.class)).isNull();
        assertThat(root.remove("a")).isFalse();
        assertThat(root.size()).isZero();
        Node node = new Node(1);
        root.put("a", node);
        assertThat(root.exists("a")).isTrue();
        assertThat(root.get("a")).isEqualTo(node);
        assertThat(root.get("a", PObject.class)).isEqualTo(node);
        assertThat(root.size()).isEqualTo(1);
        Node second = new Node(2);
        root.put("a", second);
        assertThat(root.get("a", Node.class).value()).isEqualTo(2);
        assertThat(node.value()).isEqualTo(1); // not freed
        assertThat(root.remove("a")).isTrue();
        assertThat(root.remove("a")).isFalse();
        assertThat(root.exists("a")).isFalse();
        assertThat(second.value()).isEqualTo(2);
        root.put("a", node);
        reopen();
        assertThat(root.get("a", Node.class).value()).isEqualTo(1);
        assertThat(root.names()).containsExactly("a");
    }

    @Test
    void aRootOfAnotherClassIsRefused() {
        root.put("a", new Node(1));
        assertThatThrownBy(() -> root.get("a", Bytes.class))
                .isExactlyInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("root=a")
                .hasMessageContaining("class=org.jnvm.testing.Node")
                .hasMessageContaining("expected=org.jnvm.testing.Bytes");
    }

    @Test
    void nullsAreRefusedAndChangeNothing() {
        Node node = new Node(1);
        List<ThrowingCallable> uses = List.of(
                () -> root.put(null, node),
                () -> root.put("a", null),
                () -> root.wput(null, node),
                () -> root.wput("a", null),
                () -> root.get(null),
                () -> root.get(null, Node.class),
                () -> root.exists(null),
                () -> root.remove(null));
        for (ThrowingCallable use : uses) {
            assertThatThrownBy(use).isExactlyInstanceOf(NullPointerException.class);
        }
        assertThat(root.size()).isZero();
        reopen();
        assertThat(root.size()).isZero();
    }

    @Test
    void namesOfEveryKind() {
        List<String> names = new ArrayList<>(List.of(
                "",
                " ",
                "a",
                "A",
                "ä",
                "a\u0308",
                "\u0000",
                "a\nb",
                "日本語",
                "😀",
                "x".repeat(39),
                "x".repeat(40),
                "x".repeat(41),
                "x".repeat(231),
                "x".repeat(232),
                "x".repeat(233),
                "😀".repeat(500),
                "y".repeat(20_000)));
        for (int i = 0; i < names.size(); i++) {
            if (i % 2 == 0) {
                root.put(names.get(i), new Node(i));
            } else {
                Node node = new Node(i);
                root.wput(names.get(i), node);
                node.validate();
            }
        }
        for (int round = 0; round < 2; round++) {
            assertThat(root.names()).containsExactlyInAnyOrderElementsOf(names);
            for (int i = 0; i < names.size(); i++) {
                assertThat(root.get(names.get(i), Node.class).value()).isEqualTo(i);
            }
            reopen();
        }
        for (String name : names) {
            assertThat(root.remove(name)).isTrue();
        }
        reopen();
        assertThat(root.size()).isZero();
    }

    @Test
    void namesAreASortedCopy() {
        root.put("b", new Node(1));
        root.put("a", new Node(2));
        Set<String> names = root.names();
        root.put("c", new Node(3));
        assertThat(names).containsExactly("a", "b");
        names.clear();
        assertThat(root.names()).containsExactly("a", "b", "c");
    }

    @Test
    void agreesWithAMapOverManyReopenings(@Seed("roots") Random random) {
        Map<String, Long> model = new HashMap<>();
        long values = 0;
        for (int round = 0; round < 12; round++) {
            for (int step = 0; step < 400; step++) {
                String name = "root " + random.nextInt(200); // seven slot arrays
                if (random.nextInt(3) > 0) {
                    Node old = root.get(name, Node.class);
                    root.put(name, new Node(++values));
                    model.put(name, values);
                    if (old != null) {
                        heap.free(old);
                    }
                } else {
                    assertThat(root.remove(name)).isEqualTo(model.remove(name) != null);
                }
            }
            if (random.nextBoolean()) {
                reopen();
            }
            assertThat(root.names()).isEqualTo(model.keySet());
            assertThat(root.size()).isEqualTo(model.size());
            model.forEach((name, value) ->
                    assertThat(root.get(name, Node.class).value()).isEqualTo(value));
        }
    }

    @Test
    void sizesAroundASlotArraySurvive() {
        for (int size : new int[] {1, 28, 29, 30, 57, 58, 59, 100}) {
            for (int i = 0; i < size; i++) {
                root.put("r" + i, new Node(i));
            }
            reopen();
            assertThat(root.size()).isEqualTo(size);
            for (int i = 0; i < size; i++) {
                assertThat(root.get("r" + i, Node.class).value()).isEqualTo(i);
                root.remove("r" + i);
            }
        }
    }

    private void fillUp(int left) {
        List<Node> filling = new ArrayList<>();
        try {
            while (true) {
                filling.add(new Node(-1));
            }
        } catch (HeapFullException e) {
            for (int i = 0; i < left; i++) {
                heap.free(filling.get(i));
            }
        }
    }

    @Test
    void readersSeeOneOfTheValuesThatTheWriterPut() throws Exception {
        int keys = 8;
        Node[] stable = new Node[keys];
        for (int i = 0; i < keys; i++) {
            stable[i] = new Node(i);
            root.put("stable " + i, stable[i]);
            root.put("moving " + i, stable[i]);
        }
        fillUp(100); // so that the block of a removed entry is soon another object's
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Future<Long>> readers = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                Callable<Long> reader = () -> {
                    long found = 0;
                    while (!done.get()) {
                        for (int i = 0; i < keys; i++) {
                            // removed, put, replaced all the time; its objects are never freed
                            Node node = (Node) root.get("moving " + i);
                            if (node != null) {
                                found++;
                                assertThat(node.value()).isEqualTo(i);
                            }
                            root.exists("moving " + i);
                            assertThat(root.get("stable " + i, Node.class).value())
                                    .isEqualTo(i);
                        }
                        assertThat(root.names()).hasSizeBetween(keys, 2 * keys);
                    }
                    return found;
                };
                readers.add(pool.submit(reader));
            }
            for (int round = 0; round < 20_000; round++) {
                int i = round % keys;
                root.remove("moving " + i);
                Node[] others = new Node[5];
                for (int k = 0; k < 5; k++) {
                    others[k] = new Node(-1);
                    others[k].setNext(stable[(i + 1) % keys]); // where an entry has its value
                }
                for (Node other : others) {
                    heap.free(other);
                }
                root.put("moving " + i, stable[i]);
            }
            done.set(true);
            for (Future<Long> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        } finally {
            done.set(true);
            pool.shutdown();
        }
    }

    @Test
    void threadsThatPutDifferentRootsLoseNone() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int id = thread;
                writers.add(pool.submit(() -> {
                    try (Heap.Scope inner = heap.enter()) {
                        for (int i = 0; i < 200; i++) {
                            root.put(id + " " + i, new Node(id * 1000 + i));
                        }
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            pool.shutdown();
        }
        reopen();
        assertThat(root.size()).isEqualTo(800);
        for (int id = 0; id < 4; id++) {
            for (int i = 0; i < 200; i++) {
                assertThat(root.get(id + " " + i, Node.class).value()).isEqualTo(id * 1000 + i);
            }
        }
    }
}
