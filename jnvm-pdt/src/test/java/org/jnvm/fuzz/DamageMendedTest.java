package org.jnvm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.ClassMismatchException;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage that {@link HeapFuzzTest} once found J-NVM wrong with, each as a test of its own. */
class DamageMendedTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            PHashMap<Object, Object> map = new PHashMap<>();
            PTreeMap<Object, Object> tree = new PTreeMap<>();
            PArrayList<Object> list = new PArrayList<>();
            heap.root().put("map", map);
            heap.root().put("tree", tree);
            heap.root().put("list", list);
            heap.root().put("thing", new Thing(1));
            heap.root().put("links", new Links(3));
            map.put(new PString("key"), list);
            tree.put(new PString("key"), list);
            list.add(new PString("element"));
        }
    }

    private void damage(Consumer<Image> way) {
        Image image = Image.of(file);
        way.accept(image);
        image.write(file);
    }

    private void refuses(Class<? extends JnvmException> type, String message, ThrowingCallable use) {
        assertThatThrownBy(use)
                .isExactlyInstanceOf(type)
                .hasMessageContaining("heap=" + file)
                .hasMessageContaining(message);
    }

    private static int first(Image image, int classId) {
        return image.objects(classId).get(0);
    }

    private static int user(Image image, String name) {
        return first(image, image.classIdOf("org.jnvm.fuzz." + name));
    }

    /** A store to the one object changed the other, whose length was looked at before. */
    @Test
    void anObjectWhoseBlocksLeadIntoAnother() {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("longs", new PLongArray(100));
        }
        damage(image -> {
            int array = first(image, Image.LONG_ARRAY);
            image.putLong(
                    array, image.getLong(array) & ~(((1L << 40) - 1) << 8) | (long) first(image, Image.SLOT_ARRAY));
        });
        try (Heap heap = Heap.open(file)) { // was closed, so there is no pass
            refuses(
                    HeapFormatException.class,
                    "block chain leads into another object",
                    () -> heap.root().get("longs"));
        }
    }

    /** A list that moved a reference to it was to validate it first. */
    @Test
    void anInvalidObjectOfAClassThatIsNotThere() {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            ((PArrayList<?>) heap.root().get("list")).clear();
            PTreeMap<Object, Object> tree = new PTreeMap<>();
            PArrayList<Object> list = new PArrayList<>();
            list.add(new PLongArray(100));
            heap.root().put("list", list);
        }
        damage(image -> {
            int array = first(image, Image.LONG_ARRAY);
            long old = image.getLong(array);
            image.putLong(array, Image.header(32_000, false, Image.next(old), (int) old));
        });
        try (Heap heap = Heap.open(file)) { // was closed, so there is no pass
            PArrayList<?> list = (PArrayList<?>) heap.root().get("list");
            refuses(ClassMismatchException.class, "class id=32000", () -> list.add(0, null));
        }
    }

    /** Its fields would have been those of its neighbours, or behind the end of the file. */
    @Test
    void anObjectThatIsLongerThanItsSlotWordSays() {
        damage(image -> {
            int thing = user(image, "Thing");
            long old = image.getLong(thing);
            image.putLong(thing, Image.header(Image.classId(old), true, 16, (int) old));
        });
        try (Heap heap = Heap.open(file)) { // was closed, so there is no pass
            refuses(
                    HeapFormatException.class,
                    "shorter than its class wants",
                    () -> heap.root().get("thing"));
        }
        assertThatThrownBy(() -> Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL)))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("impossible length");
    }

    /** Its slot word leads to blocks, of which there are too few, or that are another object's. */
    @Test
    void anOutgrownObjectWithoutItsBlocks() {
        byte[] sound = Image.of(file).bytes();
        for (boolean another : new boolean[] {false, true}) {
            new Image(sound.clone()).write(file);
            damage(image -> {
                int thing = user(image, "Thing");
                long old = image.getLong(thing);
                int block = another ? first(image, Image.SLOT_ARRAY) : image.size();
                image.putLong(thing, Image.header(Image.classId(old), true, Image.link(block), (int) old));
            });
            try (Heap heap = Heap.open(file)) { // was closed, so there is no pass
                if (another) {
                    refuses(
                            HeapFormatException.class,
                            "block chain leads into another object",
                            () -> heap.root().get("thing"));
                } else {
                    refuses(
                            StaleObjectException.class,
                            "leads to no object",
                            () -> heap.root().get("thing"));
                }
            }
        }
    }

    /** The sound copy was overwritten, and the damaged one stayed. */
    @Test
    void aDamagedSuperblockBesideOneWithAWrongSequenceNumber() {
        for (int sound = 0; sound < 2; sound++) {
            for (long sequence : new long[] {-2, -1, 0, 1, 6, 7}) {
                int each = sound;
                damage(image -> {
                    image.putLong(each * 4096 + 32, sequence);
                    image.sealSuperblock(each);
                    image.putInt((1 - each) * 4096 + 12, 0);
                });
                for (int opening = 0; opening < 2; opening++) {
                    try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
                        assertThat(heap.check().findings()).isEmpty();
                    }
                }
            }
        }
    }

    @Test
    void aListWhoseElementsAreSomethingElse() {
        damage(image -> image.putLong(first(image, Image.LIST) + 8, image.referenceTo(user(image, "Thing"))));
        try (Heap heap = Heap.open(file)) { // was closed, so there is no pass
            PArrayList<?> list = (PArrayList<?>) heap.root().get("list");
            refuses(ClassMismatchException.class, "leads to=Thing@", list::size);
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            PArrayList<?> list = (PArrayList<?>) heap.root().get("list");
            refuses(StaleObjectException.class, "list has lost its elements", list::size);
        }
    }

    @Test
    void aListWithAnImpossibleSize() {
        for (long size : new long[] {-1, 30, Integer.MAX_VALUE, 1L << 31, Long.MIN_VALUE}) {
            damage(image -> image.putLong(first(image, Image.ELEMENTS) + 8, size));
            try (Heap heap = Heap.open(file)) {
                PArrayList<?> list = (PArrayList<?>) heap.root().get("list");
                refuses(HeapFormatException.class, "size=" + size, list::size);
                refuses(HeapFormatException.class, "size=" + size, () -> list.get(0));
                refuses(HeapFormatException.class, "size=" + size, () -> list.contains("element"));
            }
        }
    }

    @Test
    void aMapWhoseKeyLeadsBackToIt() {
        damage(image -> {
            int entry = first(image, Image.TABLE_SEGMENT) + 64 + 16;
            while (image.getLong(entry) == 0) {
                entry += entry % 64 == 48 ? 32 : 16;
            }
            image.putLong(entry, image.referenceTo(first(image, Image.LIST)));
        });
        damage(image -> image.putLong(first(image, Image.ELEMENTS) + 24, image.referenceTo(first(image, Image.LIST))));
        try (Heap heap = Heap.open(file)) {
            refuses(
                    JnvmException.class,
                    "contains itself",
                    () -> heap.root().get("map").hashCode());
            refuses(
                    JnvmException.class,
                    "contains itself",
                    () -> heap.root().get("list").hashCode());
        }
    }

    /** The class was not found by its name, so another with the same id was added: the next opening refused the heap. */
    @Test
    void aReservedClassIdThatBelongsToAnotherName() {
        damage(image -> {
            int record = recordOf(image, "org.jnvm.pdt.PHashMap");
            image.setRecordText(
                    record, image.recordText(record).replace("class org.jnvm.pdt.PHash", "class other.jnvm.PHash"));
        });
        for (int i = 0; i < 2; i++) {
            try (Heap heap = Heap.open(file);
                    Heap.Scope scope = heap.enter()) {
                refuses(ClassMismatchException.class, "in the heap=other.jnvm.PHashMap", PHashMap::new);
            }
        }
    }

    @Test
    void oneClassNameForTwoIds() {
        damage(image -> {
            int record = recordOf(image, "org.jnvm.fuzz.Links");
            image.setRecordText(record, image.recordText(recordOf(image, "org.jnvm.fuzz.Thing")));
        });
        refuses(HeapFormatException.class, "class versions out of order", () -> Heap.open(file));
    }

    @Test
    void anEnumConstantWithAnAbsurdId() {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            Values values = new Values();
            heap.root().put("values", values);
            values.setColor(Values.Color.RED);
            values.setColor(Values.Color.BLUE);
        }
        byte[] sound = Image.of(file).bytes();
        for (int id : new int[] {Integer.MAX_VALUE, 100_000_000, 3, 1, 0, -1}) {
            new Image(sound.clone()).write(file);
            damage(image -> {
                int newest = (int) Image.offset(image.getLong(Image.ENUMS));
                image.putInt(newest + 16, id);
                image.sealRecord(newest);
            });
            refuses(HeapFormatException.class, "table of enum constants damaged", () -> Heap.open(file));
        }
    }

    @Test
    void aLeafWithAnImpossibleNumberOfPlaces() {
        byte[] sound = Image.of(file).bytes();
        for (long count : new long[] {0, 9, 1 << 16, -1, Long.MIN_VALUE}) {
            new Image(sound.clone()).write(file);
            damage(image -> image.putLong(first(image, Image.TREE_LEAF) + 8, count));
            try (Heap heap = Heap.open(file)) { // was closed, so there is no pass
                Map<?, ?> tree = (Map<?, ?>) heap.root().get("tree");
                refuses(HeapFormatException.class, "tree damaged", () -> tree.get("key"));
                refuses(
                        HeapFormatException.class,
                        "tree damaged",
                        () -> tree.keySet().iterator().next());
            }
        }
    }

    /** Recovery took it for live, and the check for damage. */
    @Test
    void aReferenceToWhatLooksLikeCoresOwn() {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            ((Thing) heap.root().get("thing")).setLeft(new Thing(2));
            ((Links) heap.root().get("links")).set(0, new Thing(3));
        }
        byte[] sound = Image.of(file).bytes();
        for (int classId : new int[] {Image.CLASS_RECORD, Image.SLOT_ARRAY, Image.ENUM_RECORD}) {
            new Image(sound.clone()).write(file);
            damage(image -> {
                for (int thing : image.objects(image.classIdOf("org.jnvm.fuzz.Thing"))) {
                    if (image.getLong(thing + 24) > 1) {
                        long old = image.getLong(thing);
                        image.putLong(thing, Image.header(classId, true, Image.next(old), (int) old));
                    }
                }
            });
            try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
                assertThat(heap.recovery().nullifiedReferences()).isEqualTo(2);
                assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
                assertThat(((Thing) heap.root().get("thing")).left()).isNull();
            }
        }
    }

    /** The blocks were handed out again, and the objects in them were lost. */
    @Test
    void aScanWithABumpPointerBelowObjects() {
        damage(image -> image.putLong(Image.BUMP, 64 + 3)); // three blocks behind the interior map
        refuses(
                HeapFormatException.class,
                "object beyond the bump pointer",
                () -> Heap.open(file, HeapOptions.defaults().recovery(Recovery.SCAN_ONLY)));
        try (Heap heap = Heap.open(file)) { // a full pass raises it
            assertThat(((PArrayList<?>) heap.root().get("list")).size()).isEqualTo(1);
        }
    }

    @Test
    void aFieldWithoutAType() {
        damage(image -> {
            int record = recordOf(image, "org.jnvm.fuzz.Thing");
            image.setRecordText(record, image.recordText(record).replace("value J 24", "value  24"));
        });
        refuses(HeapFormatException.class, "class table damaged", () -> Heap.open(file));
    }

    /** The table had been read before the log was replayed: classes were lost, and the heap was refused next time. */
    @Test
    void aLogThatChangesAClassRecord() {
        damage(image -> {
            int record = recordOf(image, "org.jnvm.fuzz.Links");
            int log = image.usedEnd() - Image.BLOCK; // free so far
            image.putLong(log, Image.header(Image.LOG, true, 0, 0));
            long[] words = {1, 1, 2L << 56 | record, Image.header(100, false, 0, 0)};
            image.putLong(log + 8, 0);
            image.putLong(log + 16, words[0]);
            image.putLong(log + 24, words[1]);
            image.putLong(log + 32, Image.logChecksum(Image.LOG_CHECKSUM, words));
            image.putLong(log + 40, words[2]);
            image.putLong(log + 48, words[3]);
            image.putLong(Image.LOGS, image.referenceTo(log));
        });
        refuses(HeapFormatException.class, "class table damaged", () -> Heap.open(file));
    }

    private static int recordOf(Image image, String name) {
        return image.masters(Image.CLASS_RECORD).stream()
                .filter(record -> image.recordText(record).startsWith("class " + name + "\n"))
                .findFirst()
                .orElseThrow();
    }
}
