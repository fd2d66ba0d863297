package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.Reads.Kind;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Invariant checked: a read beside a free of the same object gives a value that was there, or is refused as that of an
 * object that was freed; it never says that the file is damaged, whether it is in an epoch-protected section or not. In an epoch-protected section,
 * or where the read has one of its own, it never gives anything else.
 *
 * <p>First every interleaving of one read with one change: before each load of the read, header, slot word or content, the
 * change takes place in another thread. A header that is loaded twice is found that way whenever the two loads can disagree.
 * Then readers and a writer at full speed; {@code -Djnvm.reads=100000000} is the long form.
 */
@Timeout(120)
@LongRunning
class ReadBesideFreeTest extends DataTypeTest {
    private static final long READS = Long.getLong("jnvm.reads", 200_000);
    /** Objects that are made and freed until the blocks of the freed one are in use again. */
    private static final int CHURN = 400;

    private final Interrupter interrupter = new Interrupter();

    /** Has something happen before a load of the thread that asked for it. */
    private static final class Interrupter implements Recorder {
        private volatile Thread reader;
        private int loads;
        private int at;
        private Runnable what;
        private Error toThrow;
        /** The heap offset of a header or slot word, and how often it was loaded. */
        private long header;

        private int headerLoads;
        /** The heap offsets of the words that were loaded, or null. */
        private List<Long> words;

        /** Reads; before the given load of that, counted from 0, something happens in another thread. */
        Object read(Kind kind, int load, Runnable change) {
            loads = 0;
            at = load;
            what = change;
            reader = Thread.currentThread();
            try {
                return kind.read().get();
            } finally {
                reader = null;
            }
        }

        /** Reads; the given load of that, counted from 0, ends in an error. */
        Object fail(Kind kind, int load, Error error) {
            toThrow = error;
            try {
                return read(kind, load, null);
            } finally {
                toThrow = null;
            }
        }

        /** Returns how often a read loads the header of an object. */
        int headerLoads(Proxy object, Supplier<?> read) {
            header = object == null ? -1 : Identity.addr(object);
            headerLoads = 0;
            at = Integer.MAX_VALUE;
            reader = Thread.currentThread();
            try {
                read.get();
            } finally {
                reader = null;
            }
            return headerLoads;
        }

        /** Returns where a read loads words. */
        List<Long> wordsLoaded(Supplier<?> read) {
            words = new ArrayList<>();
            headerLoads(null, read);
            List<Long> found = words;
            words = null;
            return found;
        }

        boolean happened() {
            return loads > at;
        }

        @Override
        public boolean observesLoads() {
            return true;
        }

        @Override
        public void loading(long offset, int bytes) {
            if (reader != Thread.currentThread()) {
                return;
            }
            headerLoads += offset == header ? 1 : 0;
            if (words != null && bytes == Long.BYTES) {
                words.add(offset);
            }
            if (loads++ == at) {
                if (toThrow != null) {
                    throw toThrow;
                }
                Thread other = new Thread(what);
                other.start();
                Threads.join(other);
            }
        }

        @Override
        public boolean wantsImage() {
            return false;
        }

        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {}
    }

    @Override
    HeapOptions options() {
        return HeapOptions.defaults().recorder(interrupter);
    }

    /** Changes what a read of a kind finds, and has the blocks of what was freed used again, if nobody reads them. */
    private void changeAndChurn(Kind kind) {
        try (Heap.Scope scope = heap.enter()) {
            kind.change().run();
            List<Object> made = new ArrayList<>();
            try {
                for (int i = 0; i < CHURN; i++) {
                    byte[] other = new byte[i % 5 == 0 ? 1000 : 100 * (i % 3)];
                    Arrays.fill(other, (byte) 0xFE);
                    made.add(i % 2 == 0 ? new PByteArray(other) : new PString("\u00FE".repeat(i % 90)));
                }
            } catch (HeapFullException e) {
                assertThat(made).as("objects that have room beside the others").isNotEmpty();
            }
            made.forEach(heap::free);
        }
    }

    @Test
    void betweenAnyTwoLoadsOfAReadSection() {
        Map<String, Integer> loads = new TreeMap<>();
        for (Kind kind : Reads.in(heap).values()) {
            kind.start().run();
            boolean more = true;
            for (int load = 0; more; load++) {
                Object found;
                Epochs.enterRead();
                try {
                    found = interrupter.read(kind, load, () -> changeAndChurn(kind));
                } catch (StaleObjectException e) {
                    found = e;
                } finally {
                    Epochs.exitRead();
                }
                if (!(found instanceof StaleObjectException)) {
                    assertThat(kind.found())
                            .as("%s, changed before load %d", kind, load)
                            .contains(found);
                }
                more = interrupter.happened();
                loads.put(kind.name(), load);
            }
        }
        System.out.println("reads in a section, loads of each: " + loads);
        assertThat(loads.values()).allSatisfy(count -> assertThat(count).isPositive());
    }

    @Test
    void outsideReadSectionsWhatDoesNotFitIsStaleAndNotDamaged() {
        for (Kind kind : Reads.in(heap).values()) {
            kind.start().run();
            boolean more = true;
            for (int load = 0; more; load++) {
                try {
                    Object found = interrupter.read(kind, load, () -> changeAndChurn(kind));
                    assertThat(found)
                            .as("%s, changed before load %d", kind, load)
                            .isNotNull();
                } catch (StaleObjectException e) {
                    assertThat(e).as("%s, changed before load %d", kind, load).hasMessageContaining("freed");
                }
                more = interrupter.happened();
            }
        }
    }

