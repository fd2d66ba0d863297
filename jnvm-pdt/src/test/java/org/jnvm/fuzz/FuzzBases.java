package org.jnvm.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.spi.Recorder;

/**
 * The small heaps that {@link PatchedFiles} lays patches over. Two makings of one build give the same bytes, so that an input of the corpus
 * stands for the same file in each run.
 */
final class FuzzBases {
    /**
     * The files of a heap.
     *
     * @param name what it is
     * @param bytes the heap file
     * @param logs the two files of its write-ahead log; none if it has none
     * @param older the heap file some time before
     */
    record Base(String name, byte[] bytes, List<byte[]> logs, byte[] older) {}

    /** A value that is a record. */
    private record Amount(BigDecimal value, Values.Color color, Optional<LocalDate> due) {}

    private static final int BYTES = 1 << 20;
    private static final int ENTRIES = 40;

    private FuzzBases() {}

    /**
     * Makes the heaps.
     *
     * @param folder where to make them
     * @return one that was closed, one that a crash left in the middle of a commit, one of domain {@code DISK} with a write-ahead log
     */
    static List<Base> make(Path folder) {
        Base[] made = new Base[3];
        Path file = folder.resolve("base.heap");
        delete(file);
        FirstRecord cut = new FirstRecord(file);
        byte[] early;
        try (Heap heap = Heap.create(file, BYTES, HeapOptions.defaults().recorder(cut))) {
            fill(heap);
            early = read(file);
            cut.due = true;
            change(heap);
        }
        made[0] = new Base("closed", read(file), List.of(), early);
        made[1] = new Base("left by a crash", cut.found, List.of(), early);
        Path disk = folder.resolve("disk.heap");
        delete(disk);
        HeapOptions options =
                HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(BYTES);
        try (Heap heap = Heap.create(disk, BYTES, options)) {
            fill(heap);
            heap.force();
            byte[] before = read(disk);
            change(heap);
            heap.psync(); // what is in the log is there, and nothing goes on
            List<byte[]> logs = List.of(read(folder.resolve("disk.heap.wal0")), read(folder.resolve("disk.heap.wal1")));
            made[2] = new Base("disk, left by a crash", read(disk), logs, before);
        }
        for (Base base : made) {
            PatchedFiles.giveIds(
                    new Image(base.bytes()),
                    base.logs().stream().map(Image::new).toList());
        }
        return List.of(made);
    }

    private static void fill(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            PHashMap<Object, Object> map = new PHashMap<>();
            PTreeMap<Object, Object> tree = new PTreeMap<>();
            PArrayList<Object> list = new PArrayList<>();
            Links links = new Links(ENTRIES);
            heap.root().put("map", map);
            heap.root().put("tree", tree);
            heap.root().put("list", list);
            heap.root().put("links", links);
            for (int i = 0; i < ENTRIES; i++) {
                Thing thing = new Thing(i);
                thing.setLeft(i == 0 ? null : links.get(i / 2));
                thing.setRight(anything(i));
                links.set(i, thing);
                map.put("key " + i, i % 3 == 0 ? amount(i) : thing);
                tree.put("key " + i, i % 2 == 0 ? "value " + i : list);
                list.add(i % 4 == 0 ? map : i % 4 == 1 ? (Object) (long) i : new PString("element " + i));
            }
            PHashMap<Object, Object> small = new PHashMap<>();
            small.put(7L, Values.Color.BLUE);
            small.put(amount(1), small);
            map.put("small", small);
            Mended mended = new Mended(5);
            mended.setNext(new Mended(6));
            heap.root().put("chain", mended);
            heap.root().put("a name of more than one block " + "x".repeat(300), mended);
        }
    }

    private static Amount amount(int i) {
        return new Amount(
                BigDecimal.valueOf(i * 1001L, 2),
                Values.Color.values()[i % 3],
                i % 2 == 0 ? Optional.empty() : Optional.of(LocalDate.of(2026, 1, 1 + i % 28)));
    }

    private static Object anything(int i) {
        return switch (i % 8) {
            case 0 -> new Blob(new byte[i * 30]);
            case 1 -> new Big();
            case 2 -> new PString("\u20ac\ud83d\ude00 ".repeat(i));
            case 3 -> new Links(i);
            case 4 -> values(i);
            case 5 -> new PArray<>(new Object[] {new PString("in an array"), null, new Thing(i)});
            case 6 -> new PLongArray(new long[i]);
            default -> null;
        };
    }

    private static Values values(int i) {
        Values values = new Values();
        values.setName("name " + "\u00e4".repeat(i * 5));
        values.setLarge((long) i);
        values.setRate(i / 4.0);
        values.setSmall(i);
        values.setColor(Values.Color.GREEN);
        return values;
    }

    /** Leaves free blocks and slots, and one block's record, of all kinds of units. */
    private static void change(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            Links links = (Links) heap.root().get("links");
            for (int i = 0; i < ENTRIES; i += 8) {
                Thing thing = (Thing) links.get(i);
                Object blob = thing.right();
                thing.setRight(null);
                heap.free(blob);
            }
            heap.atomically(() -> change(heap, links));
        }
    }

    @SuppressWarnings("unchecked")
    private static void change(Heap heap, Links links) {
        PHashMap<Object, Object> map = (PHashMap<Object, Object>) heap.root().get("map");
        PTreeMap<Object, Object> tree = (PTreeMap<Object, Object>) heap.root().get("tree");
        PArrayList<Object> list = (PArrayList<Object>) heap.root().get("list");
        map.put("added", amount(3));
        map.remove("key 4");
        tree.put("key 3", "changed");
        tree.remove("key 5");
        list.add(new Thing(-1));
        list.remove(2);
        for (int i = 0; i < ENTRIES; i += 5) {
            ((Thing) links.get(i)).setValue(-i);
        }
        Values values = (Values) ((Thing) links.get(4)).right();
        values.setName("another name");
        Thing second = (Thing) links.get(1);
        Object big = second.right();
        second.setRight(null);
        heap.free(big);
        heap.root().put("made in a block", new Blob(new byte[700]));
    }

    /** Keeps the file as it is when the record of a commit is just complete, and nothing of it was applied. */
    private static final class FirstRecord implements Recorder {
        private final Path file;
        private boolean due;
        private byte[] found;

        private FirstRecord(Path file) {
            this.file = file;
        }

        @Override
        public void started(byte[] image) {
            // only what comes is of interest
        }

        @Override
        public boolean wantsImage() {
            return false;
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            look();
        }

        @Override
        public void writtenBack(long offset) {
            // the file has it already
        }

        @Override
        public void fenced() {
            look();
        }

        private void look() {
            if (due) {
                Image image = Image.of(file);
                if (image.masters(Image.LOG).stream().anyMatch(image::hasRecord)) {
                    found = image.bytes();
                    due = false;
                }
            }
        }
    }

    private static void delete(Path file) {
        try {
            for (String suffix : List.of("", ".wal0", ".wal1")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix)); // of a run that was cut short
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        return Image.of(file).bytes();
    }
}
