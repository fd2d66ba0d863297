package org.jnvm.table;

import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.pdt.PString;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.HashSlots;
import org.jnvm.runtime.HeapObjects;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/** The least that a map on a {@link HashSlots} consists of: from strings to strings. */
final class Dictionary extends AbstractProxy implements StringTable {
    private static final int TABLE = 8;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(Dictionary.class, """
            class org.jnvm.table.Dictionary
            version 1
            extends -
            bytes 16
            field org.jnvm.table.Dictionary table Ljnvm.Table; 8
            canonical""", Dictionary::new);

    /** Blocks of a full segment, for those made from now on. */
    static int fullBlocks = 1;
    /** How many hash codes there are. */
    static int hashCodes = Integer.MAX_VALUE;

    private final HashSlots table;

    Dictionary() {
        Allocation.allocate(this);
        table = attach();
    }

    private Dictionary(Region region, long ref, long[] blocks) {
        super(region, ref, blocks);
        table = attach();
    }

    private HashSlots attach() {
        return new HashSlots(this, TABLE, true, fullBlocks) {
            @Override
            protected boolean matches(Object key, Object wanted) {
                return wanted.equals(key);
            }
        };
    }

    private static int hash(Object key) {
        return HashSlots.hash(key.hashCode() % hashCodes);
    }

    private String text(long ref) {
        Object object = HeapObjects.of(this).object(ref);
        return object == null ? null : object.toString();
    }

    @Override
    public String get(String key) {
        Epochs.enterRead();
        try {
            return text(table.get(hash(key), key));
        } finally {
            Epochs.exitRead();
        }
    }

    private interface Change {
        String run(int hash, long entry);
    }

    private String change(Object key, Change change) {
        int hash = hash(key);
        ReentrantLock lock = table.lock(hash);
        try {
            Epochs.enterRead();
            try {
                return change.run(hash, table.find(hash, key));
            } finally {
                Epochs.exitRead();
            }
        } finally {
            lock.unlock();
            table.resize();
        }
    }

    @Override
    public String put(String key, String value) {
        PString made = new PString(value);
        return change(key, (hash, entry) -> {
            if (entry == 0) {
                table.insert(hash, new PString(key), made);
                return null;
            }
            String before = text(table.value(entry));
            table.store(hash, entry, made);
            return before;
        });
    }

    @Override
    public String remove(String key) {
        return change(key, (hash, entry) -> {
            if (entry == 0) {
                return null;
            }
            String before = text(table.value(entry));
            table.store(hash, entry, 0L);
            return before;
        });
    }

    @Override
    public TreeMap<String, String> entries(boolean up) {
        TreeMap<String, String> found = new TreeMap<>();
        Epochs.enterRead();
        try {
            HashSlots.Members refs = new HashSlots.Members();
            for (long at = 0; at != HashSlots.END; ) {
                at = table.snapshot(at, refs);
            }
            for (int i = 0; i < refs.size(); i++) {
                String value = text(table.get(refs.hash(i), HashSlots.keyRef(refs.key(i))));
                String key = text(refs.key(i));
                if (value != null && found.put(key, value) != null) {
                    throw new IllegalStateException("twice: " + key);
                }
            }
        } finally {
            Epochs.exitRead();
        }
        return found;
    }

    int segments() {
        return table.segments();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