    @Test
    void aReadLoadsTheHeaderOfWhatItReadsOnce() {
        PString text = new PString("some text");
        PString longText = new PString("x".repeat(3000));
        PByteArray bytes = new PByteArray(new byte[2000]);
        PConcurrentHashMap<PString, PString> map = new PConcurrentHashMap<>();
        map.put(new PString("key"), text);
        PArrayList<PString> list = new PArrayList<>();
        list.add(text);
        PArray<PString> array = new PArray<>(1);
        array.set(0, text);
        Keeper keeper = new Keeper("its own", 1L, longText);
        heap.root().put("text", text);
        heap.root().put("bytes", bytes);
        heap.root().put("keeper", keeper);
        Map<String, Integer> loads = new TreeMap<>();
        loads.put("string", interrupter.headerLoads(text, text::toString));
        loads.put("long string", interrupter.headerLoads(longText, longText::toString));
        loads.put("elements", interrupter.headerLoads(bytes, bytes::toArray));
        loads.put("root", interrupter.headerLoads(text, () -> heap.root().get("text")));
        loads.put(
                "root of blocks",
                interrupter.headerLoads(bytes, () -> heap.root().get("bytes")));
        loads.put("value of a map", interrupter.headerLoads(text, () -> map.get("key")));
        loads.put("element of a list", interrupter.headerLoads(text, () -> list.get(0)));
        loads.put("element of an array", interrupter.headerLoads(text, () -> array.get(0)));
        loads.put("reference", interrupter.headerLoads(longText, keeper::object));
        assertThat(loads.values()).as("loads of the header: %s", loads).containsOnly(1);
        for (Supplier<?> read : List.<Supplier<?>>of(keeper::text, keeper::number)) {
            // of values that fields own the address is not told: no word but that of the field's value is a header here
            List<Long> words = interrupter.wordsLoaded(read).stream()
                    .filter(word -> word >= 16_384) // behind the interior map
                    .toList();
            assertThat(words).as("words loaded").doesNotHaveDuplicates().hasSizeGreaterThan(2);
        }
    }

    @Test
    void anErrorAtAnyLoadLeavesNoReadSectionOpenAndNoLock() {
        for (Kind kind : Reads.in(heap).values()) {
            kind.start().run();
            boolean more = true;
            for (int load = 0; more; load++) {
                Error error = load % 2 == 0 ? new StackOverflowError("on purpose") : new OutOfMemoryError("on purpose");
                try {
                    interrupter.fail(kind, load, error);
                } catch (StackOverflowError | OutOfMemoryError e) {
                    assertThat(e).as("%s, load %d", kind, load).isSameAs(error);
                }
                more = interrupter.happened();
                assertThatThrownBy(Epochs::exitRead)
                        .as("end of an epoch-protected section after: %s, load %d", kind, load)
                        .isInstanceOf(IllegalStateException.class);
            }
            Thread other = new Thread(() -> changeAndChurn(kind));
            other.start();
            Threads.join(other);
            assertThat(kind.found())
                    .as("%s, after all", kind)
                    .contains(kind.read().get());
        }
    }

    @Test
    @Timeout(7200) // the long form
    void atFullSpeed() throws InterruptedException {
        try (Heap fast = Heap.create(folder.resolve("fast.heap"), 32 << 20);
                Heap.Scope scope = fast.enter()) {
            List<Kind> kinds = new ArrayList<>(Reads.in(fast).values());
            long each = READS / kinds.size() + 1;
            Map<String, String> counts = new TreeMap<>();
            for (Kind kind : kinds) {
                kind.start().run();
                AtomicBoolean done = new AtomicBoolean();
                CountDownLatch running = new CountDownLatch(1);
                AtomicLong changes = new AtomicLong();
                AtomicReference<Throwable> failure = new AtomicReference<>();
                Thread writer = new Thread(() -> {
                    try (Heap.Scope ofWriter = fast.enter()) {
                        while (!done.get()) {
                            kind.change().run();
                            changes.incrementAndGet();
                            running.countDown();
                        }
                    } catch (RuntimeException | Error e) {
                        failure.set(e);
                        running.countDown();
                    }
                });
                writer.start();
                long stale;
                try {
                    running.await();
                    stale = readMany(kind, each);
                } finally {
                    done.set(true);
                    Threads.join(writer);
                }
                assertThat(failure).as("writer of: %s", kind).hasNullValue();
                counts.put(kind.name(), changes + " changes, " + stale + " stale");
            }
            System.out.println("reads of each kind: " + each + ", " + counts);
        }
    }

    private static long readMany(Kind kind, long count) {
        long stale = 0;
        for (long i = 0; i < count; i++) {
            Object found;
            Epochs.enterRead();
            try {
                found = kind.read().get();
            } catch (StaleObjectException e) {
                stale++;
                continue;
            } finally {
                Epochs.exitRead();
            }
            if (!kind.found().contains(found)) {
                throw new AssertionError(kind + ": " + found + ", expected one of " + kind.found());
            }
        }
        return stale;
    }
}
