package org.jnvm.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jnvm.Heap;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PBooleanArray;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;

/** The heap files that damage starts from: closed, left by a crash, and older states of the same heap. */
final class SoundHeaps {
    /**
     * A heap file.
     *
     * @param name what it is
     * @param bytes the file
     * @param older the same heap some time before
     */
    record Sound(String name, byte[] bytes, byte[] older) {}

    private static final long MIB = 1 << 20;

    private SoundHeaps() {}

    /**
     * Makes them. The same for each run of one build: no randomness but a fixed seed.
     *
     * @param folder where to make them
     * @return the heaps
     */
    static List<Sound> make(Path folder) {
        List<Sound> made = new ArrayList<>();
        make(made, folder.resolve("small.heap"), "small", MIB);
        make(made, folder.resolve("grown.heap"), "grown", 4 * MIB);
        return made;
    }

    private static void make(List<Sound> made, Path file, String name, long maxBytes) {
        byte[] early;
        byte[] live;
        delete(file); // of a run that a failure cut short
        try (Heap heap = Heap.create(file, maxBytes);
                Heap.Scope scope = heap.enter()) {
            Random random = new Random(11);
            fill(heap, random, 30);
            if (maxBytes > MIB) {
                heap.root().put("large", new Blob(new byte[(int) MIB]));
            }
            early = read(file);
            change(heap, random);
            live = read(file);
        }
        byte[] closed = read(file);
        made.add(new Sound(name + ", closed", closed, early));
        made.add(new Sound(name + ", left by a crash", live, early));
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void fill(Heap heap, Random random, int size) {
        PHashMap<PString, Object> map = new PHashMap<>();
        PArrayList<Object> list = new PArrayList<>();
        heap.root().put("map", map);
        heap.root().put("list", list);
        Links links = new Links(size);
        heap.root().put("links", links);
        for (int i = 0; i < size; i++) {
            Thing thing = new Thing(i);
            thing.setLeft(i == 0 ? null : links.get(random.nextInt(i)));
            thing.setRight(anything(random, i));
            links.set(i, thing);
            map.put(new PString(text(random, i)), i % 3 == 0 ? list : thing);
            list.add(i % 4 == 0 ? map : thing);
        }
        PHashMap<Object, Object> inner = new PHashMap<>();
        inner.put(new PString("self"), map);
        inner.put(links.get(0), inner);
        map.put(new PString("inner"), inner);
        Mended chain = null;
        for (int i = 0; i < 6; i++) {
            Mended mended = new Mended(i);
            mended.setNext(chain);
            chain = mended;
        }
        heap.root().put("chain", chain);
        for (int i = 0; i < 34; i++) { // two slot arrays
            heap.root().put("root " + "x".repeat(i * 11) + i, links.get(i % size));
        }
    }

    private static Object anything(Random random, int i) {
        return switch (i % 10) {
            case 0 -> new Blob(new byte[random.nextInt(1000)]);
            case 1 -> new Big();
            case 2 -> new PString(text(random, i));
            case 3 -> new Links(random.nextInt(70));
            case 4 -> new Mended(i);
            case 5 -> values(text(random, i), i);
            case 6 -> new PArray<>(new Object[] {new PString(text(random, i)), null, new Thing(i)});
            case 7 -> new PLongArray(random.longs(random.nextInt(100)).toArray());
            case 8 -> new PBooleanArray(random.nextInt(2000));
            default -> null;
        };
    }

    private static Values values(String name, int i) {
        Values values = new Values();
        values.setName(name);
        values.setLarge((long) i);
        values.setRate(i / 3.0);
        values.setSmall(i);
        values.setColor(Values.Color.values()[i % 3]);
        return values;
    }

    private static String text(Random random, int i) {
        String unit = switch (i % 4) {
            case 0 -> "plain ";
            case 1 -> "\u00e4\u00df ";
            case 2 -> "\u20ac\ud83d\ude00 ";
            default -> "\ud83d odd "; // an unpaired surrogate
        };
        return i + unit.repeat(random.nextInt(60));
    }

    /** Leaves freed blocks, redo logs with entries, and objects that are reachable from nothing. */
    @SuppressWarnings("unchecked")
    private static void change(Heap heap, Random random) {
        PHashMap<PString, Object> map = (PHashMap<PString, Object>) heap.root().get("map");
        PArrayList<Object> list = (PArrayList<Object>) heap.root().get("list");
        Links links = (Links) heap.root().get("links");
        for (int i = 0; i < 10; i++) {
            Thing thing = (Thing) links.get(i);
            int number = i;
            heap.atomically(() -> {
                thing.setValue(-number);
                map.put(new PString("block " + number), new Thing(number));
                list.set(number, thing);
                list.add(new PString("tail " + number));
                for (int k = 0; k < 4 * number; k++) { // logs of several blocks
                    ((Thing) links.get(10 + k % 20)).setValue(k);
                }
            });
        }
        for (int i = 0; i < 5; i++) {
            Thing thing = (Thing) links.get(20 + i);
            if (thing.right() instanceof Blob blob) {
                thing.setRight(null);
                heap.free(blob);
            }
            heap.root().remove("root " + "x".repeat(i * 11) + i);
            new Thing(random.nextLong()).setRight(thing);
        }
        list.remove(3);
        map.remove("inner");
    }
}
