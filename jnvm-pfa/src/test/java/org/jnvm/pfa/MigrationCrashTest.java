package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jnvm.FieldConverter;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariants checked: after a crash at any moment of a conversion, each object is as it was or as it will be, with the
 * same content, and the next program converts the rest; strings and boxes that are made are there with it, and those that
 * are given up are not missed. And each fence and write-back of a conversion, and of the class
 * record of a new version, is needed for that.
 */
@Once
class MigrationCrashTest {
    private static final long SEED = Seeds.of("MigrationCrash");
    /** Fields of an object in a slot with room for one more. */
    private static final int SLOT = 14;

    private static final int FULL_SLOT = 15;
    /** Fields of an object that fills its one block. */
    private static final int ONE_BLOCK = 30;

    private static final int TWO_BLOCKS = 60;
    /** What the fields have that are not only moved, of object K. */
    private static final String VALUES = "a note, was K, K";

    /** Fences of the allocator where blocks change their shape: see CoreMutantsTest. */
    private static final Pattern ALLOCATOR = Pattern.compile("BlockShapes.prepare");

    /** Steps whose lack loses nothing in the images that are looked at, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of(
            // a record of so many lines is hardly ever there as a whole where a line of what it refers to, or changes,
            // is not: see contentsMoveWithinABlock, contentsMoveFromASlotToTwoBlocks
            Pattern.compile("FENCE .*Migration.goOnInLinkedBlocks.*"),
            // the same, of strings and boxes that were made, before the record of an object that leads to them: F0,
            // which
            // PersistOrderMutantsTest shows to be needed
            Pattern.compile("FENCE ObjectSpace.pfence:\\d+ < RedoLog.commit:.*Migration.convertInPlace.*"));

    @TempDir
    Path folder;

    /** A converter. */
    public static final class Show implements FieldConverter<Long, String> {
        @Override
        public String convert(Long value) {
            return "was " + value;
        }
    }

    /** Returns the fields of the first version, in its order. */
    private static String[] firstFields() {
        List<String> fields = new ArrayList<>();
        fields.add("next Lorg.jnvm.PObject;");
        if (withValues) {
            fields.addAll(List.of("gone Ljava.lang.String;", "box Ljava.lang.Long;", "number J"));
        }
        for (int i = 1; i <= firstCount; i++) {
            fields.add("f" + i + " J");
        }
        return fields.toArray(String[]::new);
    }

    /** Returns the fields of a later version: all places change, and each line has fields of the first version. */
    private static String[] laterFields(int count) {
        List<String> fields = new ArrayList<>();
        for (int i = firstCount; i >= 1; i--) {
            fields.add("f" + i + " J");
            for (int more = firstCount + i; more <= count; more += firstCount) {
                fields.add("f" + more + " J");
            }
        }
        fields.add("next Lorg.jnvm.PObject;");
        if (withValues) {
            fields.addAll(List.of(
                    "note Ljava.lang.String;",
                    "number Ljava.lang.String;",
                    "box J",
                    "evolves removed gone",
                    "evolves field note initial a note",
                    "evolves field number converted J " + Show.class.getName()));
        }
        return fields.toArray(String[]::new);
    }

    private static Evolvable make(Version version, String kind, int fields, int first) {
        Evolvable object = version.make();
        for (int i = 1; i <= fields; i++) {
            object.put(kind + i, first + i);
        }
        return object;
    }

    /** Shows what the objects hold; of the recorded heap, without touching the objects, what they were given. */
    private static String show(Heap heap) {
        Map<String, String> objects = new TreeMap<>();
        boolean recorded = heap.path().endsWith("recorded.heap");
        for (String name : heap.root().names()) {
            if (name.charAt(0) != 'o') {
                objects.put(name, heap.root().get("node", Node.class).values());
                continue;
            }
            int first = Integer.parseInt(name.substring(1)) * 1000;
            StringBuilder content = new StringBuilder();
            Evolvable object = recorded ? null : heap.root().get(name, Evolvable.class);
            for (int i = 1; i <= firstCount; i++) {
                int given = i == 1 && written.contains(name) ? first : first + i;
                content.append(recorded ? given : object.get("f" + i)).append(' ');
            }
            if (!recorded) {
                for (int i = firstCount + 1; i <= laterCount; i++) {
                    content.append(object.get("f" + i) == 0 ? "" : "not zero ");
                }
            }
            if (withValues) {
                content.append(recorded ? VALUES.replace("K", name.substring(1)) : values(object));
            }
            objects.put(name, content.toString());
        }
        return objects.toString();
    }

    private static String values(Evolvable object) {
        return object.text("note") + ", " + object.text("number") + ", " + object.get("box");
    }

    /** Objects of the recorded heap whose first field was set to the number of the object. */
    private static final Set<String> written = new HashSet<>();

    /** Whether objects have fields whose values are made and given up. */
    private static boolean withValues;

    private static int firstCount;
    private static int laterCount;

