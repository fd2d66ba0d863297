package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.object.Collecting;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** References that move while the heap is marked: without the barrier, the objects that they lead to are lost. */
class CollectorBarrierTest {
    /** So many that the proxies which are made while the collection begins pin a small part of them. */
    private static final int HOLDERS = 100_000;

    private static final int ROUNDS = 5;
    /** In nearly each round of a barrier with a hole something is lost. */
    private static final int MOST_ROUNDS = 100;

    private final Random random = Seeds.random("CollectorBarrier");
    private Refs holders;

    @TempDir
    Path folder;

    private Heap heap;
    private Heap.Scope scope;

    @BeforeEach
    void open() {
        heap = Heap.create(
                folder.resolve("a.heap"), 128 << 20, HeapOptions.defaults().collector(Collector.ON_DEMAND));
        scope = heap.enter();
    }

    @AfterEach
    void close() {
        scope.close();
        heap.close();
    }

    /** Tells the collection of nothing that is overwritten. */
    private record Hole(Collecting collection) implements Collecting {
        @Override
        public void allocated(long offset) {
            collection.allocated(offset);
        }

        @Override
        public void overwriting(long word) {}

        @Override
        public void changing(long ref, long header) {}
    }

    private void fill() {
        holders = new Refs(HOLDERS);
        heap.root().put("holders", holders);
        for (int i = 0; i < HOLDERS; i++) {
            SmallNode holder = new SmallNode(i);
            if (i % 2 == 0) {
                holder.setNext(new SmallNode(i));
            }
            holders.set(i, holder);
        }
    }

    private void move() {
        SmallNode from = (SmallNode) holders.get(random.nextInt(HOLDERS));
        SmallNode to = (SmallNode) holders.get(random.nextInt(HOLDERS));
        SmallNode moved = from.next();
        if (moved != null && to.next() == null) {
            to.setNext(moved);
            from.setNext(null);
        }
    }

    /** Collects while references are moved; tells whether something was lost. */
    private boolean loses(boolean hole) throws Exception {
        ObjectSpace space = PersistentHeap.of(holders).space();
        AtomicBoolean done = new AtomicBoolean();
        heap.collect(); // the tokens of before are given out no more
        System.gc(); // and pin nothing
        FutureTask<Void> moving = new FutureTask<>(() -> {
            while (!done.get()) {
                Collecting collection = space.collecting();
                if (hole && collection != null && !(collection instanceof Hole)) {
                    space.setCollecting(new Hole(collection));
                }
                move();
            }
            return null;
        });
        new Thread(moving, "moving").start();
        try {
            heap.collect();
            done.set(true);
            moving.get(60, TimeUnit.SECONDS);
            boolean[] values = new boolean[HOLDERS];
            int count = 0;
            for (int i = 0; i < HOLDERS; i++) {
                SmallNode moved = ((SmallNode) holders.get(i)).next();
                if (moved != null) {
                    count += values[(int) moved.value()] ? 0 : 1;
                    values[(int) moved.value()] = true;
                }
            }
            return count != HOLDERS / 2;
        } catch (JnvmException | ExecutionException | IndexOutOfBoundsException e) {
            System.out.println("lost: " + e.getMessage());
            return true;
        } finally {
            done.set(true);
        }
    }

    @Test
    void nothingIsLost() throws Exception {
        fill();
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(loses(false)).as("round " + round).isFalse();
        }
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void aHoleInTheBarrierIsFound() throws Exception {
        fill();
        int round = 0;
        while (!loses(true)) {
            assertThat(++round).as("rounds in which nothing was lost").isLessThan(MOST_ROUNDS);
        }
    }
}
