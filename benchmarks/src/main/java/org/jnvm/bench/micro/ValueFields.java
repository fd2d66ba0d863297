package org.jnvm.bench.micro;

import java.util.Arrays;
import java.util.Locale;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.bench.harness.Folder;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Boxes;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;

/**
 * Prints what fields that own values cost: time of a read and of an overwrite, with the median of some rounds, and heap
 * bytes of a string. With the argument {@code emulated} on domain {@code NVMM_EMULATED}, else on the page cache.
 */
public final class ValueFields {
    private static final int ROUNDS = 9;
    private static final int OPERATIONS = 200_000;
    private static final int STRINGS = 100_000;
    private static final long HEAP_BYTES = 256 << 20;

    private static long sink;

    private ValueFields() {}

    /** An object with a field of each kind, as the transformer would make it. */
    static final class Holder extends AbstractProxy {
        private static final int TEXT = 8;
        private static final int BOX = 16;
        private static final int WORD = 24;
        private static final ClassDescriptor CLASS = ClassDescriptor.register(Holder.class, """
                class org.jnvm.bench.micro.ValueFields$Holder
                version 1
                extends -
                bytes 32
                field org.jnvm.bench.micro.ValueFields$Holder text Ljava.lang.String; 8
                field org.jnvm.bench.micro.ValueFields$Holder box Ljava.lang.Long; 16
                field org.jnvm.bench.micro.ValueFields$Holder word Vjava.lang.Integer; 24""", Holder::new);

        Holder() {
            Allocation.allocate(this);
        }

        private Holder(Region region, long ref, long[] blocks) {
            super(region, ref);
        }

        String text() {
            return FieldAccess.getString(this, TEXT);
        }

        void setText(String value) {
            FieldAccess.setString(this, TEXT, value);
        }

        Long box() {
            return FieldAccess.getLong(this, BOX);
        }

        void setBox(Long value) {
            FieldAccess.setLong(this, BOX, value);
        }

        Integer word() {
            return Boxes.toInteger(region.getLong(place, WORD));
        }

        void setWord(Integer value) {
            region.putLong(place, WORD, Boxes.word(value));
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    private interface Operation {
        void run(int i);
    }

    /**
     * Prints the figures.
     *
     * @param args {@code emulated}, or nothing
     */
    public static void main(String[] args) {
        HeapOptions options = args.length > 0 && args[0].equals("emulated")
                ? HeapOptions.defaults().domain(DurabilityDomain.NVMM_EMULATED)
                : HeapOptions.defaults();
        try (Folder folder = new Folder();
                Heap heap = Heap.create(folder.file("values.heap"), HEAP_BYTES, options);
                Heap.Scope scope = heap.enter()) {
            System.out.println(heap.domain() + ", " + heap.access());
            Holder holder = new Holder();
            heap.root().put("holder", holder);
            String[] texts = {"sixteen letters.", "letters, sixteen"};
            String[] longTexts = {"x".repeat(500), "y".repeat(500)};
            holder.setText(texts[0]);
            measure("read String, 16 characters", i -> sink += holder.text().length());
            measure("write String, 16 characters", i -> holder.setText(texts[i & 1]));
            measure("write String, 500 characters", i -> holder.setText(longTexts[i & 1]));
            measure("read String, 500 characters", i -> sink += holder.text().length());
            holder.setBox(0L);
            measure("read Long", i -> sink += holder.box());
            measure("write Long", i -> holder.setBox((long) (i & 63)));
            holder.setWord(0);
            measure("read Integer", i -> sink += holder.word());
            measure("write Integer", i -> holder.setWord(i & 63));
            for (int length : new int[] {8, 16, 32, 64, 96, 100, 200}) {
                bytesOfAString(heap, length);
            }
            if (scope == null) {
                System.out.println(sink);
            }
        }
    }

    private static void measure(String name, Operation operation) {
        double[] times = new double[ROUNDS];
        for (int round = -3; round < ROUNDS; round++) {
            long began = System.nanoTime();
            for (int i = 0; i < OPERATIONS; i++) {
                operation.run(i);
            }
            if (round >= 0) {
                times[round] = (double) (System.nanoTime() - began) / OPERATIONS;
            }
        }
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT, "%-30s %8.1f ns (%.1f to %.1f)%n", name, times[ROUNDS / 2], times[0], times[ROUNDS - 1]);
    }

    private static void bytesOfAString(Heap heap, int length) {
        Holder[] holders = new Holder[STRINGS];
        for (int i = 0; i < STRINGS; i++) {
            holders[i] = new Holder();
            holders[i].validate();
        }
        long empty = heap.histogram().blocks();
        String text = "x".repeat(length);
        for (Holder each : holders) {
            each.setText(text);
        }
        double bytes = 256.0 * (heap.histogram().blocks() - empty) / STRINGS;
        System.out.printf(Locale.ROOT, "heap bytes of a String of %d characters: %.1f%n", length, bytes);
        for (Holder each : holders) {
            heap.free(each);
        }
        heap.force(); // frees the strings too
    }
}
