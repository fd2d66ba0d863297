package org.jnvm.internal.heap;

import java.time.Duration;
import java.util.function.Consumer;
import org.jnvm.CollectorListener;
import org.jnvm.CollectorStats;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.internal.collector.BackgroundCollector;
import org.jnvm.internal.collector.Collector;
import org.jnvm.internal.collector.LateRecovery;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jspecify.annotations.Nullable;

/** What an open heap does to be collected, and to be recovered beside the program; of a heap without a collector, nothing. */
public final class HeapCollection {
    private final TransactionalHeap heap;
    private final ObjectSpace space;
    private final @Nullable Collector collector;
    private final boolean alone;

    /** The recovery that was begun when the heap was opened; null if none was. */
    private @Nullable LateRecovery late;
    /** Whether its thread was started. */
    private boolean begun;

    /** Prepares, before there is a proxy of the heap. */
    HeapCollection(TransactionalHeap heap, ObjectSpace space, HeapOptions options) {
        this.heap = heap;
        this.space = space;
        collector = options.collector() == org.jnvm.Collector.OFF
                ? null
                : new Collector(space, space.giveTokens(), new Teller(space, options.collectorListener()));
        alone = options.collector() == org.jnvm.Collector.BACKGROUND;
    }

    // classes where there might be lambdas: in a young JVM those take as long as all the rest of opening a heap

    /** Tells the program's listener, if there is one. */
    private record Teller(ObjectSpace space, @Nullable CollectorListener listener) implements CollectorListener {
        @Override
        public void collected(CollectorStats stats) {
            if (listener == null) {
                return;
            }
            try {
                listener.collected(stats);
            } catch (RuntimeException e) { // the thread may be any, in the middle of an allocation
                Log.LOG.error(
                        "listener of the collector failed: heap={}",
                        space.file().path(),
                        e);
            }
        }
    }

    /** Sees to it that whatever lies between objects says that it is none; when recovery is done, or has begun. */
    void prepare(@Nullable LateRecovery recovery) {
        late = recovery;
        if (collector != null) {
            space.allocator().voidHeaders();
            collector.warnWhenShort();
        }
    }

    /** Starts the threads. */
    void start(LateRecovery.Listener recovered) {
        if (late == null) {
            startCollector();
        } else {
            begun = true;
            late.start("jnvm-recovery", new LateRecovery.Listener() {
                @Override
                public void ended(LateRecovery.Outcome outcome) {
                    recovered.ended(outcome);
                    if (outcome.isComplete()) {
                        startCollector();
                    }
                }
            });
        }
    }

    private void startCollector() {
        if (alone) {
            BackgroundCollector.start(space, collector, "jnvm-collector", new Consumer<>() {
                @Override
                public void accept(Throwable failure) {
                    Log.LOG.error(
                            "the heap is not collected in the background any more: heap={}",
                            space.file().path(),
                            failure);
                }
            });
        }
    }

    /** Waits for recovery, for some time at most. */
    void awaitRecovery(Duration most) {
        if (begun) {
            late.await(most.toNanos());
        }
    }

    /** Waits until recovery has ended; not in the middle of something that it waits for. */
    void awaitRecovery() {
        if (begun && !Collector.isInTheWay()) {
            late.await();
        }
    }

    /** Ends recovery while the heap is closed; returns why it is not done, nothing if it is. */
    String endRecovery() {
        if (late == null) {
            return "";
        }
        if (!begun) {
            return "it has not begun";
        }
        late.await();
        if (late.outcome().isComplete()) {
            late.setToNull();
        }
        return late.outcome().incomplete();
    }

    /** Returns what the collector has done; null without one. */
    @Nullable
    CollectorStats stats() {
        return collector == null ? null : collector.stats();
    }

    /** Runs a collection; see {@link org.jnvm.Heap#collect}. */
    public long collect() {
        heap.requireOpen();
        if (collector == null) {
            throw new IllegalStateException(
                    "heap is not collected: heap=" + space.file().path() + "; open it with HeapOptions.collector");
        }
        if (Collector.isInTheWay()) {
            throw new IllegalStateException(
                    "collection inside an operation: heap=" + space.file().path());
        }
        awaitRecovery();
        if (isDamaged()) {
            throw new HeapFormatException("heap is damaged, and not collected: heap="
                    + space.file().path() + ", found by recovery="
                    + late.outcome().incomplete()
                    + "; restore the file from a copy");
        }
        return collector.collect();
    }

    /**
     * Has the heap collected, as it is full, before something is tried again; not inside an operation or epoch-protected section.
     *
     * @param full thrown again if that cannot be done here
     */
    public void makeRoom(HeapFullException full) {
        if (collector == null || Collector.isInTheWay()) {
            throw full;
        }
        awaitRecovery();
        if (isDamaged()) {
            throw full;
        }
        collector.makeRoom();
    }

    /** Tells whether recovery has given up; when it has ended. */
    private boolean isDamaged() {
        return begun && !late.outcome().isComplete();
    }

    /** Has the heap collected as memory is short, before an operation begins; not if the thread is in the middle of one. */
    void makeRoom() {
        if (collector != null && !Collector.isInTheWay()) {
            awaitRecovery();
            if (isDamaged()) {
                space.file().state().setShort(false); // there is nothing to be done
                return;
            }
            collector.makeRoomAhead();
        }
    }

    /** Keeps what has a token from being collected until the calling thread's open block, if there is one, has ended. */
    void holdInBlock(Object token) {
        if (collector != null && HeapState.threadMayBeInBlock()) {
            Transaction transaction = ThreadTransactions.current().openOn(heap);
            if (transaction != null) {
                transaction.hold(token);
            }
        }
    }

    /** Keeps a key that is taken away from a collection from being collected while a proxy may lead to it. */
    void dropping(long ref) {
        if (collector == null || ref == Reference.NULL) {
            return;
        }
        space.overwriting(ref);
        holdInBlock(space.regionFor(ref, Reference.offset(ref)));
    }
}
