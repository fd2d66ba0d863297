package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jnvm.ClassMismatchException;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapOptions;
import org.jnvm.ReadOnlyHeapException;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of older layouts of their class: converted when they are used, or refused. */
class MigrationTest {
    private static final long HEAP_BYTES = 4 << 20;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    private interface Program {
        void run(Heap heap) throws Exception;
    }

    /** Runs a version of a program on the heap, which is opened and closed. */
    private void run(Version version, Program program) throws Exception {
        version.run(() -> {
            try (Heap heap = Heap.openOrCreate(file, HEAP_BYTES);
                    Heap.Scope scope = heap.enter()) {
                assertThat(scope).isNotNull();
                program.run(heap);
            }
            return null;
        });
    }

    private static Evolvable root(Heap heap, String name) {
        return heap.root().get(name, Evolvable.class);
    }

    private static String[] longs(int count, String... more) {
        List<String> fields = new ArrayList<>(List.of(more));
        for (int i = 0; i < count; i++) {
            fields.add("f" + i + " J");
        }
        return fields.toArray(String[]::new);
    }

    private void makeLongs(int count, int objects) throws Exception {
        Version version = Version.of(longs(count));
        run(version, heap -> {
            for (int k = 0; k < objects; k++) {
                Evolvable object = version.make();
                for (int i = 0; i < count; i++) {
                    object.put("f" + i, 1000L * k + i + 1);
                }
                heap.root().put("o" + k, object);
            }
        });
    }

