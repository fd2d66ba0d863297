package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapHistogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Freeing a map or set frees all that it is made of, and of no collection its members; as the package says. */
class FreedCollectionTest {
    private static final int MEMBERS = 300;

    @TempDir
    Path folder;

    private static Stream<Supplier<Object>> collections() {
        return Stream.of(
                PHashMap::new,
                PTreeMap::new,
                PConcurrentHashMap::new,
                PSkipListMap::new,
                PHashSet::new,
                PTreeSet::new,
                PConcurrentHashSet::new,
                PSkipListSet::new,
                AutoPersistMap::new);
    }

    @SuppressWarnings("unchecked")
    private static void fill(Object collection, List<PString> members) {
        members.forEach(member -> {
            if (collection instanceof Map<?, ?> map) {
                ((Map<Object, Object>) map).put(member, member);
            } else {
                ((Collection<Object>) collection).add(member);
            }
        });
    }

    private static Map<String, Long> objects(Heap heap) {
        return heap.histogram().classes().stream()
                .filter(usage -> !usage.className().equals("jnvm.RedoLog")) // each block that needs one may make one
                .collect(Collectors.toMap(HeapHistogram.ClassUsage::className, HeapHistogram.ClassUsage::objects));
    }

    private static void made(Heap heap, Supplier<Object> maker, List<PString> members) {
        Object collection = maker.get();
        heap.root().put("c", collection);
        fill(collection, members);
        heap.root().remove("c");
        heap.atomically(() -> heap.free(collection)); // outside a block what it owned is given back by and by
    }

    @ParameterizedTest
    @MethodSource("collections")
    void freesAllButItsMembers(Supplier<Object> maker) {
        try (Heap heap = Heap.create(folder.resolve("a.heap"), 4 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("first", new PString("so that there is a table of roots"));
            List<PString> members = new ArrayList<>();
            for (int i = 0; i < MEMBERS; i++) {
                members.add(new PString("member " + i));
            }
            made(heap, maker, members); // there are class records and pools, and the members are valid
            Map<String, Long> before = objects(heap);
            made(heap, maker, members);
            assertThat(objects(heap)).isEqualTo(before);
            assertThat(members.get(7).toString()).isEqualTo("member 7");
        }
    }

    @Test
    void aListFreesTheObjectWithItsElements() {
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 4 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("member", new PString("a"));
            made(heap, PArrayList::new, List.of(heap.root().get("member", PString.class)));
            assertThat(objects(heap)).doesNotContainKey("org.jnvm.pdt.internal.array.ListElements");
            assertThat(heap.root().get("member").toString()).isEqualTo("a");
        }
    }
}
