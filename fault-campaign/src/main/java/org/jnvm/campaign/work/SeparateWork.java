package org.jnvm.campaign.work;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Heap;

/**
 * Work whose threads change shared collections, but each its own part of what is in them; so that part is compared with
 * what the thread's own operations make.
 *
 * @param <M> what a thread's part holds, on the Java heap; with {@code equals}
 */
final class SeparateWork<M> implements Work {
    /**
     * A kind of such work.
     *
     * @param <M> what a thread's part holds
     */
    interface Parts<M> {
        /** See {@link Work#found}. */
        void found(Heap heap);

        /** See {@link Work#attach}. */
        void attach(Heap heap);

        /** Returns what a thread's part holds before its first operation. */
        M empty();

        /** Reads what a thread's part holds in the heap. */
        M read(int thread);

        /** Does to a model what an operation does to the heap. */
        void model(M model, int thread, long number);

        /** Carries out an operation on the heap and the model; compares what both return. */
        void operate(M model, int thread, long number);
    }

    private final int threads;
    private final Parts<M> parts;
    private final List<M> models = new ArrayList<>();

    SeparateWork(int threads, Parts<M> parts) {
        this.threads = threads;
        this.parts = parts;
        for (int thread = 0; thread < threads; thread++) {
            models.add(parts.empty());
        }
    }

    @Override
    public void found(Heap heap) {
        parts.found(heap);
    }

    @Override
    public void attach(Heap heap) {
        parts.attach(heap);
    }

    @Override
    public long[] audit(long[] durable, long[] acknowledged, List<String> losses) {
        long[] last = durable.clone();
        for (int thread = 0; thread < threads; thread++) {
            M found = parts.read(thread);
            M model = parts.empty();
            for (long number = 1; number <= last[thread]; number++) {
                parts.model(model, thread, number);
            }
            String expected = model.toString();
            while (!found.equals(model) && last[thread] <= acknowledged[thread]) {
                parts.model(model, thread, ++last[thread]);
            }
            if (!found.equals(model)) {
                losses.add("Thread " + thread + " acknowledged operation " + acknowledged[thread]
                        + ", and is to have that of " + durable[thread] + ". The heap holds " + found + ". Expected "
                        + expected + ", or after more, up to " + model + '.');
            }
            models.set(thread, model);
        }
        return last;
    }

    @Override
    public void operate(int thread, long number) {
        parts.operate(models.get(thread), thread, number);
    }
}
