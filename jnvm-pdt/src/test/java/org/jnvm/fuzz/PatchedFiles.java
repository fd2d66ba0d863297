package org.jnvm.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Heap files that follow from the inputs of a fuzzer: a sound one, and patches laid over it.
 *
 * <pre>
 *   byte 0            which file: 0 closed, 1 left by a crash with a record in a redo log, 2 of domain DISK with a write-ahead log
 *   byte 1            which checksums are left wrong, a bit each: superblocks, records of tables, redo logs, free map, write-ahead log
 *   then, up to 16    patches: below 0x80 an {@link Area}, where in it, and a {@link #put way to write}; else one of {@link Damage#WAYS},
 *                     with the random numbers that it asks for
 * </pre>
 *
 * <p>Any input is one: what is missing is 0.
 */
public final class PatchedFiles {
    private static final int MOST_PATCHES = 16;
    private static final List<String> WAYS = List.copyOf(Damage.WAYS.keySet());
    private static final String[] LOG_SUFFIXES = {".wal0", ".wal1"};

    private static final int MARK = 2048;
    private static final int BATCHES = 8192;
    private static final int BATCH_HEADER = 64;
    private static final long BATCH_MAGIC = 0x4843_5442_4D56_4E4AL;

    private static final long[] NUMBERS = {
        0,
        1,
        2,
        7,
        8,
        63,
        255,
        256,
        4095,
        4096,
        -1,
        -8,
        Byte.MAX_VALUE,
        Short.MAX_VALUE,
        1 << 16,
        1 << 20,
        (1 << 20) - 256,
        1 << 30,
        Integer.MAX_VALUE,
        1L << 31,
        (1L << 32) - 1,
        1L << 32,
        1L << 38,
        1L << 39,
        1L << 40,
        (1L << 48) - 8,
        1L << 48,
        1L << 56,
        1L << 62,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
    };

    /** Parts of the files that patches aim at. */
    private enum Area {
        SUPERBLOCK,
        STATE,
        INTERIOR_MAP,
        CLASS_RECORD,
        ENUM_RECORD,
        SLOT_ARRAY,
        ROOT_ENTRY,
        HEADER,
        SLAB,
        SLOT,
        LOG,
        REFERENCE,
        STRING,
        TABLE_SEGMENT,
        TREE,
        LIST,
        VALUE,
        FREE_MAP,
        CHECKPOINT_MARK,
        SEGMENT_HEADER,
        BATCH,
        LOGGED_PAGE,
        ANYWHERE
    }

    private static final Area[] AREAS = Area.values();

    private final List<FuzzBases.Base> bases;

    /** Where a patch goes: the file and the offset. */
    private record Place(Image image, int at) {}

    /**
     * The files of a heap.
     *
     * @param base what it was before
     * @param bytes the heap file
     * @param logs the two files of its write-ahead log; none if it has none
     * @param patches what was done, for messages
     */
    public record Patched(String base, byte[] bytes, List<byte[]> logs, List<String> patches) {
        /** Writes the files. */
        public void write(Path file) {
            new Image(bytes).write(file);
            for (int i = 0; i < logs.size(); i++) {
                new Image(logs.get(i)).write(logOf(file, i));
            }
            for (int i = logs.size(); i < LOG_SUFFIXES.length; i++) {
                delete(logOf(file, i));
            }
        }

        /** Throws if one of the files does not have the bytes that were written. */
        public void requireUnchanged(Path file) {
            requireUnchanged(file, bytes);
            for (int i = 0; i < logs.size(); i++) {
                requireUnchanged(logOf(file, i), logs.get(i));
            }
        }

        private static void requireUnchanged(Path file, byte[] expected) {
            int changed = Arrays.mismatch(expected, Image.of(file).bytes());
            if (changed >= 0) {
                throw new AssertionError("byte 0x" + Integer.toHexString(changed) + " was changed: " + file);
            }
        }

        private static Path logOf(Path file, int log) {
            return file.resolveSibling(file.getFileName() + LOG_SUFFIXES[log]);
        }

        private static void delete(Path file) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Makes the heaps that are patched.
     *
     * @param work a folder to make them in
     */
    public PatchedFiles(Path work) {
        bases = FuzzBases.make(work);
    }

    /** Returns the files that an input stands for. */
    public Patched make(byte[] input) {
        InputRandom in = new InputRandom(input);
        FuzzBases.Base base = bases.get(in.nextInt(bases.size()));
        Image heap = new Image(base.bytes().clone());
        List<Image> logs =
                base.logs().stream().map(each -> new Image(each.clone())).toList();
        int unsealed = in.nextByte();
        Damage damage = new Damage(heap, base.older(), in);
        List<String> patches = new ArrayList<>();
        while (in.hasMore() && patches.size() < MOST_PATCHES && heap.size() >= Image.BLOCKS + Image.BLOCK) {
            int kind = in.nextByte();
            if (kind < 0x80) {
                patches.add(patch(heap, logs, AREAS[kind % AREAS.length], in));
            } else {
                String way = WAYS.get((kind & 0x7F) % WAYS.size());
                patches.add(way + ": " + Damage.WAYS.get(way).apply(damage));
            }
        }
        seal(heap, logs, unsealed);
        return new Patched(
                base.name(), heap.bytes(), logs.stream().map(Image::bytes).toList(), patches);
    }

    private static String patch(Image heap, List<Image> logs, Area area, InputRandom in) {
        int number = (int) in.next(2, 0);
        int delta = in.nextByte();
        Place anchor = place(heap, logs, area, number, in);
        if (anchor == null) {
            return area + ": there is none";
        }
        Image image = anchor.image();
        int way = in.nextByte();
        int at = anchor.at() + delta;
        if ((way & 8) != 0) {
            at &= -8;
        }
        return area + " 0x" + Integer.toHexString(anchor.at()) + "+" + (at - anchor.at()) + ": "
                + put(heap, logs, image, at, way & 7, in);
    }

    /** Writes something to a place. */
    private static String put(Image heap, List<Image> logs, Image image, int at, int way, InputRandom in) {
        switch (way) {
            case 0 -> {
                byte value = (byte) in.nextByte();
                image.put(at, value);
                return "byte " + value;
            }
            case 1 -> {
                image.putInt(at, in.nextInt());
                return "int " + Integer.toHexString(image.getInt(at));
            }
            case 2 -> image.putLong(at, in.nextLong());
            case 3 -> image.put(at, (byte) (image.get(at) ^ in.nextByte()));
            case 4 -> image.putLong(at, image.getLong(at) + (byte) in.nextByte());
            case 5 -> image.putLong(at, NUMBERS[in.nextInt(NUMBERS.length)]);
            case 6 -> image.putLong(at, reference(heap, (int) in.next(2, 0), in.nextByte()));
            default -> {
                Area area = AREAS[in.nextInt(AREAS.length)];
                Place from = place(heap, logs, area, (int) in.next(2, 0), in);
                int bytes = 1 + in.nextByte();
                for (int i = 0; from != null && i < bytes; i++) {
                    image.put(at + i, from.image().get(from.at() + i));
                }
                return bytes + " bytes of " + area + (from == null ? "" : " 0x" + Integer.toHexString(from.at()));
            }
        }
        return "long " + Long.toHexString(image.getLong(at));
    }

    /** Returns a reference to an object, right or not. */
    private static long reference(Image heap, int number, int how) {
        List<Integer> objects = heap.objects(0);
        int object = objects.isEmpty() ? Image.BLOCKS : objects.get(number % objects.size());
        long right = heap.referenceTo(object);
        return switch (how & 7) {
            case 1 -> right ^ 3L << 56; // the other kind
            case 2 -> right ^ 4L << 56; // owns a value, or not
            case 3 -> right + (1L << 48); // the next generation
            case 4 -> right + 8;
            default -> right;
        };
    }

    // ---- places ----

    private static Place place(Image heap, List<Image> logs, Area area, int number, InputRandom in) {
        List<Place> places = new ArrayList<>();
        switch (area) {
            case SUPERBLOCK -> add(places, heap, List.of(heap.newestSuperblock() * 4096, 4096, 0));
            case STATE -> add(places, heap, List.of(Image.STATE));
            case INTERIOR_MAP -> add(places, heap, List.of(Image.BLOCKS, Image.BLOCKS + 256));
            case CLASS_RECORD -> add(places, heap, withExtents(heap, heap.objects(Image.CLASS_RECORD)));
            case ENUM_RECORD -> add(places, heap, heap.objects(Image.ENUM_RECORD));
            case SLOT_ARRAY -> add(places, heap, heap.objects(Image.SLOT_ARRAY));
            case ROOT_ENTRY -> add(places, heap, heap.objects(Image.ROOT_ENTRY));
            case HEADER -> add(places, heap, heap.masters(0));
            case SLAB -> add(places, heap, heap.pools());
            case SLOT -> heap.pools().forEach(pool -> add(places, heap, heap.slots(pool)));
            case LOG -> add(places, heap, heap.masters(Image.LOG));
            case REFERENCE -> add(places, heap, heap.references());
            case STRING -> add(places, heap, heap.objects(Image.STRING));
            case TABLE_SEGMENT -> add(places, heap, withExtents(heap, heap.objects(Image.TABLE_SEGMENT)));
            case TREE -> {
                add(places, heap, heap.objects(Image.TREE_LEAF));
                add(places, heap, heap.objects(Image.TREE_NODE));
            }
            case LIST -> {
                add(places, heap, heap.objects(Image.LIST));
                add(places, heap, heap.objects(Image.ELEMENTS));
            }
            case VALUE -> add(places, heap, heap.objects(Image.VALUE));
            case FREE_MAP -> {
                int map = heap.freeMap();
                for (int at = map; map != 0 && at < heap.size(); at += 256) {
                    places.add(new Place(heap, at));
                }
            }
            case CHECKPOINT_MARK -> add(places, heap, List.of(MARK, MARK + Image.PAGE));
            case SEGMENT_HEADER -> logs.forEach(log -> add(places, log, List.of(0, Image.PAGE)));
            case BATCH -> logs.forEach(log -> add(places, log, batches(log)));
            case LOGGED_PAGE -> logs.forEach(log -> add(places, log, pages(log)));
            default -> {
                int file = number % (1 + logs.size());
                Image image = file == 0 ? heap : logs.get(file - 1);
                return new Place(image, in.nextInt(Math.max(1, image.size())));
            }
        }
        return places.isEmpty() ? null : places.get(number % places.size());
    }

    private static void add(List<Place> places, Image image, List<Integer> offsets) {
        offsets.forEach(at -> places.add(new Place(image, at)));
    }

    /** Adds the other blocks of extents to objects. */
    private static List<Integer> withExtents(Image heap, List<Integer> objects) {
        List<Integer> all = new ArrayList<>();
        for (int object : objects) {
            long header = heap.getLong(object);
            boolean extent = object % Image.BLOCK == 0 && Image.isExtent(header);
            long blocks = extent ? Math.min(Image.next(header) & 0xFFFF, 64) : 1;
            for (int i = 0; i < blocks; i++) {
                all.add(object + i * Image.BLOCK);
            }
        }
        return all;
    }

    private static List<Integer> batches(Image log) {
        List<Integer> found = new ArrayList<>();
        for (int at = BATCHES; at < log.size(); at += Image.PAGE) {
            if (log.getLong(at) == BATCH_MAGIC) {
                found.add(at);
            }
        }
        return found;
    }

    private static int end(Image log, int batch) {
        long payload = Math.max(0, log.getLong(batch + 32));
        return (int) Math.min(log.size(), batch + BATCH_HEADER + payload);
    }

    /** Returns where pages begin in the batches of a segment. */
    private static List<Integer> pages(Image log) {
        List<Integer> found = new ArrayList<>();
        for (int batch : batches(log)) {
            int end = end(log, batch);
            for (int at = batch + BATCH_HEADER; at + 16 <= end; at += 16 + 64 * Long.bitCount(log.getLong(at + 8))) {
                found.add(at);
            }
        }
        return found;
    }

    // ---- checksums and ids ----

    /** Gives a heap and its log ids of their own, in the place of those drawn at random, and the same process as its writer. */
    static void giveIds(Image heap, List<Image> logs) {
        for (int copy = 0; copy < 2; copy++) {
            int at = copy * Image.PAGE;
            heap.putId(at + 16, 1);
            heap.putLong(at + 80, 3);
            if (!logs.isEmpty()) {
                heap.putId(at + 128, 2);
                heap.putId(MARK + at + 8, 2);
            }
            for (Image log : logs) {
                log.putId(at + 16, 1);
                log.putId(at + 32, 2);
            }
        }
        logs.forEach(log -> batches(log).forEach(batch -> log.putId(batch + 8, 2)));
        seal(heap, logs, 0);
    }

    private static void seal(Image heap, List<Image> logs, int not) {
        if ((not & 2) == 0) {
            heap.objects(Image.CLASS_RECORD).forEach(heap::sealRecord);
            heap.objects(Image.ENUM_RECORD).forEach(heap::sealRecord);
        }
        if ((not & 4) == 0) {
            heap.masters(Image.LOG).forEach(heap::sealLog);
        }
        if ((not & 8) == 0) {
            heap.sealFreeMap();
        }
        if ((not & 1) == 0) {
            heap.sealSuperblock(0);
            heap.sealSuperblock(1);
        }
        if ((not & 16) == 0) {
            for (int copy = 0; copy < 2; copy++) {
                int at = copy * Image.PAGE;
                heap.seal(MARK + at, 60, MARK + at + 60);
                logs.forEach(log -> log.seal(at, 124, at + 124));
            }
            logs.forEach(log -> batches(log).forEach(batch -> sealBatch(log, batch)));
        }
    }

    private static void sealBatch(Image log, int batch) {
        log.seal(batch, 60, batch + 60, batch + BATCH_HEADER, end(log, batch));
    }
}
