package org.jnvm.bench.ycsb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jnvm.bench.micro.PwbMethods;
import org.jnvm.bench.micro.RawMemory;

/**
 * Records that lie one behind the other in a mapped file, without any framework: a floor. An index in the Java heap tells
 * where each is, and is lost; a record is changed in place, so that a crash may leave half a field.
 *
 * <p>Records are inserted by one thread, before others read. Readers take no lock: they compare versions before and after.
 */
final class RawStore implements Store {
    private static final int LINE = 64;

    private final Map<String, Place> index = new HashMap<>();
    private final RawMemory memory;
    private final int recordBytes;
    private final int length;
    private final boolean writesBack;
    private final long room;

    /** Where a record is, and the version by which readers notice a change. */
    private static final class Place {
        private static final VarHandle VERSION;

        static {
            try {
                VERSION = MethodHandles.lookup().findVarHandle(Place.class, "version", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final long address;
        /** Odd while the record is changed. */
        private int version;

        private Place(long address) {
            this.address = address;
        }

        private int version() {
            return (int) VERSION.getAcquire(this);
        }
    }

    /**
     * Maps a new file.
     *
     * @param records for which there is room
     * @param length of a field in bytes
     * @param writesBack whether what an update changed is written back and fenced
     */
    RawStore(Path file, long records, int fields, int length, boolean writesBack) {
        this.recordBytes = fields * length;
        this.length = length;
        this.writesBack = writesBack;
        this.room = records;
        this.memory = RawMemory.map(file, Math.toIntExact(records * recordBytes));
    }

    @Override
    public void insert(String key, byte[] record) {
        if (index.size() == room) {
            throw new UnsupportedOperationException("raw memory has no room for more records than were loaded: records="
                    + room + "; use mixes that insert nothing");
        }
        Place place = new Place(memory.address() + (long) index.size() * recordBytes);
        RawMemory.copy(record, place.address);
        index.put(key, place);
    }

    @Override
    public byte[] read(String key) {
        Place place = index.get(key);
        if (place == null) {
            return null;
        }
        byte[] record = new byte[recordBytes];
        while (true) {
            int before = place.version();
            if ((before & 1) == 0) {
                RawMemory.copy(place.address, record);
                VarHandle.loadLoadFence();
                if (place.version() == before) {
                    return record;
                }
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean update(String key, int field, byte[] value) {
        Place place = index.get(key);
        if (place == null) {
            return false;
        }
        long at = place.address + (long) field * length;
        synchronized (place) {
            Place.VERSION.setOpaque(place, place.version + 1);
            VarHandle.storeStoreFence();
            RawMemory.copy(value, at);
            Place.VERSION.setRelease(place, place.version + 1);
            if (writesBack) {
                for (long line = at & -LINE; line < at + length; line += LINE) {
                    PwbMethods.line(line);
                }
                PwbMethods.fence();
            }
        }
        return true;
    }

    @Override
    public void close() {
        // the mapping goes with the process
    }
}
