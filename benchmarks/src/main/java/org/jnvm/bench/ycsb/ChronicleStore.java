package org.jnvm.bench.ycsb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.map.ChronicleMap;

/**
 * A Chronicle Map in a file. A record is one value of bytes ({@link Layout#FLAT}); an update reads it, changes the field and puts it.
 *
 * <p>After a crash of the process the file can be recovered by one who has it for himself, and loses entries that were
 * being written; nothing is written back, and nothing is promised for a crash of the machine.
 */
final class ChronicleStore implements Store {
    private static final String SAMPLE_KEY = "user6284781860667377211";
    /** Room for the records that the mix of inserts adds. */
    private static final int ROOM = 4;

    private static final int STRIPES = 64;

    private final ChronicleMap<String, byte[]> map;
    private final int length;
    private final ThreadLocal<byte[]> buffers;
    private final Object[] locks = new Object[STRIPES];

    ChronicleStore(Path file, long records, int fields, int length) {
        this.length = length;
        byte[] sample = new byte[fields * length];
        buffers = ThreadLocal.withInitial(sample::clone);
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new Object();
        }
        try {
            map = ChronicleMap.of(String.class, byte[].class)
                    .name("ycsb")
                    .averageKey(SAMPLE_KEY)
                    .constantValueSizeBySample(sample)
                    .entries(records * ROOM)
                    .putReturnsNull(true)
                    .createPersistedTo(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the flags that it needs: it uses internals of the JDK. */
    static List<String> flags() {
        return List.of(
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED");
    }

    @Override
    public void insert(String key, byte[] record) {
        map.put(key, record);
    }

    @Override
    public byte[] read(String key) {
        return map.get(key);
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        synchronized (locks[key.hashCode() & STRIPES - 1]) { // from reading to writing
            byte[] record = map.getUsing(key, buffers.get());
            if (record == null) {
                return false;
            }
            System.arraycopy(value, 0, record, field * length, length);
            map.put(key, record);
            return true;
        }
    }

    @Override
    public void close() {
        map.close();
    }
}