    /** Converts objects of {@code from} fields to objects of {@code to} fields, and demands what the class comment says. */
    private void explore(int from, int to, BiConsumer<RecordedRun, Version> workload, Predicate<String> places)
            throws Exception {
        written.clear();
        firstCount = from;
        laterCount = to;
        Version first = Version.of(firstFields());
        Version second = Version.of(laterFields(to));
        second.run(() -> {
            try (RecordedRun run = new RecordedRun(
                    folder, heap -> setUp(first, heap), MigrationCrashTest::show, heap -> goOn(second, heap))) {
                try (Heap.Scope scope = run.heap().enter()) {
                    assertThat(scope).isNotNull();
                    // the allocator takes a batch of blocks, and there is a log
                    run.heap().free(Node.of(0, 0));
                    Node node = run.heap().root().get("node", Node.class);
                    run.heap().atomically(() -> {
                        node.move(1);
                        node.move(-1);
                    });
                    run.begin();
                    workload.accept(run, second);
                }
                CrashImages images = run.images(SEED);
                assertThat(images.explore(Set.of(), Full.ON ? 1000 : 5))
                        .as("trace as recorded")
                        .isNull();
                CrashMutants mutants = run.mutants(
                        images,
                        operation -> operation <= 3,
                        // the allocator's fences are for passes that scan; and the header lies in the first line of the
                        // contents, so that each is written back with the other
                        site -> !site.contains("advanceBump")
                                && !ALLOCATOR.matcher(site).find()
                                && !site.startsWith("PWB 0 RedoLog")
                                && places.test(site));
                System.out.println("fields " + from + " to " + to + ", images " + images.images() + ", " + mutants);
                return mutants.requireNeeded(1, EXPLAINED);
            }
        });
    }

    private static void setUp(Version first, Heap heap) {
        try {
            first.run(() -> {
                heap.root().put("node", Node.of(0, 0));
                for (int k = 0; k < 3; k++) {
                    Evolvable object = make(first, "f", firstCount, 1000 * k);
                    if (withValues) {
                        object.setText("gone", "a text that is given up");
                        object.setBox("box", k);
                        object.put("number", k);
                    }
                    heap.root().put("o" + k, object);
                }
                return null;
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Objects are converted by a thread whose fences do not cover what the next one writes to them. */
    private static void convertAndWrite(RecordedRun run, Version second) {
        Heap heap = run.heap();
        run.operation(second::make);
        for (String name : List.of("o0", "o1")) {
            inAnotherThread(() -> run.operation(() -> heap.root().get(name)));
            run.operation(() -> write(heap, name));
        }
    }

    /** Converts an object, and writes to it what a later replay, or another conversion, must not undo. */
    private static void write(Heap heap, String name) {
        Evolvable object = heap.root().get(name, Evolvable.class);
        object.put("f1", Integer.parseInt(name.substring(1)) * 1000L);
        object.pwb("f1");
        object.psync();
        written.add(name);
    }

    /** The class record of the new version is made by a thread whose fences do not cover those of the next one. */
    private static void makeFirstObject(RecordedRun run, Version second) {
        Object[] made = new Object[1];
        inAnotherThread(() -> run.operation(() -> {
            try (Heap.Scope scope = run.heap().enter()) {
                assertThat(scope).isNotNull();
                made[0] = make(second, "f", firstCount, 7000);
            }
        }));
        run.operation(() -> run.heap().root().put("o7", made[0]));
    }

    private static void inAnotherThread(Runnable action) {
        Thread other = new Thread(action);
        other.start();
        Threads.join(other);
    }

    private static void goOn(Version second, Heap heap) {
        heap.root().put("p1", second.make());
        heap.root().remove("p1");
    }

    private static boolean converts(String site) {
        return site.contains("Migration.") || site.contains("Conversion.");
    }

    @Test
    void valuesAreMadeAndGivenUpWithinASlot() throws Exception {
        exploreValues(1, 1);
    }

    @Test
    void valuesAreMadeAndGivenUpWithinABlock() throws Exception {
        exploreValues(ONE_BLOCK - 3, ONE_BLOCK - 3);
    }

    @Test
    void valuesAreMadeAndGivenUpOnTheWayFromASlotToABlock() throws Exception {
        exploreValues(SLOT - 3, ONE_BLOCK - 3);
    }

    private void exploreValues(int from, int to) throws Exception {
        withValues = true;
        try {
            explore(from, to, MigrationCrashTest::convertAndWrite, MigrationCrashTest::converts);
        } finally {
            withValues = false;
        }
    }

    @Test
    void contentsMoveWithinABlock() throws Exception {
        explore(ONE_BLOCK, ONE_BLOCK, MigrationCrashTest::convertAndWrite, MigrationCrashTest::converts);
    }

    @Test
    void contentsMoveToASecondBlock() throws Exception {
        explore(ONE_BLOCK, TWO_BLOCKS, MigrationCrashTest::convertAndWrite, MigrationCrashTest::converts);
    }

    @Test
    void contentsMoveWithinASlot() throws Exception {
        explore(SLOT, FULL_SLOT, MigrationCrashTest::convertAndWrite, MigrationCrashTest::converts);
    }

    @Test
    void contentsMoveFromASlotToABlock() throws Exception {
        explore(SLOT, ONE_BLOCK, MigrationCrashTest::convertAndWrite, MigrationCrashTest::converts);
    }

    @Test
    void contentsMoveFromASlotToTwoBlocks() throws Exception {
        explore(SLOT, TWO_BLOCKS, MigrationCrashTest::convertAndWrite, MigrationCrashTest::converts);
    }

    @Test
    void classRecordIsThereBeforeTheFirstObject() throws Exception {
        explore(ONE_BLOCK, ONE_BLOCK, MigrationCrashTest::makeFirstObject, site -> site.contains("ClassTable"));
    }
}
