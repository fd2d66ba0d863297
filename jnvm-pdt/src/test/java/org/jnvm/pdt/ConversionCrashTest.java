package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invariant checked: what an AutoPersistMap converts is there with the whole graph once the call returned, and as a whole
 * or not at all if a crash comes before, in every crash image that is explored. And the fence before the graph is
 * published is needed for that, as are the write-backs of its objects.
 */
class ConversionCrashTest {
    private static final long SEED = Seeds.of("ConversionCrash");

    @TempDir
    Path folder;

    @Test
    void putReplaceRemove() throws Exception {
        try (RecordedRun run = record()) {
            try (Heap.Scope scope = run.heap().enter()) {
                AutoPersistMap<Object, Object> map = begin(run);
                run.operation(() -> map.put("b", graph("bob")));
                run.operation(() -> map.put("a", graph("eve")));
                run.operation(() -> map.remove("b"));
                run.operation(() -> run.heap().atomically(() -> {
                    map.put("c", List.of("cyd", Set.of(1)));
                    map.put("a", 1);
                }));
                run.operation(() -> map.removeAndFree("c"));
                run.operation(() -> map.put(List.of("key"), Map.of("k", 2)));
                run.operation(() -> map.removeAndFree("a"));
                run.operation(map::clearAndFree);
            }
            CrashImages images = explore(run);
            requireNeeded(run.mutants(images, operation -> operation == 2, ConversionCrashTest::publishes)
                    .and(run.mutants(
                            images,
                            operation -> operation == 1,
                            place -> publishes(place) && place.startsWith("FENCE"))));
        }
    }

    @Test
    void whatACallbackMadeValidIsWrittenBackAgain() throws Exception {
        try (RecordedRun run = record()) {
            try (Heap.Scope scope = run.heap().enter()) {
                AutoPersistMap<Object, Object> map = begin(run);
                run.operation(() -> map.put("a", new EarlyValid("dan")));
                run.operation(() -> map.put("b", new EarlyValid("dora")));
            }
            CrashImages images = explore(run);
            requireNeeded(run.mutants(images, operation -> operation == 1, place -> place.contains("writeBackValid")));
        }
    }

    private static void requireNeeded(CrashMutants mutants) {
        assertThat(mutants.places().keySet()).anyMatch(place -> place.startsWith("FENCE"));
        assertThat(mutants.places().keySet()).anyMatch(place -> place.startsWith("PWB"));
        // lines of objects behind what they hold: zeros, so that no garbage is taken for references
        mutants.requireNeeded(2, List.of(Pattern.compile("PWB [123] .*")));
    }

    private static boolean publishes(String site) {
        return site.contains("Validator");
    }

    private RecordedRun record() throws Exception {
        return new RecordedRun(
                folder,
                heap -> {
                    AutoPersistMap<Object, Object> map = new AutoPersistMap<>();
                    map.put("a", 0);
                    heap.root().put("map", map);
                    map.put("classes", List.of(graph("x"), Map.of("k", Set.of(1))));
                    map.removeAndFree("classes"); // the heap knows the classes now
                },
                ConversionCrashTest::show,
                heap -> {
                    map(heap).put("after", List.of(1));
                    map(heap).removeAndFree("after");
                });
    }

    private static AutoPersistMap<Object, Object> begin(RecordedRun run) {
        AutoPersistMap<Object, Object> map = map(run.heap());
        run.heap().free(new PPerson("takes a batch of blocks, which the allocator fences by itself"));
        run.begin();
        return map;
    }

    private static CrashImages explore(RecordedRun run) {
        assertThat(new HashSet<>(run.states()))
                .as("distinct states")
                .hasSize(run.states().size());
        CrashImages images = run.images(SEED);
        assertThat(images.explore(Set.of(), Full.ON ? 1000 : 5))
                .as("trace as recorded")
                .isNull();
        System.out.println("crash points " + images.crashPoints() + ", images " + images.images());
        return images;
    }

    /** A cycle through an object, a list and a map. */
    private static Person graph(String name) {
        Person person = new Person(name);
        person.friend = new Person("friend of " + name);
        person.friend.friend = person;
        person.things = List.of(person.friend, Map.of("k", person));
        return person;
    }

    /** Its counterpart is valid before it is filled, as a failure-atomic block stored a reference to it. */
    private static final class EarlyValid extends Person {
        private EarlyValid(String name) {
            super(name);
        }

        @Override
        public void fill(PPerson made, Conversion conversion) {
            made.heap().atomically(() -> made.setFriend(made));
            assertThat(made.valid()).isTrue();
            made.setThings(conversion.convert("name", name));
        }
    }

    @SuppressWarnings("unchecked")
    private static AutoPersistMap<Object, Object> map(Heap heap) {
        return (AutoPersistMap<Object, Object>) heap.root().get("map");
    }

    private static String show(Heap heap) {
        return show(map(heap), new HashSet<>());
    }

    /** Shows all that an object leads to; each person once. */
    private static String show(Object object, Set<Long> shown) {
        if (object instanceof PPerson person) {
            String name = String.valueOf(person.name());
            return shown.add(person.addr())
                    ? name + "(" + show(person.friend(), shown) + " " + show(person.things(), shown) + ")"
                    : name;
        }
        if (object instanceof PArray<?> array) {
            return show(Arrays.asList(array.toArray()), shown);
        }
        if (object instanceof Map<?, ?> map) {
            return show(map.entrySet(), shown);
        }
        if (object instanceof Map.Entry<?, ?> entry) {
            return show(entry.getKey(), shown) + "=" + show(entry.getValue(), shown);
        }
        if (!(object instanceof Collection<?> collection)) {
            return String.valueOf(object);
        }
        List<String> texts = new ArrayList<>();
        collection.forEach(element -> texts.add(show(element, new HashSet<>(shown))));
        Collections.sort(texts);
        return texts.toString();
    }
}
