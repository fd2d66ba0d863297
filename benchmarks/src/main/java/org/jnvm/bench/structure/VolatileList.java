package org.jnvm.bench.structure;

import java.util.LinkedList;

/** What a list takes in the Java heap. */
final class VolatileList implements LongList {
    private final LinkedList<Long> list = new LinkedList<>();

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public void add(long value) {
        list.add(value);
    }

    @Override
    public long sum() {
        long sum = 0;
        for (long value : list) {
            sum += value;
        }
        return sum;
    }

    @Override
    public long remove() {
        return list.removeFirst();
    }

    @Override
    public void close() {
        list.clear();
    }
}
