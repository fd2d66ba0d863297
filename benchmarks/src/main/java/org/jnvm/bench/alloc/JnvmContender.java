package org.jnvm.bench.alloc;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.proxy.Bytes;
import org.jnvm.bench.proxy.Refs;
import org.jnvm.pdt.PIntArray;
import org.jnvm.pdt.PString;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;

/** J-NVM: {@code new} and {@code Heap.free}. */
final class JnvmContender implements Contender {
    /** Appended to the domain in the name of a contender that makes strings. */
    static final String STRINGS = " string";

    /** With its header and what is known of it, a string of 64 bytes. */
    private static final String TEXT = "forty characters of a text are kept here";

    private final Heap heap;
    private final boolean strings;

    /**
     * Creates a heap.
     *
     * @param file the file
     * @param bytes its maximum
     * @param options how it is opened
     * @param strings whether a small object is an immutable string, of which several share a block
     */
    JnvmContender(Path file, long bytes, HeapOptions options, boolean strings) {
        this.heap = Heap.create(file, bytes, options);
        this.strings = strings;
    }

    @Override
    public AutoCloseable enterThread() {
        return heap.enter();
    }

    /** 256 bytes are 248, the payload of a block: a program that counts in blocks would make it so. */
    @Override
    public Object allocate(int bytes) {
        return switch (bytes) {
            case 16 -> new FixedBlock.Of16();
            case 64 -> strings ? new PString(TEXT) : new FixedBlock.Of64();
            case 100 -> new FixedBlock.Of100();
            case 256 -> new FixedBlock.Of248();
            default -> new Bytes(bytes);
        };
    }

    @Override
    public void free(Object block) {
        heap.free(block);
    }

    @Override
    public long address(Object block) {
        return Identity.addr((Proxy) block);
    }

    @Override
    public Links links(int count) {
        try (Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(count);
            heap.root().put("links of " + Thread.currentThread().getName(), refs);
            return new DurableLinks(refs, new Object[count]);
        }
    }

    /**
     * Publishing makes block and reference durable, in this order; dropping makes the null durable before the block is
     * freed. The freed header itself needs no fence: recovery frees what nothing leads to.
     */
    private final class DurableLinks implements Links {
        private final Refs refs;
        private final Object[] blocks;

        private DurableLinks(Refs refs, Object[] blocks) {
            this.refs = refs;
            this.blocks = blocks;
        }

        @Override
        public void allocate(int slot, int bytes) {
            Object block = JnvmContender.this.allocate(bytes);
            refs.setDurably(slot, (Proxy) block);
            blocks[slot] = block;
        }

        @Override
        public void free(int slot) {
            refs.setDurably(slot, null);
            heap.free(blocks[slot]);
            blocks[slot] = null;
        }
    }

    @Override
    public Ints ints(int count) {
        return new PersistentInts(new PIntArray(count));
    }

    /** What a program would take: an array of the data types. */
    private final class PersistentInts implements Ints {
        private final PIntArray array;

        private PersistentInts(PIntArray array) {
            this.array = array;
        }

        @Override
        public int get(int index) {
            return array.get(index);
        }

        @Override
        public void set(int index, int value) {
            array.set(index, value);
        }

        @Override
        public void free() {
            heap.free(array);
        }
    }

    @Override
    public void close() {
        heap.close();
    }
}
