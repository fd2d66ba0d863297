package org.jnvm.bench.ycsb;

/** Does nothing: what the client takes by itself. */
final class Blackhole implements Store {
    private static final byte[] NOTHING = {};

    @Override
    public boolean keeps() {
        return false;
    }

    @Override
    public void insert(String key, byte[] record) {
        // nothing is kept
    }

    @Override
    public byte[] read(String key) {
        return NOTHING;
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        return true;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
