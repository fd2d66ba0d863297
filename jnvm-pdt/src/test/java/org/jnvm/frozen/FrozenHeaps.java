package org.jnvm.frozen;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.pdt.KeyOrders;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PBooleanArray;
import org.jnvm.pdt.PBox;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PCharArray;
import org.jnvm.pdt.PConcurrentHashMap;
import org.jnvm.pdt.PConcurrentHashSet;
import org.jnvm.pdt.PDoubleArray;
import org.jnvm.pdt.PFloatArray;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PHashSet;
import org.jnvm.pdt.PIntArray;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PShortArray;
import org.jnvm.pdt.PSkipListMap;
import org.jnvm.pdt.PSkipListSet;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.pdt.PTreeSet;
import org.jnvm.pdt.PrimitiveArray;
import org.jnvm.spi.Recorder;

/**
 * The heap files of the format as it stands, which every build opens: one that was closed, one that was cut off in the
 * middle of a commit, and one of domain {@code DISK} whose last commits are in its write-ahead log only.
 *
 * <p>{@code main} makes them anew, in {@code src/test/resources/frozen}. That is right only where the format has changed
 * and its history in {@code docs/FORMAT.md} says so.
 */
final class FrozenHeaps {
    static final String CLOSED = "closed.heap";
    static final String CRASHED = "crashed.heap";
    static final String DISK = "disk.heap";
    static final List<String> FILES = List.of(CLOSED, CRASHED, DISK, DISK + ".wal0", DISK + ".wal1");

    private static final long BYTES = 1 << 20;
    private static final int MANY = 40;

    private static final Comparator<PString> DOWN = Comparator.comparing(PString::toString, Comparator.reverseOrder());

    static {
        KeyOrders.register("org.jnvm.frozen, down", DOWN);
    }

    private FrozenHeaps() {}

    /** Makes the files. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments.length > 0 ? arguments[0] : "src/test/resources/frozen");
        Path work = Files.createTempDirectory("frozen");
        makeClosed(work.resolve(CLOSED));
        makeCrashed(work);
        makeDisk(work);
        for (String name : FILES) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + ".gz")))) {
                Files.copy(work.resolve(name), out);
            }
        }
    }

    /** Unpacks a file, and those that belong to it. */
    static Path unpack(String name, Path folder) throws IOException {
        for (String each : FILES) {
            if (each.startsWith(name)) {
                try (InputStream in =
                        new GZIPInputStream(FrozenHeaps.class.getResourceAsStream("/frozen/" + each + ".gz"))) {
                    Files.copy(in, folder.resolve(each));
                }
            }
        }
        return folder.resolve(name);
    }

    // ---- what is in all of them ----

