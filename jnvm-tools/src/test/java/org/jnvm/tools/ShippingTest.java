package org.jnvm.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jnvm.ClassMismatchException;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapOptions;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.tools.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is copied between heaps, and what is refused. */
class ShippingTest {
    private static final ToolProgress QUIET = ToolProgress.NONE;

    @TempDir
    Path folder;

    private Path heap(String name, java.util.function.Consumer<Heap> fill) {
        Path file = folder.resolve(name);
        try (Heap heap = Heap.create(file, 4 << 20);
                Heap.Scope scope = heap.enter()) {
            fill.accept(heap);
        }
        return file;
    }

    private void importPart(Path part, Path heap, String name) {
        HeapTools.importInto(part, null, heap, name, HeapOptions.defaults(), QUIET);
    }

    @Test
    void importsAreIndependentAndShareWhatTheOriginalShares() {
        Path source = heap("source", heap -> {
            PString shared = new PString("shared");
            heap.root().put("pair", new PArray<>(new Object[] {shared, shared, new PLongArray(new long[] {1, 2})}));
            heap.root().put("other", new PString("not exported"));
        });
        Path part = folder.resolve("part");
        Shipped exported = HeapTools.export(source, "pair", part, QUIET);
        assertThat(exported.objects()).isEqualTo(3);
        Path target = heap("target", heap -> heap.root().put("own", new PString("own")));
        importPart(part, target, "first");
        try (HeapImport into = HeapImport.open(target, HeapOptions.defaults(), QUIET)) {
            into.add(part, null, "second");
            assertThat(into.add(source, "other", "third").objects()).isEqualTo(1);
        }
        try (Heap heap = Heap.open(target)) {
            PArray<?> first = (PArray<?>) heap.root().get("first");
            PArray<?> second = (PArray<?>) heap.root().get("second");
            assertThat(first.get(0)).isEqualTo(first.get(1)).hasToString("shared");
            assertThat(((PString) first.get(0)).addr()).isEqualTo(((PString) first.get(1)).addr());
            assertThat(((PString) first.get(0)).addr()).isNotEqualTo(((PString) second.get(0)).addr());
            ((PLongArray) first.get(2)).set(0, 77);
            assertThat(((PLongArray) second.get(2)).toArray()).containsExactly(1, 2);
            assertThat(heap.root().names()).containsExactly("first", "own", "second", "third");
            assertThat(heap.check().isSound()).isTrue();
        }
        assertThat(HeapTools.info(part, QUIET).contents().roots()).containsOnlyKeys("pair");
    }

    private enum Unit {
        KILO,
        LITRE
    }

    private record Amount(int count, Unit unit, Optional<LocalDate> until) {}

    /** Constants and forms of records have other numbers in the other heap. */
    @Test
    void valuesAreTheSameInAnotherHeap() {
        Map<Object, Object> values = Map.of(
                "text",
                new Amount(1, Unit.LITRE, Optional.of(LocalDate.EPOCH)),
                Unit.KILO,
                new UUID(1, 2),
                new Amount(2, Unit.KILO, Optional.empty()),
                List.of(Unit.LITRE, 5, "element"));
        Path source = heap("source", heap -> {
            PHashMap<Object, Object> map = new PHashMap<>();
            map.putAll(values);
            heap.root().put("values", map);
            PTreeMap<LocalDate, Integer> sorted = new PTreeMap<>();
            sorted.putAll(Map.of(LocalDate.MAX, 1, LocalDate.MIN, 2));
            heap.root().put("sorted", sorted);
        });
        Path target = heap("target", heap -> {
            PArrayList<Object> other = new PArrayList<>();
            other.addAll(List.of(Unit.LITRE, new Amount(0, null, Optional.empty()), Unit.KILO));
            heap.root().put("other", other);
        });
        HeapTools.importInto(source, "values", target, "values", HeapOptions.defaults(), QUIET);
        HeapTools.importInto(source, "sorted", target, "sorted", HeapOptions.defaults(), QUIET);
        Path compacted = folder.resolve("compacted");
        HeapTools.compact(target, compacted, false, QUIET);
        for (Path file : List.of(target, compacted)) {
            try (Heap heap = Heap.open(file)) {
                PHashMap<?, ?> map = heap.root().get("values", PHashMap.class);
                assertThat(map).isEqualTo(values);
                values.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
                assertThat(heap.root().get("sorted", PTreeMap.class).firstKey()).isEqualTo(LocalDate.MIN);
                assertThat(heap.check().findings()).isEmpty();
            }
        }
    }

