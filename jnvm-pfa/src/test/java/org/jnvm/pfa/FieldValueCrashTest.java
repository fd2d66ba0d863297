package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jnvm.Heap;
import org.jnvm.InvalidObjectException;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.RecordedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: in every crash image that is explored, a field has the value that it was given last, once that was
 * made durable, and this or the one before until then: never none, never a part of one. And the fences and write-backs
 * of values are needed for that, but those that {@link #EXPLAINED} names.
 */
class FieldValueCrashTest {
    private static final long SEED = Long.getLong("jnvm.seed", 20_261_121);
    private static final boolean FULL = Boolean.getBoolean("jnvm.test.full");
    /** Values that wait until they are freed together, but one. */
    private static final int ALMOST_A_BATCH = 63;

    /** Barriers whose removal loses nothing that can be seen after a crash, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of(
            // makes "free, then fence" durable for programs; here nothing leads to what is freed
            Pattern.compile("PWB . ObjectSpace.free.*UnlinkedValues.drain.*"),
            // slot words before the header of a pool block: for a scan; the pass follows references
            Pattern.compile("FENCE PoolAllocator.format:\\d+ .*"),
            Pattern.compile("PWB . PoolAllocator.format.*"));

    @TempDir
    Path folder;

    @Test
    void overwriting() throws Exception {
        explore(
                run -> waitingValues(ALMOST_A_BATCH),
                run -> {
                    Person p = person(run.heap(), "p");
                    run.operation(() -> {
                        p.setName("not fenced");
                        p.persist(Person.NAME);
                    });
                    run.operation(() -> p.replaceAlias("alias"));
                    run.operation(() -> p.replaceName("a text that leaves its first line of memory, to say the least"));
                    run.operation(() -> p.replaceName("a text of several blocks ".repeat(20)));
                    run.operation(() -> p.replaceName(null));
                    run.operation(() -> p.replaceName("again"));
                },
                "FieldValues");
    }

    @Test
    void slotsOfABlockThatAnotherThreadMade() throws Exception {
        explore(
                run -> {},
                run -> {
                    Person p = person(run.heap(), "p");
                    run.operation(() -> {
                        inThread(run.heap(), () -> new Person("x".repeat(70)));
                        p.replaceName("y".repeat(70));
                    });
                },
                "PoolAllocator",
                "FieldValues");
    }

    @Test
    void freeingTheOwner() throws Exception {
        explore(
                run -> waitingValues(ALMOST_A_BATCH),
                run -> run.operation(() -> {
                    Person q = person(run.heap(), "q");
                    run.heap().free(q);
                    person(run.heap(), "p").pfence();
                }),
                "UnlinkedValues",
                "FieldValues");
    }

    @Test
    void boxes() throws Exception {
        explore(
                run -> {},
                run -> {
                    Person p = person(run.heap(), "p");
                    for (Long age : new Long[] {null, 7L, 8L, Long.MIN_VALUE, null, 0L}) {
                        run.operation(() -> {
                            p.setAge(age);
                            p.persist(Person.AGE);
                        });
                    }
                    for (Integer count : new Integer[] {0, -1, null}) {
                        run.operation(() -> {
                            p.setCount(count);
                            p.persist(Person.COUNT);
                        });
                    }
                },
                "FieldValues");
    }

    @Test
    void enumConstants() throws Exception {
        explore(
                run -> {},
                run -> {
                    Person p = person(run.heap(), "p");
                    for (Person.Mood mood :
                            new Person.Mood[] {Person.Mood.BAD, null, Person.Mood.UNKNOWN, Person.Mood.GOOD}) {
                        run.operation(() -> {
                            p.setMood(mood);
                            p.pwb();
                            p.pfence();
                        });
                    }
                    run.operation(() -> run.heap().atomically(() -> p.setMood(Person.Mood.BAD)));
                },
                "EnumTable");
    }

    @Test
    void failureAtomicBlocks() throws Exception {
        explore(
                run -> {},
                run -> {
                    Heap heap = run.heap();
                    Person p = person(heap, "p");
                    Person q = person(heap, "q");
                    run.operation(() -> heap.atomically(() -> {
                        p.setName("one");
                        p.setName("two");
                        p.setAlias("x".repeat(300));
                        p.setAge(p.age() + 1);
                        p.setCount(9);
                        p.setMood(Person.Mood.UNKNOWN);
                    }));
                    run.operation(() -> heap.atomically(() -> {
                        p.setAge(null);
                        p.setAge(44L);
                        p.setAge(45L);
                        q.setName(null);
                        q.setAge(1L);
                    }));
                    run.operation(() -> heap.atomically(() -> {
                        Person made = new Person("made");
                        made.setAge(3L);
                        made.setAge(4L);
                        heap.root().put("made", made);
                        p.setName(made.name() + made.age());
                    }));
                    run.operation(() -> heap.atomically(() -> heap.free(q)));
                    run.operation(() -> heap.atomically(() -> p.setAlias(null)));
                    run.operation(() -> p.replaceName("after"));
                },
                "FaContext.validate");
    }

    private interface Workload {
        void run(RecordedRun run);
    }

    private void explore(Consumer<RecordedRun> prelude, Workload workload, String... places) throws Exception {
        System.out.println("jnvm.seed=" + SEED);
        try (RecordedRun run = new RecordedRun(
                folder, FieldValueCrashTest::setUp, FieldValueCrashTest::show, FieldValueCrashTest::goOn)) {
            try (Heap.Scope scope = run.heap().enter()) {
                run.heap().free(new Node(0, 0)); // the allocator takes a batch of blocks, which it fences by itself
                prelude.accept(run);
                run.begin();
                workload.run(run);
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), FULL ? 1000 : 10))
                    .as("trace as recorded")
                    .isNull();
            Map<String, String> sites = run.mutants(images, op -> true, site -> contains(site, places));
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images()
                    + ", mutated places " + sites.size());
            assertThat(sites).as("places").isNotEmpty();
            assertThat(RecordedRun.survivors(sites))
                    .as("fences and write-backs whose removal loses nothing")
                    .allMatch(site -> EXPLAINED.stream()
                            .anyMatch(pattern -> pattern.matcher(site).matches()));
        }
    }

    private static boolean contains(String site, String... places) {
        for (String place : places) {
            if (site.contains(place)) {
                return true;
            }
        }
        return false;
    }

    private static void setUp(Heap heap) {
        for (String name : List.of("p", "q")) {
            Person person = new Person("first " + name);
            person.setAlias("second " + name);
            person.setAge(1L);
            person.setMood(Person.Mood.GOOD);
            heap.root().put(name, person);
        }
    }

    private static Person person(Heap heap, String name) {
        return heap.root().get(name, Person.class);
    }

    /** Overwrites values of an object that nobody sees, which are then to be freed with the next ones. */
    private static void waitingValues(int count) {
        Person hidden = new Person("hidden");
        for (int i = 0; i < count; i++) {
            hidden.setName("overwritten " + i);
        }
    }

    private static void inThread(Heap heap, Runnable work) {
        Thread thread = new Thread(() -> {
            try (Heap.Scope scope = heap.enter()) {
                work.run();
            }
        });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String show(Heap heap) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : heap.root().names()) {
            try {
                roots.put(name, person(heap, name).all());
            } catch (InvalidObjectException e) {
                continue; // freed while a root leads to it, as one operation does: null once it is reopened
            }
        }
        return roots.toString();
    }

    private static void goOn(Heap heap) {
        Person p = person(heap, "p");
        String name = p.name();
        Person.Mood mood = p.mood();
        for (int i = 0; i < 5; i++) {
            p.setName("after " + i);
        }
        p.setMood(Person.Mood.UNKNOWN);
        heap.atomically(() -> p.setName(name));
        p.setMood(mood);
    }
}