    private static void fill(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            fillInScope(heap);
        }
    }

    private static void fillInScope(Heap heap) {
        heap.root().put("strings", list("", "Latin é", "UTF-8 ✓", "\ud800 alone", "long ".repeat(300)));
        PHashMap<PString, PBox<?>> boxes = new PHashMap<>();
        heap.root().put("boxes", boxes);
        List<PBox<?>> values = List.of(
                new PBox<>(true),
                new PBox<>((byte) -1),
                new PBox<>((short) -2),
                new PBox<>('c'),
                new PBox<>(-3),
                new PBox<>(-4L),
                new PBox<>(0.5f),
                new PBox<>(-0.25));
        for (PBox<?> value : values) {
            boxes.put(new PString(value.value().getClass().getSimpleName()), value);
        }
        heap.root().put("tree", new PTreeMap<PString, PString>());
        heap.root().put("skip list", new PSkipListMap<PString, PString>());
        heap.root().put("concurrent", new PConcurrentHashMap<PString, PString>());
        heap.root().put("tree set", new PTreeSet<PString>());
        heap.root().put("skip list set", new PSkipListSet<PString>());
        heap.root().put("hash set", new PHashSet<PString>());
        heap.root().put("concurrent set", new PConcurrentHashSet<PString>());
        for (int i = 0; i < MANY; i++) {
            PTreeMap<PString, PString> tree = root(heap, "tree");
            PSkipListMap<PString, PString> skipList = root(heap, "skip list");
            PConcurrentHashMap<PString, PString> concurrent = root(heap, "concurrent");
            for (Map<PString, PString> map : List.of(tree, skipList, concurrent)) {
                map.put(new PString("key " + i), new PString("value " + i * i));
            }
        }
        FrozenHeaps.<PTreeMap<PString, PString>>root(heap, "tree").remove(new PString("key 7"));
        for (String name : List.of("tree set", "skip list set", "hash set", "concurrent set")) {
            java.util.Set<PString> set = root(heap, name);
            for (int i = 0; i < 5; i++) {
                set.add(new PString("element " + i));
            }
        }
        PTreeMap<PString, PString> down = new PTreeMap<>(DOWN);
        heap.root().put("down", down);
        for (int i = 0; i < 5; i++) {
            down.put(new PString("key " + i), new PString("value " + i));
        }
        heap.root().put("booleans", new PBooleanArray(new boolean[] {true, false}));
        heap.root().put("bytes", new PByteArray(new byte[] {1, -2}));
        heap.root().put("shorts", new PShortArray(new short[] {3, -4}));
        heap.root().put("chars", new PCharArray(new char[] {'a', 'ÿ'}));
        heap.root().put("ints", new PIntArray(new int[] {5, -6}));
        heap.root().put("longs", new PLongArray(new long[100]));
        heap.root().put("floats", new PFloatArray(new float[] {1.5f}));
        heap.root().put("doubles", new PDoubleArray(new double[] {-2.5}));
        heap.root().put("references", new PArray<>(new Account[] {new Account("in an array", 1), null}));
        Account first = new Account("Ada", 100);
        first.setNext(new Account("Grace", 200));
        heap.root().put("accounts", first);
        heap.root().put("gone", new PString("gone"));
        heap.root().remove("gone");
    }

    @SuppressWarnings("unchecked")
    private static <T> T root(Heap heap, String name) {
        return (T) heap.root().get(name);
    }

    private static PArrayList<PString> list(String... texts) {
        PArrayList<PString> list = new PArrayList<>();
        for (String text : texts) {
            list.add(new PString(text));
        }
        return list;
    }

    /** One failure-atomic block of all that a record can say. */
    static void changeInBlock(Heap heap) {
        heap.atomically(() -> {
            Account first = root(heap, "accounts");
            first.change(-30);
            first.next().change(30);
            first.setName("Ada Lovelace");
            Account third = new Account("Barbara", 0);
            first.next().setNext(third);
            PLongArray longs = root(heap, "longs");
            for (int i = 0; i < longs.length(); i++) {
                longs.set(i, i); // so many that they are one copy of a block
            }
            PTreeMap<PString, PString> tree = root(heap, "tree");
            tree.put(new PString("key 3"), new PString("changed"));
            tree.remove(new PString("key 5"));
            FrozenHeaps.<PArrayList<PString>>root(heap, "strings").add(new PString("added"));
            heap.root().put("made in a block", new PString("made"));
        });
    }

    /** Returns all that a heap holds, as text; what has no order, or the natural one, is sorted. */
    static Map<String, String> contents(Heap heap) {
        Map<String, String> contents = new TreeMap<>();
        for (String name : heap.root().names()) {
            contents.put(name, text(heap.root().get(name)));
        }
        return contents;
    }

    private static String text(Object value) {
        if (value instanceof PrimitiveArray<?> array) {
            String text = Arrays.deepToString(new Object[] {array.toArray()});
            return text.substring(1, text.length() - 1);
        }
        if (value instanceof PArray<?> array) {
            return Arrays.toString(array.toArray());
        }
        if (value instanceof Map<?, ?> map) {
            Stream<String> entries = map.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue());
            boolean byComparator = map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null;
            return (byComparator ? entries : entries.sorted()).collect(Collectors.joining(", "));
        }
        if (value instanceof java.util.Set<?> set) {
            return new TreeSet<>(set.stream().map(Object::toString).toList()).toString();
        }
        return String.valueOf(value);
    }

    // ---- the three files ----

    private static void makeClosed(Path file) {
        try (Heap heap = Heap.create(file, BYTES)) {
            fill(heap);
        }
    }

    /** Keeps the file as it is when the record of a commit is just complete, and nothing of it was applied. */
    private static void makeCrashed(Path work) throws IOException {
        Path crashed = work.resolve(CRASHED);
        for (int event = 1; ; event++) {
            Path file = work.resolve("cut" + event);
            Cut cut = new Cut();
            Heap heap = Heap.create(file, BYTES, HeapOptions.defaults().recorder(cut));
            fill(heap);
            Map<String, String> before = contents(heap);
            cut.left = event;
            try {
                changeInBlock(heap);
                throw new IllegalStateException("the block has ended before a record was complete");
            } catch (Cut.Off | HeapPoisonedException e) {
                Files.copy(file, crashed);
            }
            Path copy = work.resolve("tried" + event);
            Files.copy(crashed, copy);
            try (Heap tried = Heap.open(copy)) {
                if (!contents(tried).equals(before)) {
                    return;
                }
            }
            Files.delete(crashed);
        }
    }

    /** Throws at the n-th store or fence from when it is told. */
    private static final class Cut implements Recorder {
        private static final class Off extends Error {
            private static final long serialVersionUID = 1L;
        }

        private int left;

        @Override
        public void started(byte[] image) {
            // only what comes is counted
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            count();
        }

        @Override
        public void writtenBack(long offset) {
            // the file has it already
        }

        @Override
        public void fenced() {
            count();
        }

        private void count() {
            if (left > 0 && --left == 0) {
                throw new Off();
            }
        }
    }

    private static void makeDisk(Path work) throws IOException {
        Path file = work.resolve("open.heap");
        HeapOptions options =
                HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(BYTES);
        Heap heap = Heap.create(file, BYTES, options);
        fill(heap);
        heap.force();
        changeInBlock(heap);
        heap.psync(); // what is in the area is on the device, and nothing goes on
        for (String suffix : List.of("", ".wal0", ".wal1")) {
            Files.copy(work.resolve(file.getFileName() + suffix), work.resolve(DISK + suffix));
        }
    }
}