    private static void checkLongs(Evolvable object, int k, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(object.get("f" + i)).as("field %d of object %d", i, k).isEqualTo(1000L * k + i + 1);
        }
    }

    // ---- what is converted ----

    /** Who only reads converts in memory, and where the file would have to grow, the heap does so in memory. */
    @Test
    void whoReadsConvertsNothingInTheFile() throws Exception {
        int objects = 1500;
        makeLongs(2, objects);
        byte[] before = Files.readAllBytes(file);
        Version larger = Version.of(longs(200));
        for (int round = 0; round < 2; round++) {
            larger.run(() -> {
                try (Heap heap = Heap.openReadOnly(file)) {
                    for (int k = 0; k < objects; k++) {
                        Evolvable object = root(heap, "o" + k);
                        checkLongs(object, k, 2);
                        assertThat(object.get("f199")).isEqualTo(0L);
                    }
                    assertThat(heap.stats().fileBytes()).isGreaterThan(before.length);
                    Evolvable first = root(heap, "o0");
                    assertThatThrownBy(() -> first.put("f0", 1)).isInstanceOf(ReadOnlyHeapException.class);
                    assertThat(heap.check().isRecoverable()).isTrue();
                }
                return null;
            });
            assertThat(Files.readAllBytes(file)).isEqualTo(before);
        }
        run(larger, heap -> checkLongs(root(heap, "o7"), 7, 2));
    }

    @Test
    void noObjectIsConvertedWhileTheHeapIsFrozen() throws Exception {
        makeLongs(2, 1);
        run(Version.of(longs(3)), heap -> {
            FutureTask<Evolvable> first = new FutureTask<>(() -> root(heap, "o0"));
            Thread thread = new Thread(first);
            FrozenHeapTest.freeze(heap, () -> {
                thread.start();
                FrozenHeapTest.awaitThatItWaits(thread);
            });
            checkLongs(first.get(), 0, 2);
        });
    }

    @Test
    void fieldsOfEveryTypeMoveByNameAndNewOnesAreZero() throws Exception {
        Version first = Version.of("z Z", "b B", "s S", "c C", "i I", "j J", "r Lorg.jnvm.PObject;", "f F", "d D");
        run(first, heap -> {
            Evolvable object = first.make();
            Evolvable other = first.make();
            List.of("z", "b", "s", "c", "i", "j").forEach(name -> object.put(name, 1));
            object.put("b", -7);
            object.put("s", -300);
            object.put("i", Integer.MIN_VALUE);
            object.put("j", Long.MIN_VALUE);
            other.put("j", 42);
            object.setRef("r", other);
            heap.root().put("object", object);
        });
        Version second = Version.of(
                "n0 I",
                "d D",
                "j J",
                "n1 Lorg.jnvm.PObject;",
                "f F",
                "r Lorg.jnvm.PObject;",
                "i I",
                "c C",
                "n2 C",
                "s S",
                "b B",
                "n3 Z",
                "z Z");
        for (int round = 0; round < 2; round++) {
            run(second, heap -> {
                Evolvable object = root(heap, "object");
                assertThat(object.get("z")).isEqualTo(1);
                assertThat(object.get("b")).isEqualTo(-7);
                assertThat(object.get("s")).isEqualTo(-300);
                assertThat(object.get("c")).isEqualTo(1);
                assertThat(object.get("i")).isEqualTo(Integer.MIN_VALUE);
                assertThat(object.get("j")).isEqualTo(Long.MIN_VALUE);
                for (String added : List.of("n0", "n2", "n3")) {
                    assertThat(object.get(added)).isZero();
                }
                assertThat(object.ref("n1")).isNull();
                assertThat(((Evolvable) object.ref("r")).get("j")).isEqualTo(42);
                assertThat(object.valid()).isTrue();
            });
        }
    }

    @Test
    void objectsGrowByAnyNumberOfBlocksOverSeveralVersions() throws Exception {
        List<String> fields = new ArrayList<>();
        List<Map<String, Long>> model = new ArrayList<>();
        long next = 1;
        for (int size : new int[] {1, 20, 31, 32, 62, 63, 200}) {
            fields.add(0, "front" + size + " I"); // shifts all the others
            for (int i = fields.size(); i < size + 1; i++) {
                fields.add("f" + i + " J");
            }
            Version version = Version.of(fields.toArray(String[]::new));
            int generation = model.size();
            long value = next;
            run(version, heap -> {
                model.add(new HashMap<>());
                heap.root().put("o" + generation, version.make());
                // half of the older objects, so that versions are skipped
                for (int k = generation; k >= 0; k -= 2) {
                    Evolvable object = root(heap, "o" + k);
                    check(object, model.get(k), fields);
                    for (int i = 0; i < fields.size(); i += 3) {
                        String name = fields.get(i).split(" ")[0];
                        object.put(name, value + i);
                        model.get(k).put(name, value + i);
                    }
                    check(object, model.get(k), fields);
                    check(root(heap, "o" + k), model.get(k), fields);
                }
            });
            next += 1000;
        }
        run(Version.of(fields.toArray(String[]::new)), heap -> {
            long live = heap.recovery().liveBlocks();
            for (int k = 0; k < model.size(); k++) {
                check(root(heap, "o" + k), model.get(k), fields);
                heap.free(root(heap, "o" + k));
            }
            assertThat(live).isPositive();
        });
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            assertThat(heap.recovery().nullifiedReferences()).isPositive();
        }
    }

    private static void check(Evolvable object, Map<String, Long> values, List<String> fields) {
        for (String field : fields) {
            String name = field.split(" ")[0];
            assertThat(object.get(name)).as(name).isEqualTo(values.getOrDefault(name, 0L));
        }
    }

    @Test
    void objectsWhoseBlocksAreScatteredAreConverted() throws Exception {
        Version first = Version.of(longs(60));
        run(first, heap -> {
            List<Evolvable> filler = new ArrayList<>();
            try {
                while (true) {
                    filler.add(first.make());
                }
            } catch (HeapFullException e) {
                for (int i = 0; i < filler.size(); i += 2) {
                    heap.free(filler.get(i));
                }
            }
            Evolvable object = first.make();
            for (int i = 0; i < 60; i++) {
                object.put("f" + i, i + 1);
            }
            heap.root().put("o0", object);
        });
        run(Version.of(longs(100, "front J")), heap -> checkLongs(root(heap, "o0"), 0, 60));
        run(Version.of(longs(100, "front J")), heap -> checkLongs(root(heap, "o0"), 0, 60));
    }

    @Test
    void aFieldAddedInASuperclassShiftsThoseOfItsSubclasses() throws Exception {
        Version first = Version.of("extends app.Base", "app.Base b J", "x J", "app.Other y I");
        run(first, heap -> {
            Evolvable object = first.make();
            object.put("b", 1);
            object.put("x", 2);
            object.put("y", 3);
            heap.root().put("object", object);
        });
        run(Version.of("extends app.Base", "app.Base b J", "app.Base added J", "x J", "app.Other y I"), heap -> {
            Evolvable object = root(heap, "object");
            assertThat(object.get("b")).isEqualTo(1);
            assertThat(object.get("added")).isZero();
            assertThat(object.get("x")).isEqualTo(2);
            assertThat(object.get("y")).isEqualTo(3);
        });
    }

    @Test
    void referencesToAConvertedObjectStayGood() throws Exception {
        Version first = Version.of("next Lorg.jnvm.PObject;", "x J");
        run(first, heap -> {
            Evolvable a = first.make();
            Evolvable b = first.make();
            a.setRef("next", b);
            b.setRef("next", a);
            b.put("x", 7);
            heap.root().put("a", a);
            heap.root().put("b", b);
            heap.root().put("again", a);
        });
        Version second = Version.of(longs(50, "next Lorg.jnvm.PObject;", "x J"));
        run(second, heap -> {
            Evolvable a = root(heap, "a");
            Evolvable b = (Evolvable) a.ref("next");
            assertThat(b.get("x")).isEqualTo(7);
            assertThat(b.ref("next")).isEqualTo(a).isEqualTo(root(heap, "again"));
            assertThat(root(heap, "b")).isEqualTo(b);
            // a mix of versions is linked and freed as usual
            a.setRef("next", second.make());
            heap.root().remove("b");
            heap.free(b);
            assertThatThrownBy(() -> b.get("x")).isExactlyInstanceOf(StaleObjectException.class);
        });
        run(
                second,
                heap -> assertThat(((Evolvable) root(heap, "a").ref("next")).get("x"))
                        .isZero());
    }

    @Test
    void whatWasNotUsedStaysAsItWas() throws Exception {
        makeLongs(3, 5);
        String[] more = longs(4);
        run(Version.of(more), heap -> checkLongs(root(heap, "o1"), 1, 3));
        run(Version.of(longs(5)), heap -> checkLongs(root(heap, "o2"), 2, 3));
        run(Version.of(longs(40)), heap -> {
            for (int k = 0; k < 5; k++) {
                checkLongs(root(heap, "o" + k), k, 3);
                assertThat(root(heap, "o" + k).get("f39")).isZero();
            }
        });
    }

    /** The header is in the slot, the fields are in blocks. */
    @Test
    void anObjectThatHasOutgrownItsSlotIsOneLikeOthers() throws Exception {
        int objects = 12;
        makeLongs(3, objects);
        Version second = Version.of(longs(70));
        run(second, heap -> {
            for (int k = 0; k < objects; k++) {
                Evolvable object = root(heap, "o" + k);
                object.put("f69", k);
                checkLongs(object, k, 3);
            }
            assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
            HeapHistogram.ClassUsage usage = heap.histogram().classes().stream()
                    .filter(each -> each.className().endsWith("Evolving") && each.objects() > 0)
                    .findFirst()
                    .orElseThrow();
            assertThat(usage.objects()).isEqualTo(objects);
            assertThat(usage.blocks()).isEqualTo(3L * objects);
        });
        for (Recovery recovery : List.of(Recovery.FULL, Recovery.SCAN_ONLY)) {
            long free = second.run(() -> {
                try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(recovery))) {
                    assertThat(heap.recovery().nullifiedReferences()).isZero();
                    for (int k = 0; k < objects; k++) {
                        checkLongs(root(heap, "o" + k), k, 3);
                        assertThat(root(heap, "o" + k).get("f69")).isEqualTo(k);
                    }
                    return heap.recovery().freeBlocks();
                }
            });
            assertThat(free).isPositive();
        }
        run(second, heap -> {
            Evolvable kept = root(heap, "o0");
            assertThatThrownBy(() -> heap.atomically(() -> {
                        kept.put("f69", -1);
                        heap.free(kept);
                        heap.free(root(heap, "o1"));
                        throw new IllegalStateException("abort");
                    }))
                    .hasMessage("abort");
            checkLongs(kept, 0, 3);
            assertThat(kept.get("f69")).isZero();
            heap.atomically(() -> {
                kept.put("f69", 5);
                heap.root().remove("o1");
            });
            assertThat(kept.get("f69")).isEqualTo(5);
            Evolvable gone = root(heap, "o2");
            Evolvable again = root(heap, "o2");
            heap.root().remove("o2");
            heap.free(gone);
            assertThatThrownBy(() -> gone.get("f69")).isExactlyInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> heap.free(again)).isExactlyInstanceOf(StaleObjectException.class);
            assertThat(heap.check().isSound()).isTrue();
        });
    }

    @Test
    void blocksOfAnOutgrownObjectAreFreeOnceItIs() throws Exception {
        makeLongs(3, 1);
        Version second = Version.of(longs(70));
        run(second, heap -> {
            Evolvable object = root(heap, "o0");
            heap.root().remove("o0");
            long before = heap.stats().freeBlocks();
            heap.free(object);
            heap.force();
            assertThat(heap.stats().freeBlocks() - before).isEqualTo(3);
        });
    }

    @Test
    void aCheckedHeapRefusesStaleProxiesOfOutgrownObjects() throws Exception {
        makeLongs(3, 2);
        Version second = Version.of(longs(70, "next Lorg.jnvm.PObject;"));
        second.run(() -> {
            try (Heap heap = Heap.open(file, HeapOptions.defaults().checked(true))) {
                Evolvable object = root(heap, "o0");
                Evolvable again = root(heap, "o0");
                object.setRef("next", root(heap, "o1"));
                object.put("f69", 6);
                checkLongs(again, 0, 3);
                heap.root().remove("o0");
                heap.free(object);
                assertThatThrownBy(() -> again.ref("next")).isExactlyInstanceOf(StaleObjectException.class);
                assertThatThrownBy(() -> again.get("f69")).isExactlyInstanceOf(StaleObjectException.class);
            }
            return null;
        });
    }

    @Test
    void recoverAndResurrectSeeConvertedObjects() throws Exception {
        Version first = Version.of("x J", "canonical", "recover");
        run(first, heap -> {
            Evolvable object = first.make();
            object.put("x", 5);
            heap.root().put("object", object);
        });
        run(Version.of(longs(40, "x J", "canonical", "recover")), heap -> {
            Evolvable object = root(heap, "object");
            assertThat(object.get("x")).isEqualTo(5);
            assertThat(object.get("f39")).isZero();
            assertThat(object.resurrections()).isEqualTo(1);
            assertThat(root(heap, "object")).isSameAs(object);
        });
    }

    // ---- what is refused ----

    private void refused(String difference, String... fields) throws Exception {
        Version version = Version.of(fields);
        run(version, heap -> {
            for (Callable<?> use : List.<Callable<?>>of(() -> root(heap, "object"), version::make)) {
                assertThatThrownBy(use::call)
                        .isExactlyInstanceOf(ClassMismatchException.class)
                        .hasMessageContaining("heap=" + file)
                        .hasMessageContaining("class=org.jnvm.pfa.Evolving")
                        .hasMessageContaining("first difference=[" + difference + "]")
                        .hasMessageContaining("in the heap=[class org.jnvm.pfa.Evolving; version 2;")
                        .hasMessageContaining("in the program=[class org.jnvm.pfa.Evolving; version 1;")
                        .hasMessageContaining("run the program with the class as it was");
            }
        });
    }

    @Test
    void otherChangesAreRefusedAndTheFirstDifferenceIsNamed() throws Exception {
        Version zero = Version.of("x J", "y I");
        run(zero, heap -> heap.root().put("object", zero.make()));
        Version first = Version.of("x J", "y I", "app.Base z S");
        run(first, heap -> {
            Evolvable object = root(heap, "object");
            object.put("x", 11);
            object.put("z", 12);
        });
        String name = "org.jnvm.pfa.Evolving";
        refused("field removed: y of " + name + ", type I", "x J", "app.Base z S");
        refused("field removed: x of " + name + ", type J", "xx J", "y I", "app.Base z S");
        refused("field removed: z of app.Base, type S", "x J", "y I", "z I");
        refused("field changed its type: y of " + name + ", from I to S", "x J", "y S", "app.Base z S", "more J");
        refused("field changed its type: x of " + name + ", from J to D", "x D", "y I", "app.Base z S");
        refused("variable part: objects that have one are not converted", "x J", "y I", "app.Base z S", "tail B");
        run(first, heap -> {
            assertThat(root(heap, "object").get("x")).isEqualTo(11);
            assertThat(root(heap, "object").get("z")).isEqualTo(12);
        });
    }

    @Test
    void aClassOfTwoLoadersIsRefusedInOneHeap() throws Exception {
        Version first = Version.of("x J");
        Version second = Version.of("x J");
        run(first, heap -> {
            heap.root().put("object", first.make());
            assertThatThrownBy(second::make)
                    .isExactlyInstanceOf(ClassMismatchException.class)
                    .hasMessageContaining("class is in use from another class loader: heap=" + file)
                    .hasMessageContaining("in use from=" + first)
                    .hasMessageContaining("refused from=" + second);
            root(heap, "object").put("x", 3);
        });
        run(second, heap -> assertThat(root(heap, "object").get("x")).isEqualTo(3));
    }

    // ---- failure-atomic blocks and threads ----

    @Test
    void aConversionInsideABlockStaysWhenTheBlockIsAborted() throws Exception {
        makeLongs(30, 3);
        Version second = Version.of(longs(60));
        run(second, heap -> {
            assertThatThrownBy(() -> heap.atomically(() -> {
                        Evolvable a = root(heap, "o0");
                        checkLongs(a, 0, 30);
                        a.put("f0", -1);
                        a.put("f59", -1);
                        heap.free(root(heap, "o1"));
                        assertThatThrownBy(() -> root(heap, "o1")).isExactlyInstanceOf(StaleObjectException.class);
                        throw new IllegalStateException("abort");
                    }))
                    .hasMessage("abort");
            for (int k = 0; k < 2; k++) {
                checkLongs(root(heap, "o" + k), k, 30);
                assertThat(root(heap, "o" + k).get("f59")).isZero();
            }
            heap.atomically(() -> {
                root(heap, "o2").put("f59", 9);
                root(heap, "o1").put("f1", 8);
                heap.free(root(heap, "o0"));
                heap.root().remove("o0");
            });
        });
        run(second, heap -> {
            checkLongs(root(heap, "o2"), 2, 30);
            assertThat(root(heap, "o2").get("f59")).isEqualTo(9);
            assertThat(root(heap, "o1").get("f1")).isEqualTo(8);
            assertThat(heap.root().exists("o0")).isFalse();
        });
    }

    @Test
    void twoThreadsConvertAnObjectOnceAndBothSeeItWhole() throws Exception {
        int objects = 300;
        makeLongs(10, objects);
        Version second = Version.of(longs(40, "front J"));
        run(second, heap -> {
            int threads = 4;
            CyclicBarrier barrier = new CyclicBarrier(threads);
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            try {
                List<Future<Integer>> all = new ArrayList<>();
                for (int t = 0; t < threads; t++) {
                    boolean inBlock = t % 2 == 1;
                    all.add(pool.submit(() -> {
                        for (int k = 0; k < objects; k++) {
                            barrier.await();
                            int object = k;
                            Runnable read = () -> checkLongs(root(heap, "o" + object), object, 10);
                            if (inBlock) {
                                heap.atomically(read);
                            } else {
                                read.run();
                            }
                        }
                        return 0;
                    }));
                }
                for (Future<Integer> future : all) {
                    future.get();
                }
            } finally {
                pool.shutdown();
            }
            assertThat(heap.stats().convertedObjects()).isEqualTo(objects);
        });
    }

    @Test
    void withoutRoomTheObjectStaysAsItWasAndTheHeapGoesOn() throws Exception {
        makeLongs(25, 4);
        Version second = Version.of(longs(60, "front J"));
        run(second, heap -> {
            List<Evolvable> filler = new ArrayList<>();
            try {
                while (true) {
                    filler.add(second.make());
                }
            } catch (HeapFullException e) {
                // as wanted
            }
            for (int round = 0; round < 3; round++) {
                assertThatThrownBy(() -> root(heap, "o0")).isInstanceOf(HeapFullException.class);
            }
            filler.forEach(heap::free);
            checkLongs(root(heap, "o0"), 0, 25);
        });
        run(second, heap -> {
            for (int k = 0; k < 4; k++) {
                checkLongs(root(heap, "o" + k), k, 25);
            }
        });
    }
}
