package org.jnvm.bench.ycsb;

/** Stores with a fault, which the harness must show: for its own test. */
final class Faulty {
    private Faulty() {}

    /** What stores that hand on all operations have in common. */
    private abstract static class Wrapper implements Store {
        private final Store store;

        private Wrapper(Store store) {
            this.store = store;
        }

        @Override
        public void insert(String key, byte[] record) {
            store.insert(key, record);
        }

        @Override
        public byte[] read(String key) {
            return store.read(key);
        }

        @Override
        public boolean update(String key, int field, byte[] value) {
            return store.update(key, field, value);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /** Makes each operation take longer. */
    static Store slowed(Store store, long nanos) {
        return new Wrapper(store) {
            private void delay(long until) {
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public byte[] read(String key) {
                delay(System.nanoTime() + nanos);
                return super.read(key);
            }

            @Override
            public boolean update(String key, int field, byte[] value) {
                delay(System.nanoTime() + nanos);
                return super.update(key, field, value);
            }
        };
    }

    /** Acknowledges one update in so many and forgets it. */
    static Store losing(Store store, int oneIn) {
        return new Wrapper(store) {
            private int updates;

            @Override
            public boolean update(String key, int field, byte[] value) {
                return ++updates % oneIn == 0 || super.update(key, field, value);
            }
        };
    }

    /** Returns a wrong byte once in so many reads. */
    static Store garbling(Store store, int oneIn) {
        return new Wrapper(store) {
            private int reads;

            @Override
            public byte[] read(String key) {
                byte[] record = super.read(key);
                if (++reads % oneIn == 0) {
                    record[record.length - 1] ^= 1;
                }
                return record;
            }
        };
    }
}
