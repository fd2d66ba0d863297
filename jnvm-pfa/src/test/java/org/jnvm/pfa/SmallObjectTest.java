package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Failure-atomic blocks that change objects in slots: what is in the same slab is nobody's business but its owner's. */
@HeapTest
class SmallObjectTest {
    private static final long SEED = Seeds.of("SmallObject");
    private static final int OBJECTS = 6;

    private final TestHeap test;
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private Heap heap;

    SmallObjectTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
        for (int i = 0; i < OBJECTS; i++) {
            heap.root().put("" + i, new Small(100 * i, 0));
        }
    }

    @AfterEach
    void endThread() {
        other.shutdownNow();
    }

    private Small small(int i) {
        return heap.root().get("" + i, Small.class);
    }

    private static long slab(Small object) {
        return Reference.offset(object.$jnvm$ref()) & -BlockLayout.BLOCK_BYTES;
    }

    private String all() {
        TreeMap<String, String> values = new TreeMap<>();
        heap.root()
                .names()
                .forEach(name ->
                        values.put(name, heap.root().get(name, Small.class).values()));
        return values.toString();
    }

    private void inOther(Runnable action) throws Exception {
        Future<?> done = other.submit(() -> {
            try (Heap.Scope scope = heap.enter()) {
                action.run();
            }
        });
        try {
            done.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw (Error) e.getCause();
        }
    }

    private void undone(Runnable action) {
        assertThatThrownBy(() -> heap.atomically(() -> {
                    action.run();
                    throw new IllegalStateException("on purpose");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasNoSuppressedExceptions();
    }

    @Test
    void objectsShareASlab() {
        assertThat(slab(small(0))).isEqualTo(slab(small(1)));
        assertThat(Reference.isSlot(small(0).$jnvm$ref())).isTrue();
    }

    @Test
    void aBlockIsAllOrNothing() {
        String before = all();
        undone(() -> {
            small(0).move(7);
            small(1).move(9);
            assertThat(small(0).values()).isEqualTo("7,-7,1,true");
            assertThat(small(2).values()).isEqualTo("200,0,0,false");
        });
        assertThat(all()).isEqualTo(before);
        heap.atomically(() -> {
            small(0).move(7);
            small(1).setRight(3);
        });
        assertThat(small(0).values()).isEqualTo("7,-7,1,true");
        assertThat(small(1).values()).isEqualTo("100,3,0,false");
        String after = all();
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        assertThat(all()).isEqualTo(after);
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void onlyItsThreadSeesAnOpenBlock() throws Exception {
        heap.atomically(() -> {
            small(0).move(7);
            try {
                inOther(() -> assertThat(small(0).values()).isEqualTo("0,0,0,false"));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            assertThat(small(0).values()).isEqualTo("7,-7,1,true");
        });
        inOther(() -> assertThat(small(0).values()).isEqualTo("7,-7,1,true"));
    }

    @Test
    void twoBlocksChangeNeighbours() throws Exception {
        heap.atomically(() -> {
            small(0).move(7);
            try {
                inOther(() -> {
                    heap.atomically(() -> small(1).move(9));
                    small(2).move(11); // outside of blocks
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            small(3).move(13);
            assertThat(small(1).values()).isEqualTo("109,-9,1,true");
            assertThat(small(2).values()).isEqualTo("211,-11,1,true");
        });
        assertThat(all())
                .isEqualTo("{0=7,-7,1,true, 1=109,-9,1,true, 2=211,-11,1,true, 3=313,-13,1,true, 4=400,0,0,false,"
                        + " 5=500,0,0,false}");
    }

    @Test
    void anObjectIsLockedAndNotItsSlab() {
        heap.atomically(() -> {
            small(0).setLeft(1);
            for (Runnable change : List.<Runnable>of(
                    () -> small(0).setRight(2),
                    () -> small(0).setNext(small(1)),
                    () -> heap.free(small(0)),
                    () -> heap.atomically(() -> small(0).setRight(2)))) {
                assertThatThrownBy(() -> inOther(change)).isInstanceOf(FailureAtomicException.class);
            }
            try {
                inOther(() -> {
                    small(1).setRight(2);
                    small(1).setNext(small(2));
                    Small removed = small(4);
                    heap.root().remove("4");
                    heap.free(removed);
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(small(0).values()).isEqualTo("1,0,0,false");
        assertThat(small(1).values()).isEqualTo("100,2,0,false");
        assertThat(small(1).next().values()).isEqualTo("200,0,0,false");
    }

    @Test
    void referencesAreOfTheBlock() {
        undone(() -> {
            small(0).setNext(new Small(7, 7));
            assertThat(small(0).next().values()).isEqualTo("7,7,0,false");
        });
        assertThat((Object) small(0).next()).isNull();
        heap.atomically(() -> small(0).setNext(new Small(8, 8)));
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        assertThat(small(0).next().values()).isEqualTo("8,8,0,false");
    }

    @Test
    void anInnerBlockIsUndoneToWhatTheEnclosingOneSaw() {
        heap.atomically(() -> {
            Small own = new Small(1, 1);
            Small neighbour = new Small(2, 2);
            small(0).move(1);
            small(0).setNext(own);
            own.setNext(neighbour);
            undone(() -> {
                small(0).move(10);
                small(1).move(10);
                own.move(10);
                own.setNext(null);
                small(0).setNext(null);
            });
            assertThat(small(0).values()).isEqualTo("1,-1,1,true");
            assertThat(small(1).values()).isEqualTo("100,0,0,false");
            assertThat(own.values()).isEqualTo("1,1,0,false");
            assertThat(own.next().values()).isEqualTo("2,2,0,false");
            neighbour.move(1);
        });
        assertThat(small(0).next().next().values()).isEqualTo("3,1,1,true");
    }

    /** What lies behind an object of the block in its slab may be another thread's. */
    @Test
    void undoingLeavesTheNeighboursOfNewObjectsAlone() {
        heap.atomically(() -> {
            Small own = new Small(1, 1);
            undone(() -> {
                own.move(10);
                try {
                    inOther(() -> {
                        for (int i = 0; i < OBJECTS; i++) {
                            small(i).move(1);
                        }
                    });
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            small(0).setNext(own);
        });
        assertThat(small(0).next().values()).isEqualTo("1,1,0,false");
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(small(i).values()).isEqualTo((100 * i + 1) + ",-1,1,true");
        }
    }

    @Test
    void whatWasFreedInTheBlockIsRefused() {
        undone(() -> {
            Small freed = small(0);
            heap.free(freed);
            assertThatThrownBy(freed::left).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> freed.setLeft(1)).isInstanceOf(StaleObjectException.class);
            assertThat(small(1).left()).isEqualTo(100);
        });
        assertThat(small(0).left()).isZero();
    }

    /** Two threads move amounts about in their own objects of the same slabs, with aborts; a third party adds up. */
    @Test
    void threadsShareSlabsAndDisturbNobody() throws Exception {
        int threads = 3;
        int own = 20;
        Small[][] objects = new Small[threads][own];
        for (int i = 0; i < own; i++) {
            for (int t = 0; t < threads; t++) { // side by side
                objects[t][i] = new Small(0, 0);
                heap.root().put(t + "/" + i, objects[t][i]);
            }
        }
        long[][] expected = new long[threads][own];
        CyclicBarrier begin = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<?>> running = new java.util.ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int self = t;
            running.add(pool.submit(() -> {
                begin.await();
                Random random = new Random(SEED + self);
                for (int round = 0; round < 2000; round++) {
                    int a = random.nextInt(own);
                    int b = random.nextInt(own);
                    Runnable change = () -> {
                        objects[self][a].move(1);
                        objects[self][b].move(-3);
                    };
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            try {
                                heap.atomically(() -> {
                                    change.run();
                                    throw new IllegalStateException("on purpose");
                                });
                            } catch (IllegalStateException e) {
                                continue;
                            }
                        }
                        case 1 -> heap.atomically(change::run);
                        default -> change.run();
                    }
                    expected[self][a] += 1;
                    expected[self][b] -= 3;
                }
                return null;
            }));
        }
        for (Future<?> thread : running) {
            thread.get();
        }
        pool.shutdown();
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        for (int t = 0; t < threads; t++) {
            for (int i = 0; i < own; i++) {
                Small object = heap.root().get(t + "/" + i, Small.class);
                assertThat(object.left()).as("seed " + SEED + " " + t + "/" + i).isEqualTo(expected[t][i]);
                assertThat(object.right()).isEqualTo(-expected[t][i]);
            }
        }
    }
}
