package org.jnvm.bench.alloc;

/** Arrays of Java, which its collector frees: what {@link Application} can reach at most. Nothing survives. */
class JavaContender implements Contender {
    /** Its name. */
    static final String NAME = "java";

    @Override
    public AutoCloseable enterThread() {
        return () -> {};
    }

    @Override
    public Object allocate(int bytes) {
        return new byte[bytes];
    }

    @Override
    public void free(Object block) {
        // by Java's collector
    }

    @Override
    public long address(Object block) {
        throw new UnsupportedOperationException("arrays of Java are moved: contender=" + NAME);
    }

    @Override
    public Links links(int count) {
        throw new UnsupportedOperationException("nothing is durable: contender=" + NAME);
    }

    @Override
    public Ints ints(int count) {
        int[] array = new int[count];
        return new Ints() {
            @Override
            public int get(int index) {
                return array[index];
            }

            @Override
            public void set(int index, int value) {
                array[index] = value;
            }

            @Override
            public void free() {
                // by Java's collector
            }
        };
    }

    @Override
    public void close() {
        // it has no file
    }
}