    @Test
    void referencesToNothingAreRefusedByExportAndDroppedByCompactOnDemand() {
        Path source = heap("source", heap -> {
            PString freed = new PString("freed");
            PArray<Object> array = new PArray<>(new Object[] {freed, new PString("kept")});
            heap.root().put("array", array);
            heap.free(freed);
        });
        Path out = folder.resolve("out");
        assertThatThrownBy(() -> HeapTools.export(source, "array", out, QUIET))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("references to nothing")
                .hasMessageContaining("references=1")
                .hasMessageContaining("DANGLING");
        assertThatThrownBy(() -> HeapTools.compact(source, out, false, QUIET))
                .hasMessageContaining("references to nothing");
        assertThat(out).doesNotExist();
        assertThat(HeapTools.compact(source, out, true, QUIET).droppedReferences())
                .isEqualTo(1);
        try (Heap heap = Heap.open(out)) {
            PArray<?> array = (PArray<?>) heap.root().get("array");
            assertThat(array.get(0)).isNull();
            assertThat(array.get(1)).hasToString("kept");
        }
    }

    @Test
    void whatIsInTheWayIsRefusedAndLeavesNothing() throws Exception {
        Path source = heap("source", heap -> {
            heap.root().put("a", new PString("a"));
            heap.root().put("b", new PString("b"));
        });
        Path target = heap("target", heap -> heap.root().put("a", new PString("own")));
        byte[] before = Files.readAllBytes(target);
        assertThatThrownBy(() -> HeapTools.importInto(source, "a", target, "a", HeapOptions.defaults(), QUIET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("root exists already");
        assertThatThrownBy(() -> importPart(source, target, "new"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("say which root")
                .hasMessageContaining("[a, b]");
        assertThatThrownBy(() -> HeapTools.export(source, "c", folder.resolve("out"), QUIET))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such root");
        assertThatThrownBy(() -> HeapTools.export(source, "a", target, QUIET))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("must not exist yet");
        try (Heap open = Heap.open(source)) {
            for (Runnable use : List.<Runnable>of(
                    () -> HeapTools.copy(source, folder.resolve("copy"), QUIET),
                    () -> HeapTools.check(source, QUIET),
                    () -> HeapTools.export(source, "a", folder.resolve("out"), QUIET))) {
                assertThatThrownBy(use::run)
                        .isInstanceOf(HeapLockedException.class)
                        .hasMessageContaining("close it first");
            }
            assertThat(HeapTools.info(source, QUIET).state()).isEqualTo(HeapInfo.State.IN_USE);
        }
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(folder.resolve("copy")).doesNotExist();
        assertThat(folder.toFile().list()).noneMatch(name -> name.contains("partial"));
        try (Heap heap = Heap.open(target)) {
            assertThat(heap.root().get("a")).hasToString("own");
        }
        assertThat(before).hasSameSizeAs(Files.readAllBytes(target));
    }

    @Test
    void aHeapThatIsTooSmallStaysAsItWas() {
        Path large = heap("large", heap -> heap.root().put("array", new PLongArray(new long[300_000])));
        Path part = folder.resolve("part");
        HeapTools.export(large, "array", part, QUIET);
        Path small = folder.resolve("small");
        try (Heap heap = Heap.create(small, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("own", new PString("own"));
        }
        assertThatThrownBy(() -> importPart(part, small, "array")).isInstanceOf(HeapFullException.class);
        assertThat(HeapTools.check(small, QUIET).isRecoverable()).isTrue();
        HeapTools.recover(small, false, QUIET);
        assertThat(HeapTools.info(small, QUIET).contents().roots()).containsOnlyKeys("own");
        HeapTools.importInto(part, null, small, "array", HeapOptions.defaults().maxBytes(8 << 20), QUIET);
        try (Heap heap = Heap.open(small)) {
            assertThat(((PLongArray) heap.root().get("array")).length()).isEqualTo(300_000);
        }
    }

    @Test
    void compactLaysObjectsBesideWhatTheyLeadToAndLeavesTheRestOut() {
        Path source = heap("source", heap -> {
            PHashMap<PString, PLongArray> map = new PHashMap<>();
            heap.root().put("map", map);
            for (int i = 0; i < 2000; i++) {
                map.put(new PString("key " + i), new PLongArray(new long[29]));
            }
            for (int i = 0; i < 2000; i++) {
                if (i % 10 != 0) {
                    heap.free(map.remove("key " + i));
                }
            }
        });
        HeapInfo before = HeapTools.info(source, QUIET);
        Path compact = folder.resolve("compact");
        HeapTools.compact(source, compact, false, QUIET);
        HeapInfo after = HeapTools.info(compact, QUIET);
        assertThat(after.maxBytes()).isEqualTo(before.maxBytes());
        assertThat(after.id()).isNotEqualTo(before.id());
        assertThat(after.contents().usedBlocks()).isLessThan(before.contents().usedBlocks());
        assertThat(after.contents().freeRuns()).isLessThan(8); // what is left of the batch that the allocator took last
        assertThat(after.contents().freeBlocks()).isLessThan(1024);
        assertThat(before.contents().freeBlocks()).isGreaterThan(1500);
        try (Heap heap = Heap.open(compact)) {
            PHashMap<?, ?> map = (PHashMap<?, ?>) heap.root().get("map");
            assertThat(map).hasSize(200);
            assertThat(map.get("key 1990")).isInstanceOf(PLongArray.class);
        }
    }

    /** Their hash codes come of where they lie. */
    @Test
    void keysWithoutAHashCodeOfTheirOwnAreFoundInACopy() {
        Path source = heap("source", heap -> {
            PHashMap<PLongArray, PString> map = new PHashMap<>();
            heap.root().put("map", map);
            for (int i = 0; i < 2000; i++) {
                PLongArray key = new PLongArray(new long[] {i});
                map.put(key, new PString("value " + i));
                if (i % 100 == 0) {
                    heap.root().put("key " + i, key);
                }
                if (i % 100 == 50) {
                    map.remove(key);
                    heap.free(key);
                }
            }
        });
        Path compact = folder.resolve("compact");
        HeapTools.compact(source, compact, false, QUIET);
        for (int opening = 0; opening < 2; opening++) {
            try (Heap heap = Heap.open(compact)) {
                PHashMap<?, ?> map = (PHashMap<?, ?>) heap.root().get("map");
                for (int i = 0; i < 2000; i += 100) {
                    Object key = heap.root().get("key " + i);
                    assertThat(map.get(key)).as("key %s", i).hasToString("value " + i);
                }
                assertThat(map).hasSize(2000 - 20);
                assertThat(heap.check().isSound()).isTrue();
            }
        }
    }

    @Test
    void otherLayoutsOfAClassAreConvertedOrRefused() throws Exception {
        Path old = folder.resolve("old.heap");
        Path young = folder.resolve("young.heap");
        Path odd = folder.resolve("odd.heap");
        Versions.make(old, Versions.OLD, "old");
        Versions.make(young, Versions.YOUNG, "young");
        Versions.make(odd, Versions.ODD, "odd");

        // into the heap of the later program: converted
        importPart(old, young, "imported");
        assertThat(Versions.read(young, Versions.YOUNG, "imported")).isEqualTo("number=7 added=0 name=old");
        assertThat(Versions.read(young, Versions.YOUNG, "young")).isEqualTo("number=7 added=8 name=young");
        // into the heap of the earlier program: a new version of the class
        HeapTools.importInto(young, "young", old, "imported", HeapOptions.defaults(), QUIET);
        assertThat(Versions.read(old, Versions.YOUNG, "imported")).isEqualTo("number=7 added=8 name=young");
        assertThat(Versions.read(old, Versions.YOUNG, "old")).isEqualTo("number=7 added=0 name=old");
        assertThatThrownBy(() -> importPart(odd, old, "odd"))
                .isInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("first difference=[")
                .hasMessageContaining("number");
        assertThat(HeapTools.check(old, QUIET).isRecoverable()).isTrue();
    }

    @Test
    void theGraphOfTheProgramIsEqualToItselfWhereverItIs() throws Exception {
        Path source = folder.resolve("source.heap");
        Program.make(source);
        Path copy = folder.resolve("copy.heap");
        HeapTools.copy(source, copy, QUIET);
        assertThat(HeapTools.diff(source, copy, difference -> {}, QUIET)).isZero();
    }
}
