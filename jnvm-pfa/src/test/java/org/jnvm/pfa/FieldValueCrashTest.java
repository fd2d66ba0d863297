package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Person;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: in every crash image that is explored, a field has the value that it was given last, once that was
 * made durable, and this or the one before until then: never none, never a part of one. And the fences and write-backs
 * of values are needed for that, but those that {@link #EXPLAINED} names.
 */
class FieldValueCrashTest {
    private static final long SEED = Seeds.of("FieldValueCrash");

    /** Barriers whose removal loses nothing that can be seen after a crash, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of(
            // makes "free, then fence" durable for programs; here nothing leads to what is freed
            Pattern.compile("PWB . ObjectSpace.free .*|PWB . ObjectSpace.free:.*"),
            // written back again for whoever freed the owner; here it was the same thread
            Pattern.compile("PWB 0 UnlinkedValues.drain.*freeingTheOwner.*"),
            // slot words before the header of a slab: for a scan; the pass follows references
            Pattern.compile("FENCE SlabAllocator.format.*"),
            Pattern.compile("PWB . SlabAllocator.format.*"),
            // a box where there was null: without it the field may be null again, as it was before
            Pattern.compile("(PWB .|FENCE) .*FieldValues.replace.*FieldValues.setBox.*"),
            // pwbF also writes back a string, for an owner that the program validates by itself
            Pattern.compile("PWB . .*FieldValues.pwbValue.*overwriting.*"));

    @TempDir
    Path folder;

    @Test
    void overwriting() throws Exception {
        explore("FieldValues.replace|UnlinkedValues.drain", run -> {
            Heap heap = run.heap();
            Person p = person(heap, "p");
            run.operation(() -> {
                p.setName("new, and nothing else leads to the one before"); // which is freed before the fence below
                heap.force();
                p.persist(Person.NAME);
            });
            run.operation(() -> p.replaceAlias("a text of several blocks ".repeat(11)));
            run.operation(() -> p.replaceName(null));
            run.operation(() -> p.replaceName("again"));
        });
    }

    @Test
    void slotsOfABlockThatAnotherThreadMade() throws Exception {
        explore("SlabAllocator|FieldValues.replace", run -> {
            Person p = person(run.heap(), "p");
            run.operation(() -> {
                inThread(run.heap(), () -> new Person("x".repeat(70)));
                p.replaceName("y".repeat(70));
            });
        });
    }

    @Test
    void freeingTheOwner() throws Exception {
        explore(
                "UnlinkedValues|FieldValues.free",
                run -> run.operation(() -> {
                    Person q = person(run.heap(), "q");
                    run.heap().free(q);
                    run.heap().force();
                    person(run.heap(), "p").pfence();
                }));
    }

    @Test
    void boxes() throws Exception {
        explore("FieldValues", run -> {
            Person p = person(run.heap(), "p");
            for (Long age : new Long[] {null, 7L, Long.MIN_VALUE}) {
                run.operation(() -> {
                    p.setAge(age);
                    p.persist(Person.AGE);
                });
            }
            for (Integer count : new Integer[] {0, null}) {
                run.operation(() -> {
                    p.setCount(count);
                    p.persist(Person.COUNT);
                });
            }
        });
    }

    @Test
    void enumConstants() throws Exception {
        explore("EnumTable", run -> {
            Person p = person(run.heap(), "p");
            run.operation(() -> {
                p.setMood(Person.Mood.BAD);
                p.persistMood();
            });
        });
    }

    @Test
    void failureAtomicBlocks() throws Exception {
        explore("Commit.fill", run -> {
            Heap heap = run.heap();
            Person p = person(heap, "p");
            Person q = person(heap, "q");
            run.operation(() -> heap.atomically(() -> {
                p.setName("one");
                p.setName("two");
                p.setAlias("x".repeat(130));
                p.setAge(p.age() + 1);
                p.setMood(Person.Mood.BAD);
                heap.free(q);
            }));
            run.operation(() -> heap.atomically(() -> {
                Person made = new Person("made");
                made.setAge(3L);
                made.setAge(4L);
                heap.root().put("made", made);
                p.setName(null);
                p.setAge(null);
                p.setAge(44L);
            }));
            run.operation(() -> p.replaceName("after"));
        });
    }

    private interface Workload {
        void run(RecordedRun run);
    }

    /** Explores a workload, and mutants of it at the places in the code that a pattern finds. */
    private void explore(String places, Workload workload) throws Exception {
        try (RecordedRun run = new RecordedRun(
                folder, FieldValueCrashTest::setUp, FieldValueCrashTest::show, FieldValueCrashTest::goOn)) {
            try (Heap.Scope scope = run.heap().enter()) {
                run.heap().free(Node.of(0, 0)); // the allocator takes a batch of blocks, which it fences by itself
                Person p =
                        person(run.heap(), "p"); // makes the redo log, whose link lies in the line of the state words
                run.heap().atomically(() -> p.setCount(p.count()));
                run.begin();
                workload.run(run);
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), Full.ON ? 1000 : 2))
                    .as("trace as recorded")
                    .isNull();
            CrashMutants mutants =
                    run.mutants(images, op -> true, Pattern.compile(places).asPredicate());
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images() + ", " + mutants);
            mutants.requireNeeded(1, EXPLAINED);
        }
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

    private static void inThread(Heap heap, Runnable work) {
        Thread thread = new Thread(() -> {
            try (Heap.Scope scope = heap.enter()) {
                work.run();
            }
        });
        thread.start();
        Threads.join(thread);
    }

    private static String show(Heap heap) {
        TreeMap<String, String> roots = new TreeMap<>();
        for (String name : heap.root().names()) {
            try {
                roots.put(name, person(heap, name).all());
            } catch (StaleObjectException e) {
                continue; // freed while a root leads to it, as one operation does: null once it is reopened
            }
        }
        return roots.toString();
    }

    private static void goOn(Heap heap) {
        Person p = person(heap, "p");
        String name = p.name();
        Person.Mood mood = p.mood();
        p.setName("after");
        p.setMood(Person.Mood.UNKNOWN);
        heap.atomically(() -> p.setName(name));
        p.setMood(mood);
    }
}
