package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JNVM;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Transactions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Person;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.TestHeap;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;

/** Inner blocks that are undone while the enclosing one goes on. */
@HeapTest
class SavepointTest {
    private final TestHeap test;
    private Heap heap;

    SavepointTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
    }

    private void reopen() {
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
    }

    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OnPurpose() {
            super("on purpose");
        }
    }

    /** Runs an action in an inner block that an exception leaves. */
    private void undone(Runnable action) {
        try {
            heap.atomically(() -> {
                action.run();
                throw new OnPurpose();
            });
        } catch (OnPurpose expected) {
            assertThat(expected.getSuppressed()).isEmpty();
            return;
        }
        throw new AssertionError("block was not left");
    }

    private Node root(String name, long left, long right) {
        Node node = Node.of(left, right);
        heap.root().put(name, node);
        return node;
    }

    @Test
    void writesAreUndoneToWhatTheEnclosingBlockSaw() {
        Node before = root("a", 0, 0);
        Node untouched = root("b", 7, 7);
        heap.atomically(() -> {
            before.move(1);
            Node own = Node.of(10, 10);
            before.setNext(own);
            undone(() -> {
                before.move(10);
                own.move(10);
                untouched.move(10);
                heap.atomically(() -> before.move(100)); // is part of what is undone
                undone(() -> own.move(1000));
                assertThat(before.left()).isEqualTo(111);
                assertThat(own.left()).isEqualTo(20);
            });
            assertThat(before.values()).isEqualTo("1,1,-1,-1");
            assertThat(own.values()).isEqualTo("10,10,10,10");
            assertThat(untouched.values()).isEqualTo("7,7,7,7");
            heap.atomically(() -> own.move(1));
            undone(() -> own.move(1));
            own.move(1);
        });
        reopen();
        Node node = heap.root().get("a", Node.class);
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
        assertThat(node.next().values()).isEqualTo("12,12,8,8");
        assertThat(heap.root().get("b", Node.class).values()).isEqualTo("7,7,7,7");
    }

    @Test
    void anObjectThatOnlyTheInnerBlockWroteIsFreeForOthersAfterwards() throws Exception {
        Node node = root("a", 0, 0);
        Node other = heap.root().get("a", Node.class);
        heap.atomically(() -> {
            undone(() -> node.move(1));
            Thread thread = new Thread(() -> heap.atomically(() -> other.move(5)));
            thread.start();
            Threads.join(thread);
            node.move(1); // on top of what the other thread committed
        });
        assertThat(node.values()).isEqualTo("6,6,-6,-6");
    }

    @Test
    void freesAndAllocationsAreUndone() {
        Node node = root("a", 1, 2);
        Node next = Node.of(3, 4);
        node.setNext(next);
        Node second = node.next();
        Node[] made = new Node[2];
        heap.atomically(() -> {
            Node own = Node.of(5, 6);
            undone(() -> {
                node.setNext(null);
                heap.free(next);
                heap.free(own);
                made[0] = Node.of(7, 8);
                node.setNext(made[0]);
                assertThatThrownBy(own::left).isInstanceOf(StaleObjectException.class);
                assertThatThrownBy(second::left).isInstanceOf(StaleObjectException.class);
            });
            assertThat(next.left()).isEqualTo(3);
            assertThat(second.left()).isEqualTo(3);
            assertThat(own.left()).isEqualTo(5);
            assertThat(node.next()).isEqualTo(next);
            assertThatThrownBy(() -> made[0].left()).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> node.setNext(made[0])).isInstanceOf(StaleObjectException.class);
            made[1] = Node.of(9, 9); // may use its memory
            next.setNext(made[1]);
            own.move(1);
            heap.root().put("own", own);
            heap.free(made[1]);
            next.setNext(null);
        });
        assertThat(next.left()).isEqualTo(3);
        reopen();
        assertThat(heap.root().get("a", Node.class).next().left()).isEqualTo(3);
        assertThat(heap.root().get("own", Node.class).values()).isEqualTo("6,6,5,5");
        assertThat(heap.recovery().liveObjects()).isLessThan(20);
    }

    @Test
    void aFreeAfterAWriteIsUndoneToTheWrittenValue() {
        Node node = root("a", 1, 1);
        heap.atomically(() -> {
            node.move(1);
            undone(() -> {
                node.move(1);
                heap.free(node);
            });
            assertThat(node.left()).isEqualTo(2);
            undone(() -> heap.free(node));
            assertThat(node.left()).isEqualTo(2);
        });
        assertThat(node.values()).isEqualTo("2,2,0,0");
    }

    @Test
    void rootsAreUndone() {
        Node node = root("a", 1, 1);
        heap.atomically(() -> {
            heap.root().put("b", node);
            undone(() -> {
                heap.root().put("c", node);
                heap.root().remove("a");
                heap.root().remove("b");
                assertThat(heap.root().names()).containsExactly("c");
            });
            assertThat(heap.root().names()).containsExactly("a", "b");
            heap.root().put("c", node);
        });
        reopen();
        assertThat(heap.root().names()).containsExactly("a", "b", "c");
    }

    @Test
    void whatIsUndoneMayBeDoneOverAndOver() {
        Node node = root("a", 0, 0);
        heap.atomically(() -> {
            for (int i = 0; i < 20_000; i++) { // more than the heap has blocks
                undone(() -> {
                    node.setNext(Node.of(1, 1));
                    node.move(1);
                    heap.root().put("x", node.next());
                });
            }
            node.move(1);
        });
        assertThat(heap.root().names()).containsExactly("a");
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
    }

    @Test
    void abortEndsOneBlockThatWasStartedByHandAndAbortAllEndsAll() {
        withDefaultHeap(node -> {
            JNVM.faStart();
            node.move(1);
            JNVM.faStart();
            node.move(1);
            JNVM.faAbort();
            assertThat(JNVM.inFa()).isTrue();
            assertThat(node.values()).isEqualTo("1,1,-1,-1");
            JNVM.faEnd();
            assertThat(node.values()).isEqualTo("1,1,-1,-1");
            JNVM.faStart();
            node.move(1);
            JNVM.faStart();
            node.move(1);
            JNVM.faAbortAll();
            assertThat(JNVM.inFa()).isFalse();
            assertThat(node.values()).isEqualTo("1,1,-1,-1");
            assertThatThrownBy(JNVM::faEnd).isInstanceOf(FailureAtomicException.class);
            assertThatThrownBy(JNVM::faAbort).isInstanceOf(FailureAtomicException.class);
            assertThatThrownBy(JNVM::faAbortAll).isInstanceOf(FailureAtomicException.class);
        });
    }

    /** A block that a method ends cannot be left by an abort: what comes after it would go unprotected. */
    @Test
    void whatFollowsAnAbortInAMethodIsRefusedUntilThatIsLeft() {
        withDefaultHeap(node -> {
            assertThatThrownBy(() -> JNVM.heap().atomically((Runnable) () -> {
                        node.move(1);
                        JNVM.faAbort();
                        assertThat(JNVM.inFa()).isTrue();
                        assertThat(node.values()).isEqualTo("0,0,0,0");
                        assertThatThrownBy(() -> node.move(1))
                                .isInstanceOf(FailureAtomicException.class)
                                .hasMessageContaining("after it was aborted");
                        assertThatThrownBy(() -> Node.of(1, 1)).isInstanceOf(FailureAtomicException.class);
                        assertThatThrownBy(() -> JNVM.root.put("x", node)).isInstanceOf(FailureAtomicException.class);
                        assertThatThrownBy(JNVM::faStart).isInstanceOf(FailureAtomicException.class);
                    }))
                    .isInstanceOf(FailureAtomicException.class)
                    .hasMessageContaining("ended after it was aborted");
            assertThat(JNVM.inFa()).isFalse();
            assertThat(node.values()).isEqualTo("0,0,0,0");
            node.move(1);
            assertThat(node.values()).isEqualTo("1,1,-1,-1");
        });
    }

    @Test
    void anAbortOfTheInnerMethodLeavesTheOuterOneItsChanges() {
        withDefaultHeap(node -> {
            JNVM.heap().atomically((Runnable) () -> {
                node.move(1);
                assertThatThrownBy(() -> JNVM.heap().atomically((Runnable) () -> {
                            node.move(1);
                            JNVM.faStart();
                            node.move(1);
                            JNVM.faAbort();
                            assertThat(node.values()).isEqualTo("2,2,-2,-2");
                            JNVM.faAbort();
                            throw new IllegalStateException("left");
                        }))
                        .hasMessage("left");
                assertThat(node.values()).isEqualTo("1,1,-1,-1");
                node.move(1);
            });
            assertThat(node.values()).isEqualTo("2,2,-2,-2");
        });
    }

    @Test
    void abortAllInAMethodUndoesTheBlocksAroundItToo() {
        withDefaultHeap(node -> {
            List<String> log = new ArrayList<>();
            JNVM.faStart(); // ends with the method inside it, which is the last that can refuse anything
            node.move(1);
            JNVM.onAbort(() -> log.add(node.values() + JNVM.inFa()));
            assertThatThrownBy(() -> JNVM.heap().atomically((Runnable) () -> {
                        node.move(1);
                        JNVM.faAbortAll();
                        assertThat(log).isEmpty();
                        assertThatThrownBy(() -> node.move(1)).isInstanceOf(FailureAtomicException.class);
                    }))
                    .isInstanceOf(FailureAtomicException.class);
            assertThat(JNVM.inFa()).isFalse();
            assertThat(log).containsExactly("0,0,0,0false");
            assertThat(node.values()).isEqualTo("0,0,0,0");
        });
    }

    private void withDefaultHeap(Consumer<Node> use) {
        JNVM.init(test.folder().resolve("default.heap"), HeapOptions.defaults().maxBytes(1 << 20));
        try (Heap.Scope inside = JNVM.heap().enter()) {
            assertThat(inside).isNotNull();
            Node node = Node.of(0, 0);
            JNVM.root.put("a", node);
            use.accept(node);
        } finally {
            if (JNVM.inFa()) {
                JNVM.faAbortAll();
            }
            JNVM.close();
        }
    }

    @Test
    void blocksThatDoNotMatchAreUndoneAndReported() {
        Node node = root("a", 0, 0);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    Transactions.faStart(node);
                    node.move(1);
                }))
                .isInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("do not match");
        assertThat(JNVM.inFa()).isFalse();
        assertThat(node.values()).isEqualTo("0,0,0,0");
    }

    /** Each level of the recursion is a block; the ends of the innermost ones find no room on the stack either. */
    @Test
    void aStackThatOverflowsInsideInnerBlocksLeavesNoneOpen() {
        Node node = root("a", 0, 0);
        for (int round = 0; round < 10; round++) {
            assertThatThrownBy(() -> heap.atomically(() -> forever(node))).isInstanceOf(StackOverflowError.class);
            assertThat(JNVM.inFa()).isFalse();
            assertThat(node.values()).isEqualTo("0,0,0,0");
        }
        heap.atomically(() -> {
            node.move(1);
            assertThatThrownBy(() -> heap.atomically(() -> forever(node))).isInstanceOf(StackOverflowError.class);
            assertThat(node.values()).isEqualTo("1,1,-1,-1");
        });
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
        assertThat(heap.stats().openFaBlocks()).isZero();
    }

    private void forever(Node node) {
        node.move(1);
        node.setNext(Node.of(1, 1));
        heap.atomically(() -> forever(node));
    }

    @Test
    void anUndoActionThatThrowsAbortsTheOutermostBlock() {
        Node node = root("a", 0, 0);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    node.move(1);
                    assertThatThrownBy(() -> heap.atomically(() -> {
                                Transactions.onAbort(node, () -> {
                                    throw new IllegalStateException("undo");
                                });
                                throw new OnPurpose();
                            }))
                            .isInstanceOf(OnPurpose.class)
                            .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
                }))
                .isInstanceOf(FailureAtomicException.class)
                .hasRootCauseMessage("undo");
        assertThat(node.values()).isEqualTo("0,0,0,0");
        heap.atomically(() -> node.move(1));
        assertThat(node.values()).isEqualTo("1,1,-1,-1");
    }

    // ---- against a model ----

    private static final int PLACES = 6;

    /** What the heap should hold: for each place a node, the numbers and the name behind it. */
    private static final class Model {
        private final long[][] node = new long[PLACES][];
        private final long[][] longs = new long[PLACES][];
        private final String[] person = new String[PLACES];

        private Model copy() {
            Model copy = new Model();
            for (int i = 0; i < PLACES; i++) {
                copy.node[i] = node[i] == null ? null : node[i].clone();
                copy.longs[i] = longs[i] == null ? null : longs[i].clone();
                copy.person[i] = person[i];
            }
            return copy;
        }
    }

    /** Does random things in nested blocks to the heap and to a model of it. */
    private final class Walk {
        private final Random random;
        private Model model = new Model();

        private Walk(Random random) {
            this.random = random;
        }

        private void block(int depth) {
            Model before = model.copy();
            boolean fails = random.nextInt(3) == 0;
            try {
                heap.atomically(() -> {
                    int steps = random.nextInt(12);
                    for (int i = 0; i < steps; i++) {
                        if (depth < 5 && random.nextInt(4) == 0) {
                            block(depth + 1);
                        } else {
                            step();
                        }
                    }
                    if (fails) {
                        throw new OnPurpose();
                    }
                });
            } catch (OnPurpose e) {
                model = before;
                if (depth > 1 && random.nextInt(5) == 0) {
                    throw e;
                }
            }
            check();
        }

        private void step() {
            int i = random.nextInt(PLACES);
            switch (random.nextInt(8)) {
                case 0 -> remove("node" + i, model.node[i] != null, () -> model.node[i] = null);
                case 1 -> remove("longs" + i, model.longs[i] != null, () -> model.longs[i] = null);
                case 2 -> remove("person" + i, model.person[i] != null, () -> model.person[i] = null);
                case 3, 4 -> {
                    if (model.node[i] == null) {
                        model.node[i] = new long[2];
                        heap.root().put("node" + i, Node.of(0, 0));
                    }
                    long amount = random.nextInt(100);
                    model.node[i][0] += amount;
                    model.node[i][1] -= amount;
                    heap.root().get("node" + i, Node.class).move(amount);
                }
                case 5, 6 -> {
                    if (model.longs[i] == null) {
                        model.longs[i] = new long[1 + random.nextInt(70)];
                        heap.root().put("longs" + i, new Longs(model.longs[i].length));
                    }
                    long[] all = model.longs[i];
                    int from = random.nextInt(all.length);
                    long[] values = new long[1 + random.nextInt(all.length - from)];
                    for (int k = 0; k < values.length; k++) {
                        values[k] = random.nextLong();
                    }
                    System.arraycopy(values, 0, all, from, values.length);
                    heap.root().get("longs" + i, Longs.class).write(from, values);
                }
                default -> {
                    Person person = model.person[i] == null
                            ? new Person("new")
                            : heap.root().get("person" + i, Person.class);
                    if (model.person[i] == null) {
                        heap.root().put("person" + i, person);
                    }
                    change(person);
                    model.person[i] = person.all();
                }
            }
        }

        private void change(Person person) {
            int value = random.nextInt(100);
            switch (random.nextInt(5)) {
                case 0 -> person.setName("name " + value);
                case 1 -> person.setAlias(value < 30 ? null : "alias ".repeat(value));
                case 2 -> person.setAge(value < 30 ? null : (long) value);
                case 3 -> person.setCount(value < 30 ? null : value);
                default -> person.setMood(value < 30 ? null : Person.Mood.values()[value % 3]);
            }
        }

        private void remove(String root, boolean there, Runnable noted) {
            if (there) {
                Object object = heap.root().get(root);
                heap.root().remove(root);
                heap.free(object);
                noted.run();
            }
        }

        private void check() {
            for (int i = 0; i < PLACES; i++) {
                Node node = heap.root().get("node" + i, Node.class);
                assertThat(node == null ? null : new long[] {node.left(), node.right()})
                        .as("node %d", i)
                        .isEqualTo(model.node[i]);
                Longs longs = heap.root().get("longs" + i, Longs.class);
                assertThat(longs == null ? null : longs.all()).as("longs %d", i).isEqualTo(model.longs[i]);
                Person person = heap.root().get("person" + i, Person.class);
                assertThat(person == null ? null : person.all())
                        .as("person %d", i)
                        .isEqualTo(model.person[i]);
            }
        }
    }

    @Test
    void randomNestingAgreesWithAModel() {
        long seed = Seeds.of("savepoints");
        Random random = new Random(seed);
        Walk walk = new Walk(random);
        for (int round = 0; round < 12; round++) {
            for (int i = 0; i < 150; i++) {
                walk.block(1);
            }
            reopen();
            walk.check();
            // nothing is lost: a few objects for each place, the class table, pools, logs
            assertThat(heap.recovery().liveBlocks()).isLessThan(150);
        }
    }

    // ---- cost ----

    @Test
    void blocksMakeNoJavaObjects() {
        Node node = root("a", 0, 0);
        Node[] nodes = new Node[20];
        Arrays.setAll(nodes, i -> root("n" + i, i, i));
        Longs longs = new Longs(100);
        heap.root().put("longs", longs);
        OnPurpose thrown = new OnPurpose();
        assertThat(allocatedBy(() -> {
                    Transactions.faStart(node);
                    node.move(1);
                    int depth = Transactions.faStart(node);
                    node.move(1);
                    for (Node each : nodes) {
                        each.move(1);
                    }
                    longs.set(50, 3);
                    Transactions.faFail(node, thrown, depth);
                    Transactions.faStart(node);
                    nodes[3].setLeft(1);
                    Transactions.faEnd(node);
                    Transactions.faEnd(node);
                }))
                .isZero();
    }

    /** Returns the bytes that each of many runs allocates on the Java heap, once everything is warm. */
    private static long allocatedBy(Runnable run) {
        int runs = 2000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = allocatedBytes();
            for (int i = 0; i < runs; i++) {
                run.run();
            }
            least = Math.min(least, allocatedBytes() - before);
        }
        return least / runs;
    }

    /** By reflection, as this module does not read that of the management interfaces. */
    private static long allocatedBytes() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            return (long) Class.forName("com.sun.management.ThreadMXBean")
                    .getMethod("getCurrentThreadAllocatedBytes")
                    .invoke(threads);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
