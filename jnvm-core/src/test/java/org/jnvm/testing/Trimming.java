package org.jnvm.testing;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.DiskStats;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;

/**
 * Child JVMs that give free space of a heap back to the file system: the first argument says how, the second names the heap file, the
 * third the domain.
 */
public final class Trimming {
    private static final PrintStream OUT = System.out;
    private static final int VALUE_BYTES = 64 << 10;
    private static final int WAL_BYTES = 2 << 20;

    private final Heap heap;

    private Trimming(Heap heap) {
        this.heap = heap;
    }

    /** Runs a command. */
    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        DurabilityDomain domain = DurabilityDomain.valueOf(arguments[2]);
        switch (arguments[0]) {
            case "shrink" -> shrink(file, domain);
            case "full" -> full(file, domain);
            case "churn" -> churn(file, domain, Long.parseLong(arguments[3]));
            case "background" -> background(file, domain, Long.parseLong(arguments[3]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static HeapOptions options(DurabilityDomain domain) {
        HeapOptions options = HeapOptions.defaults().domain(domain);
        return domain == DurabilityDomain.DISK ? options.walBytes(WAL_BYTES) : options;
    }

    private static Heap open(Path file, DurabilityDomain domain, long bytes, boolean alone) {
        return Heap.openOrCreate(
                file, bytes, options(domain).trimInBackground(alone).reserve(alone ? 0 : bytes));
    }

    /** Returns the bytes of copies of pages in this process; 0 where there are none. */
    private static long copies(Heap heap) {
        DiskStats disk = heap.stats().disk();
        return disk == null ? 0 : disk.privateBytes();
    }

    /** Returns what a file takes of the disk, in KiB. */
    private static long du(Path file) throws IOException {
        Process process = new ProcessBuilder("du", "-k", file.toString()).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseLong(text.split("\\s+")[0]);
    }

    private static void say(String key, Object value) {
        OUT.println(key + "=" + value);
        OUT.flush();
    }

    private void put(int key, int salt) {
        try (Heap.Scope scope = heap.enter()) {
            byte[] bytes = new byte[VALUE_BYTES];
            Arrays.fill(bytes, (byte) (key * 31 + salt));
            bytes[0] = (byte) salt;
            heap.root().put("k" + key, new Bytes(bytes));
        }
    }

    private void remove(int key) {
        Object value = heap.root().get("k" + key);
        heap.root().remove("k" + key);
        heap.free(value);
    }

    /** Returns whether a heap has values only that are whole. */
    public static boolean isWhole(Heap heap) {
        for (String name : heap.root().names()) {
            byte[] bytes = heap.root().get(name, Bytes.class).toArray();
            byte expected = (byte) (Integer.parseInt(name.substring(1)) * 31 + bytes[0]);
            for (int i = 1; i < bytes.length; i++) {
                if (bytes[i] != expected) {
                    return false;
                }
            }
        }
        return heap.check().findings().isEmpty();
    }

    private static void shrink(Path file, DurabilityDomain domain) throws IOException {
        int values = 400;
        try (Heap opened = open(file, domain, 64 << 20, false)) {
            Trimming heap = new Trimming(opened);
            for (int key = 0; key < values; key++) {
                heap.put(key, 1);
            }
            opened.force();
            say("before", du(file));
            say("copies", copies(opened));
            for (int key = values / 10; key < values; key++) {
                heap.remove(key);
            }
            say("trimmed", opened.trim());
            say("copiesAfter", copies(opened));
            opened.force(); // finds no store to a hole
            say("after", du(file));
            say("holes", opened.stats().holeBlocks() * 256);
            say("whole", isWhole(opened));
        }
        say("closed", du(file));
        try (Heap opened = open(file, domain, 64 << 20, false)) {
            Trimming heap = new Trimming(opened);
            say("whole", isWhole(opened));
            say("opened", du(file));
            for (int key = values / 10; key < values; key++) {
                heap.put(key, 2);
            }
            say("whole", isWhole(opened));
            say("again", du(file));
        }
    }

    /** A disk that is full after space was given back. */
    private static void full(Path file, DurabilityDomain domain) throws IOException {
        try (Heap opened = Heap.create(file, 4 << 20, options(domain).reserve(4 << 20))) {
            Trimming heap = new Trimming(opened);
            int values = 0;
            try {
                while (true) {
                    heap.put(values, 1);
                    values++;
                }
            } catch (HeapFullException e) {
                say("values", values);
            }
            for (int key = 1; key < values; key++) {
                heap.remove(key);
            }
            say("trimmed", opened.trim());
            Path filler = file.resolveSibling("filler");
            try {
                Files.write(filler, new byte[64 << 20]);
            } catch (IOException e) {
                say("filler", e.getMessage());
            }
            int put = 1;
            try {
                while (true) {
                    heap.put(put, 2);
                    put++;
                }
            } catch (HeapFullException e) {
                say("full", e.getMessage());
            }
            say("whole", isWhole(opened));
            Files.delete(filler);
            while (put < values - 1) { // the last one may find no row of blocks
                heap.put(put, 2);
                put++;
            }
            say("whole", isWhole(opened));
            say("poisoned", opened.stats().poisoned());
        }
    }

    /** Makes and frees values until it is killed, while another thread gives space back. */
    private static void churn(Path file, DurabilityDomain domain, long seed) {
        Heap opened = open(file, domain, 16 << 20, false);
        Trimming heap = new Trimming(opened);
        boolean[] there = new boolean[100];
        opened.root().names().forEach(name -> there[Integer.parseInt(name.substring(1))] = true);
        say("whole", isWhole(opened));
        Thread trimmer = new Thread(() -> {
            while (true) {
                opened.trim();
            }
        });
        trimmer.setDaemon(true);
        trimmer.start();
        Random random = new Random(seed);
        for (int step = 0; ; step++) {
            int key = random.nextInt(there.length);
            if (there[key]) {
                heap.remove(key);
            } else {
                heap.put(key, step);
            }
            there[key] ^= true;
            if (step % 200 == 199) {
                say("step", step);
            }
        }
    }

    /** Deletes nine tenths of some bytes, and waits until the file takes a fifth. */
    private static void background(Path file, DurabilityDomain domain, long bytes) throws IOException {
        try (Heap opened = open(file, domain, bytes * 33 / 32, true);
                Heap.Scope scope = opened.enter()) {
            Refs values = new Refs((int) (bytes / (VALUE_BYTES + 1024)));
            opened.root().put("values", values);
            for (int i = 0; i < values.length(); i++) {
                values.set(i, new Bytes(VALUE_BYTES));
            }
            opened.force();
            long before = du(file);
            say("before", before);
            say("copies", copies(opened));
            for (int i = 0; i < values.length() * 9 / 10; i++) {
                Object value = values.get(i);
                values.set(i, null);
                opened.free(value);
            }
            long began = System.nanoTime();
            long after = du(file);
            while (after > before / 5 && System.nanoTime() - began < 60_000_000_000L) {
                LockSupport.parkNanos(1_000_000_000);
                after = du(file);
            }
            say("after", after);
            say("copiesAfter", copies(opened));
            say("percent", after * 100 / before);
            say("seconds", (System.nanoTime() - began) / 1_000_000_000);
            say("whole", opened.check().findings().isEmpty());
        }
    }
}
