package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Person;
import org.jnvm.testing.Person.Mood;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strings, boxes and enum constants that fields own. */
class FieldValueTest {
    private static final long MIB = 1 << 20;
    private static final int ENUMS = 8224;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    private interface Work {
        void on(Heap heap);
    }

    private void inNewHeap(Work work) {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            work.on(heap);
        }
    }

    private void inOldHeap(Path path, Work work) {
        try (Heap heap = Heap.open(path);
                Heap.Scope scope = heap.enter()) {
            work.on(heap);
        }
    }

    /** Returns what a crash at this moment would leave. */
    private Path crashed() {
        try {
            Path copy = folder.resolve("crashed.heap");
            Files.deleteIfExists(copy);
            return Files.copy(file, copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Person person(Heap heap) {
        return heap.root().get("person", Person.class);
    }

    private static String randomText(Random random, int length) {
        StringBuilder text = new StringBuilder();
        int limit = List.of(0x80, 0x100, 0x800, 0x10000).get(random.nextInt(4));
        while (text.length() < length) {
            int c = random.nextInt(limit);
            text.append(random.nextInt(20) == 0 && limit == 0x10000 ? "\uD83D\uDE00" : String.valueOf((char) c));
        }
        return text.substring(0, length);
    }

    @Test
    void stringsOfEveryFormAndLengthAreKept(@Seed("strings") Random random) {
        List<String> texts = new ArrayList<>(List.of("", "a", "\u00FF", "\u20AC", "\uD83D\uDE00", "\uD83D", "\uDE00x"));
        for (int length = 0; length < 300; length++) {
            texts.add(randomText(random, length));
        }
        texts.add(randomText(random, 20_000));
        inNewHeap(heap -> {
            Person person = new Person(null);
            heap.root().put("person", person);
            for (String text : texts) {
                person.setName(text);
                assertThat(person.name()).isEqualTo(text);
                heap.root().put("p" + texts.indexOf(text), new Person(text));
            }
        });
        inOldHeap(file, heap -> {
            for (String text : texts) {
                assertThat(heap.root()
                                .get("p" + texts.indexOf(text), Person.class)
                                .name())
                        .isEqualTo(text);
            }
        });
    }

    @Test
    void valuesSurviveACrashAndNullIsNotZero() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            assertThat(person.all()).isEqualTo("ann,null,null,null,null,null");
            heap.root().put("person", person);
            person.setAge(0L);
            person.setRate(-0.0);
            person.setCount(0);
            person.setMood(Mood.BAD);
            person.setAlias("");
            assertThat(person.all()).isEqualTo("ann,,0,-0.0,0,not so good");
            inOldHeap(crashed(), again -> assertThat(person(again).all()).isEqualTo("ann,,0,-0.0,0,not so good"));
            person.setAge(null);
            person.setRate(null);
            person.setCount(null);
            person.setMood(null);
            person.setAlias(null);
            person.setName(null);
            inOldHeap(crashed(), again -> assertThat(person(again).all()).isEqualTo("null,null,null,null,null,null"));
        });
    }

    @Test
    void boxesKeepExtremes() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            heap.root().put("person", person);
            for (long value : new long[] {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE}) {
                person.setAge(value);
                person.setCount((int) value);
                person.setRate(Double.longBitsToDouble(value));
                assertThat(person.age()).isEqualTo(value);
                assertThat(person.count()).isEqualTo((int) value);
                assertThat(Double.doubleToRawLongBits(person.rate())).isEqualTo(value);
            }
        });
    }

    /** A heap of 1 MiB would be full after 30 000 packed strings, 4 000 long ones, or 4 000 persons. */
    @Test
    void whatIsOverwrittenOrFreedIsUsedAgain() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            heap.root().put("person", person);
            for (int i = 0; i < 100_000; i++) {
                person.setName("name" + i);
                person.setAge(i % 2 == 0 ? (Long) (long) i : null);
            }
            for (int i = 0; i < 10_000; i++) {
                person.setAlias("long".repeat(100) + i);
            }
            for (int i = 0; i < 10_000; i++) {
                Person other = new Person("other" + i);
                other.setAlias("a".repeat(i % 400));
                other.setAge(5L);
                if (i % 2 == 0) {
                    other.validate();
                }
                heap.free(other);
            }
            assertThat(person.name()).isEqualTo("name99999");
            assertThat(person.alias()).endsWith("9999");
        });
    }

    @Test
    void blocksServeStringsOfAnotherSizeInTurn() {
        inNewHeap(heap -> {
            List<Person> all = new ArrayList<>();
            for (int length : new int[] {5, 60, 90, 20, 500, 5}) {
                assertThatThrownBy(() -> {
                            while (true) {
                                Person person = new Person(null);
                                all.add(person);
                                person.setName("x".repeat(length));
                            }
                        })
                        .isInstanceOf(HeapFullException.class);
                assertThat(all).hasSizeGreaterThan(1000);
                all.forEach(heap::free);
                all.clear();
            }
        });
    }

    @Test
    void aFullHeapLeavesTheFieldAsItWas() {
        inNewHeap(heap -> {
            Person person = new Person("before");
            person.setAge(null);
            heap.root().put("person", person);
            assertThatThrownBy(() -> {
                        while (true) {
                            new Person("filler".repeat(5));
                        }
                    })
                    .isInstanceOf(HeapFullException.class);
            assertThatThrownBy(() -> person.setName("too long ".repeat(1000))).isInstanceOf(HeapFullException.class);
            assertThat(person.name()).isEqualTo("before");
            heap.free(person);
            new Person("after");
        });
    }

    @Test
    void crashBetweenOverwriteAndFreeLosesNeitherAndLeaksNothing() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            person.setAlias("x".repeat(1000));
            heap.root().put("person", person);
            long live = liveObjects(crashed());
            for (int i = 0; i < 10; i++) {
                person.setName("n" + i); // waits to be freed
                person.setAlias("y".repeat(900 + i));
            }
            assertThat(liveObjects(crashed())).isEqualTo(live);
            inOldHeap(crashed(), again -> {
                assertThat(person(again).name()).isEqualTo("n9");
                assertThat(person(again).alias()).hasSize(909);
                assertThat(again.recovery().nullifiedReferences()).isZero();
                for (int i = 0; i < 30_000; i++) {
                    person(again).setName("again" + i);
                }
            });
        });
    }

    private static long liveObjects(Path crashed) {
        try (Heap heap = Heap.open(crashed)) {
            return heap.recovery().liveObjects();
        }
    }

    @Test
    void onlyTheNewStringIsFencedAndOldOnesAreFreedInBatches() {
        Counter counter = new Counter();
        inNewHeap(heap -> heap.root().put("person", new Person("ann")));
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recorder(counter));
                Heap.Scope scope = heap.enter()) {
            Person person = person(heap);
            person.setName("warm up");
            person.setAge(1L);
            Person other = new Person("not reachable yet");
            long before = counter.fences;
            for (int i = 0; i < 640; i++) {
                person.setName("n" + i);
            }
            // one for each string; one for each 64 that are freed, one for these to be handed out again
            assertThat(counter.fences - before).isBetween(640L, 640L + 40);
            before = counter.fences;
            for (int i = 0; i < 100; i++) {
                person.setAge((long) i);
                person.setCount(i);
                person.name();
                person.age();
            }
            other.setName("not reachable too");
            assertThat(counter.fences - before).isZero();
        }
    }

    private static final class Counter implements Recorder {
        private long fences;

        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {
            fences++;
        }
    }

    @Test
    void readersSeeTheOldStringOrTheNewOne() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Person person = new Person("0".repeat(10));
            heap.root().put("person", person);
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Thread reader = new Thread(() -> {
                    try {
                        while (!done.get()) {
                            String name = person.name();
                            if (name.isEmpty()
                                    || !name.equals(name.substring(0, 1).repeat(name.length()))) {
                                throw new AssertionError("torn: " + name);
                            }
                        }
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
                reader.start();
                readers.add(reader);
            }
            for (int i = 0; i < 50_000; i++) {
                person.setName(String.valueOf((char) ('a' + i % 26)).repeat(1 + i % 90));
            }
            done.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
        assertThat(failure.get()).isNull();
    }

    @Test
    void misuseIsRefused() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            Person other = new Person("bob");
            person.setAge(1L);
            heap.root().put("person", person);
            long freed = other.nameWord();
            heap.free(other);
            assertThatThrownBy(other::name).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> other.setName("x")).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> other.setAge(1L)).isInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> other.setMood(Mood.GOOD)).isInstanceOf(StaleObjectException.class);
            heap.force();
            for (int i = 0; i < 200; i++) {
                person.setName("n" + i); // frees the name of the other
            }
            person.setNameWord(freed);
            assertThatThrownBy(person::name)
                    .isInstanceOf(StaleObjectException.class)
                    .hasMessageContaining("freed");
            person.setNameWord(person.$jnvm$ref());
            assertThatThrownBy(person::name)
                    .isInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("another class");
            person.setNameWord(0);
            person.setMoodWord(99);
            assertThatThrownBy(person::mood)
                    .isInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("id=99");
            person.setMood(null);
        });
    }

    @Test
    void validateByHandTakesOwnedValuesAlong() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            person.setAge(7L);
            heap.root().wput("person", person);
            person.pwb();
            person.pfence();
            person.validate();
            person.pfence();
            inOldHeap(crashed(), again -> assertThat(person(again).all()).startsWith("ann,null,7,"));
        });
    }

    @Test
    void aDamagedTableOfEnumConstantsIsRefused() {
        inNewHeap(heap -> {
            Person person = new Person("ann");
            person.setMood(Mood.GOOD);
            person.setMood(Mood.BAD);
            heap.root().put("person", person);
        });
        HeapImage sound = HeapImage.of(file);
        int record = (int) (sound.getLong(ENUMS) & 0xFFFF_FFFFL);
        Path bad = folder.resolve("bad.heap");
        for (HeapImage image : List.of(
                sound.copy().flip(record + 32, 3),
                sound.copy().putInt(record + 16, 1),
                sound.copy().putLong(record + 24, 1 << 20),
                sound.copy().putLong(record + 8, sound.getLong(ENUMS)),
                sound.copy().putLong(ENUMS, sound.getLong(ENUMS) + 256))) {
            image.write(bad);
            assertThatThrownBy(() -> Heap.open(bad).close())
                    .isInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("enum");
        }
    }

    /** Invariants checked: after SIGKILL every name is whole, and not older than what was acknowledged. */
    @Test
    void survivesBeingKilled() throws Exception {
        int acknowledged = -1;
        for (int round = 0; round < 3; round++) {
            try (ChildJvm child = Child.start("rename", file.toString())) {
                for (int i = 0; i < 100 + 2000 * round; i++) {
                    acknowledged = Integer.parseInt(child.line());
                }
                child.kill();
            }
            int least = acknowledged;
            inOldHeap(file, heap -> {
                assertThat(heap.recovery().nullifiedReferences()).isZero();
                Person person = person(heap);
                int name =
                        Integer.parseInt(person.name().substring(person.name().lastIndexOf(' ') + 1));
                assertThat(name).isGreaterThanOrEqualTo(least);
                assertThat(person.name()).isEqualTo("n".repeat(name % 200) + " " + name);
                assertThat(person.age()).isBetween((long) least, (long) name);
                assertThat(person.mood()).isNotNull();
            });
        }
    }
}
