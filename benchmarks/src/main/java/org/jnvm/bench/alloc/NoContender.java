package org.jnvm.bench.alloc;

/** Allocates nothing: what is measured of it is what measuring itself takes. */
class NoContender implements Contender {
    /** Its name: what it shows in a distribution is the cost of the timer. */
    static final String NAME = "timer";

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public Object allocate(int bytes) {
        return this;
    }

    @Override
    public void free(Object block) {
        // there is none
    }

    @Override
    public long address(Object block) {
        return 0;
    }

    @Override
    public Links links(int count) {
        throw new UnsupportedOperationException("no block to refer to: contender=" + NAME);
    }

    @Override
    public Ints ints(int count) {
        throw new UnsupportedOperationException("no block to compute in: contender=" + NAME);
    }

    @Override
    public void close() {
        // it has no file
    }
}
