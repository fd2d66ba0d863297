package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Loaded;
import org.jnvm.testing.Mirror;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.jnvm.testing.TestHeap;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;

/** Persistent objects: their fields, blocks, proxies, and their end. */
@HeapTest
class ObjectTest {
    private static final long MIB = 1 << 20;

    private final TestHeap test;
    private final Path file;
    private Heap heap;

    ObjectTest(TestHeap test) {
        this.test = test;
        heap = test.create(4 * MIB);
        file = heap.path();
    }

    private void reopen() {
        heap = test.reopen();
    }

    /** Closes the heap, lets {@code edit} change the class records, and opens it. */
    private void reopenWith(String find, String replacement) {
        test.close();
        HeapImage.of(file).editClassRecord(find, replacement).write(file);
        heap = test.reopen();
    }

    /** Leaves only single free blocks, so that the next objects of several blocks are scattered. */
    private void fragment() {
        List<Node> nodes = new ArrayList<>();
        try {
            while (true) {
                nodes.add(new Node(-1));
            }
        } catch (HeapFullException e) {
            for (int i = 0; i < nodes.size(); i += 2) {
                heap.free(nodes.get(i));
            }
        }
    }

    // ---- fields ----

    private static void fill(Wide wide, long value) {
        wide.setZ((value & 1) != 0);
        wide.setB((byte) value);
        wide.setS((short) value);
        wide.setC((char) value);
        wide.setI((int) value);
        wide.setF(Float.intBitsToFloat((int) value));
        wide.setD(Double.longBitsToDouble(value));
        for (int i = 0; i < Wide.LONGS.length; i++) {
            wide.setJ(i, value + i);
        }
        wide.setLastByte((byte) ~value);
        wide.setFarInt((int) ~value);
        wide.setFarShort((short) ~value);
    }

    private static void check(Wide wide, long value) {
        assertThat(wide.z()).isEqualTo((value & 1) != 0);
        assertThat(wide.b()).isEqualTo((byte) value);
        assertThat(wide.s()).isEqualTo((short) value);
        assertThat((int) wide.c()).isEqualTo((int) (char) value);
        assertThat(wide.i()).isEqualTo((int) value);
        // by their bits, so that a NaN with a payload counts
        int floatBits = Float.floatToRawIntBits(Float.intBitsToFloat((int) value));
        assertThat(Float.floatToRawIntBits(wide.f())).isEqualTo(floatBits);
        assertThat(Double.doubleToRawLongBits(wide.d())).isEqualTo(value);
        for (int i = 0; i < Wide.LONGS.length; i++) {
            assertThat(wide.j(i)).isEqualTo(value + i);
        }
        assertThat(wide.lastByte()).isEqualTo((byte) ~value);
        assertThat(wide.farInt()).isEqualTo((int) ~value);
        assertThat(wide.farShort()).isEqualTo((short) ~value);
    }

    private static final long[] VALUES = {
        0,
        1,
        -1,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE,
        Short.MIN_VALUE,
        Byte.MIN_VALUE,
        0x7FF8_0000_0000_0000L,
        0x7FF8_1234_5678_9ABCL,
        0xFFF0_0000_0000_0000L,
        0x8000_0000_0000_0000L,
        0x7FC0_0001L,
        0x0123_4567_89AB_CDEFL,
        Double.doubleToRawLongBits(Double.MIN_VALUE),
        Double.doubleToRawLongBits(-1.5e300)
    };

    @Test
    void fieldsOfEveryTypeKeepEveryValue() {
        Wide contiguous = new Wide();
        assertThat(contiguous.isContiguous()).isTrue();
        heap.root().put("contiguous", contiguous);
        heap.root().put("scattered", contiguous);
        fragment();
        Wide scattered = new Wide();
        assertThat(scattered.isContiguous()).isFalse();
        heap.root().put("scattered", scattered);
        for (long value : VALUES) {
            fill(contiguous, value);
            fill(scattered, ~value);
            check(contiguous, value);
            check(scattered, ~value);
            Wide again = heap.root().get("scattered", Wide.class);
            assertThat(again.isContiguous()).isFalse();
            check(again, ~value);
        }
        reopen();
        check(heap.root().get("contiguous", Wide.class), VALUES[VALUES.length - 1]);
        check(heap.root().get("scattered", Wide.class), ~VALUES[VALUES.length - 1]);
    }

    @Test
    void neighbouringFieldsDoNotTouchEachOther() {
        Wide wide = new Wide();
        fill(wide, 0);
        wide.setB((byte) -1);
        wide.setC('\uFFFF');
        wide.setJ(1, -1);
        assertThat(wide.z()).isFalse();
        assertThat(wide.s()).isZero();
        assertThat(wide.i()).isZero();
        assertThat(wide.j(2)).isEqualTo(2);
        wide.setJ(2, -1);
        assertThat(wide.j(1)).isEqualTo(-1);
        assertThat(wide.lastByte()).isEqualTo((byte) -1);
        wide.setFarShort((short) 0x1234);
        assertThat(wide.farInt()).isEqualTo(-1);
        assertThat(wide.valid()).isFalse(); // no store went into a header
        heap.root().put("wide", wide);
        assertThat(wide.valid()).isTrue();
    }

    @Test
    void referencesInEveryBlock() {
        for (int round = 0; round < 2; round++) {
            Wide wide = new Wide();
            assertThat(wide.isContiguous()).isEqualTo(round == 0);
            assertThat(wide.ref()).isNull();
            assertThat(wide.farRef()).isNull();
            Node node = new Node(1);
            Bytes bytes = new Bytes(new byte[] {1, 2, 3});
            wide.setRef(node);
            wide.setFarRef(bytes);
            heap.root().put("wide" + round, wide);
            assertThat(node.valid()).isTrue();
            assertThat(bytes.valid()).isTrue();
            wide.setFarRef(wide);
            assertThat(wide.farRef()).isEqualTo(wide).isNotSameAs(wide);
            wide.setFarRef(bytes);
            if (round == 0) {
                fragment();
            }
        }
        reopen();
        for (int round = 0; round < 2; round++) {
            Wide wide = heap.root().get("wide" + round, Wide.class);
            assertThat(((Node) wide.ref()).value()).isEqualTo(1);
            assertThat(((Bytes) wide.farRef()).toArray()).containsExactly(1, 2, 3);
            wide.setRef(null);
            assertThat(wide.ref()).isNull();
        }
    }

    @Test
    void tailsOfEveryLengthContiguousAndScattered(@Seed("tails") Random random) {
        for (int round = 0; round < 2; round++) {
            for (int length : new int[] {0, 1, 7, 8, 239, 240, 241, 487, 488, 489, 735, 736, 737, 5000}) {
                byte[] content = new byte[length];
                random.nextBytes(content);
                Bytes bytes = new Bytes(content);
                assertThat(bytes.length()).isEqualTo(length);
                assertThat(bytes.toArray()).isEqualTo(content);
                for (int i = 0; i < length; i++) {
                    assertThat(bytes.get(i)).isEqualTo(content[i]);
                    bytes.set(i, (byte) ~content[i]);
                    content[i] = (byte) ~content[i];
                }
                String root = length + " " + round;
                heap.root().put(root, bytes);
                assertThat(heap.root().get(root, Bytes.class).toArray()).isEqualTo(content);
                heap.root().remove(root);
                heap.free(bytes);
            }
            Refs refs = new Refs(100);
            assertThat(refs.isContiguous()).isEqualTo(round == 0);
            heap.root().put("refs" + round, refs);
            for (int i = 0; i < 100; i += 3) {
                refs.set(i, new Node(i));
            }
            if (round == 0) {
                fragment();
            }
        }
        reopen();
        for (int round = 0; round < 2; round++) {
            Refs refs = heap.root().get("refs" + round, Refs.class);
            assertThat(refs.length()).isEqualTo(100);
            for (int i = 0; i < 100; i++) {
                Node node = (Node) refs.get(i);
                assertThat(node == null ? null : node.value()).isEqualTo(i % 3 == 0 ? (Long) (long) i : null);
            }
        }
    }

    @Test
    void recycledBlocksAreZero() {
        List<PObject> all = new ArrayList<>();
        try {
            while (true) {
                Wide wide = new Wide();
                fill(wide, -1);
                all.add(wide);
            }
        } catch (HeapFullException e) {
            all.forEach(heap::free);
        }
        for (int i = 0; i < 1000; i++) {
            Bytes bytes = new Bytes(700L);
            assertThat(bytes.toArray()).containsOnly(0);
            Node node = new Node(0);
            assertThat(node.next()).isNull();
            assertThat(node.other()).isNull();
            assertThat(node.valid()).isFalse();
        }
    }

    // ---- identity ----

    @Test
    void proxiesAreEqualByHeapAddressAndGeneration() {
        Node node = new Node(1);
        heap.root().put("node", node);
        Node again = heap.root().get("node", Node.class);
        assertThat(again)
                .isNotSameAs(node)
                .isEqualTo(node)
                .hasSameHashCodeAs(node)
                .hasToString(node.toString());
        assertThat(node).isNotEqualTo(new Node(1)).isNotEqualTo(null).isNotEqualTo("node");
        assertThat(node.addr()).isEqualTo(again.addr()).isPositive().matches(addr -> addr % 256 == 0);
        assertThat(node.toString()).startsWith("Node@0x").contains("#");

        Set<Object> set = new HashSet<>(List.of(node));
        int hash = node.hashCode();
        heap.root().remove("node");
        heap.free(again);
        assertThat(again.addr()).isZero();
        assertThat(node.hashCode()).isEqualTo(hash);
        assertThat(again).hasSameHashCodeAs(node).isEqualTo(node);
        assertThat(set).contains(node, again);
    }

    @Test
    void aClassWithStateOfItsOwnHasOneProxyResurrectedOnce() throws Exception {
        Mirror mirror = new Mirror();
        heap.root().put("mirror", mirror);
        assertThat(heap.root().get("mirror")).isSameAs(mirror);
        reopen();
        int before = Mirror.RESURRECTED.get();
        int threads = 8;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Object>> found = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                found.add(pool.submit(() -> {
                    barrier.await();
                    return heap.root().get("mirror");
                }));
            }
            Set<Object> distinct = Collections.newSetFromMap(new java.util.IdentityHashMap<>());
            for (Future<Object> future : found) {
                distinct.add(future.get());
            }
            assertThat(distinct).hasSize(1);
        } finally {
            pool.shutdown();
        }
        assertThat(Mirror.RESURRECTED.get() - before).isEqualTo(1);
    }

    @Test
    void anUnusedCanonicalProxyIsCollectedAndMadeAgain() throws Exception {
        heap.root().put("mirror", new Mirror());
        WeakReference<Object> reference = new WeakReference<>(heap.root().get("mirror"));
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
            System.runFinalization();
        }
        assertThat(reference.get()).isNull();
        Mirror again = heap.root().get("mirror", Mirror.class);
        assertThat(again.resurrections()).isEqualTo(1);
        assertThat(heap.root().get("mirror")).isSameAs(again);
    }

    @Test
    void resurrectingACycleSeesEachProxyOnce() {
        Mirror a = new Mirror();
        Mirror b = new Mirror();
        a.setPeer(b);
        b.setPeer(a);
        Mirror self = new Mirror();
        self.setPeer(self);
        heap.root().put("a", a);
        heap.root().put("self", self);
        reopen();
        Mirror again = heap.root().get("a", Mirror.class);
        assertThat(again.peerMirror().peerMirror()).isSameAs(again);
        assertThat(again.resurrections()).isEqualTo(1);
        assertThat(again.peerMirror().resurrections()).isEqualTo(1);
        Mirror selfAgain = heap.root().get("self", Mirror.class);
        assertThat(selfAgain.peerMirror()).isSameAs(selfAgain);
        assertThat(selfAgain.resurrections()).isEqualTo(1);
    }

    @Test
    void aFailedResurrectionIsTriedAgain() {
        Mirror mirror = new Mirror();
        mirror.setFail(true);
        heap.root().put("mirror", mirror);
        reopen();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> heap.root().get("mirror")).hasMessage("told to fail");
        }
    }

    // ---- free ----

    @Test
    void useAfterFreeAndDoubleFreeAreRefused() {
        Node node = new Node(1);
        Wide wide = new Wide();
        heap.root().put("node", node);
        heap.root().put("wide", wide);
        Node stale = heap.root().get("node", Node.class);
        Node holder = new Node(2);
        heap.root().put("holder", holder);
        heap.root().remove("node");
        heap.root().remove("wide");
        heap.free(node);
        JNVM.free(wide);
        List<ThrowingCallable> uses = List.of(
                node::value,
                () -> node.setValue(1),
                node::next,
                () -> node.setNext(null),
                () -> node.setNext(holder),
                node::heap,
                node::pwb,
                node::validate,
                node::valid,
                () -> wide.j(3),
                () -> wide.setJ(3, 1),
                wide::farRef,
                () -> holder.setNext(node),
                () -> holder.setNext(stale),
                () -> heap.root().put("x", node),
                () -> heap.root().put("x", stale),
                () -> heap.root().put("holder", stale),
                () -> heap.root().wput("x", node),
                () -> heap.free(node),
                () -> JNVM.free(node),
                () -> heap.free(stale),
                stale::valid,
                stale::validate);
        for (ThrowingCallable use : uses) {
            assertThatThrownBy(use)
                    .isExactlyInstanceOf(StaleObjectException.class)
                    .hasMessageContaining("heap=" + file);
        }
        assertThat(node.addr()).isZero();
        assertThat(holder.next()).isNull();
        assertThat(heap.root().names()).containsExactly("holder");
    }

    @Test
    void aStaleProxyDoesNotFreeTheNextOwnerOfItsBlock() {
        Node node = new Node(1);
        heap.root().put("node", node);
        Node stale = heap.root().get("node", Node.class);
        long addr = node.addr();
        heap.root().remove("node");
        heap.free(node);
        List<Node> owners = new ArrayList<>();
        Node owner = null;
        while (owner == null) {
            Node made = new Node(77);
            owners.add(made);
            owner = made.addr() == addr ? made : null;
        }
        assertThat(owner).isNotEqualTo(stale);
        assertThatThrownBy(() -> heap.free(stale)).isExactlyInstanceOf(StaleObjectException.class);
        assertThatThrownBy(stale::valid).isExactlyInstanceOf(StaleObjectException.class);
        assertThatThrownBy(() -> owners.get(0).setNext(stale)).isExactlyInstanceOf(StaleObjectException.class);
        assertThat(owner.value()).isEqualTo(77);
    }

    @Test
    void danglingReferencesAreToldFromTheNextOwnerForAsLongAsGenerationsDiffer() {
        Node holder = new Node(0);
        heap.root().put("holder", holder);
        Node target = new Node(1);
        holder.setNext(target);
        heap.free(target);
        for (int i = 0; i < 255; i++) {
            assertThatThrownBy(holder::next)
                    .isExactlyInstanceOf(StaleObjectException.class)
                    .hasMessageContaining("remove references before freeing");
            if (i < 250) {
                heap.free(new Node(i)); // mostly the same block, once it was retired
            }
        }
        reopen();
        assertThatThrownBy(() -> heap.root().get("holder", Node.class).next())
                .isExactlyInstanceOf(StaleObjectException.class);
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        assertThat(heap.root().get("holder", Node.class).next()).isNull();
    }

    @Test
    void onlyOneOfTwoThreadsFreesAnObject() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (int i = 0; i < 500; i++) {
                Node node = new Node(i);
                heap.root().put("node", node);
                CyclicBarrier barrier = new CyclicBarrier(2);
                List<Future<Boolean>> freed = new ArrayList<>();
                for (Node proxy : List.of(node, heap.root().get("node", Node.class))) {
                    freed.add(pool.submit(() -> {
                        barrier.await();
                        try {
                            heap.free(proxy);
                            return true;
                        } catch (StaleObjectException e) {
                            return false;
                        }
                    }));
                }
                assertThat(List.of(freed.get(0).get(), freed.get(1).get())).containsExactlyInAnyOrder(true, false);
                heap.root().remove("node");
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void replaceFreesTheOldObjectAndUpdateDoesNot() {
        Node holder = new Node(0);
        heap.root().put("holder", holder);
        Node first = new Node(1);
        holder.updateNext(first);
        holder.updateNext(new Node(2));
        assertThat(first.value()).isEqualTo(1);
        Node second = holder.next();
        holder.replaceNext(first);
        assertThatThrownBy(second::valid).isExactlyInstanceOf(StaleObjectException.class);
        holder.replaceNext(first); // by itself: nothing to free
        holder.replaceNext(holder.next()); // by another proxy of itself
        assertThat(holder.next().value()).isEqualTo(1);
        holder.replaceNext(null);
        assertThat(holder.next()).isNull();
        assertThatThrownBy(first::valid).isExactlyInstanceOf(StaleObjectException.class);
    }

    // ---- classes ----

    @Test
    void aMissingClassIsAnErrorOnlyWhenAnObjectOfItIsUsed() {
        heap.root().put("node", new Node(1));
        heap.root().put("bytes", new Bytes(new byte[] {9}));
        reopenWith("org.jnvm.testing.Node", "org.jnvm.testing.Gone");
        assertThat(heap.root().exists("node")).isTrue();
        assertThat(heap.root().names()).containsExactly("bytes", "node");
        assertThat(heap.root().get("bytes", Bytes.class).toArray()).containsExactly(9);
        assertThatThrownBy(() -> heap.root().get("node"))
                .isExactlyInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("heap=" + file)
                .hasMessageContaining("class=org.jnvm.testing.Gone")
                .hasMessageContaining("put it on the class path");
        heap.root().put("other", new Node(2)); // the same Java class, new to this heap
        reopenWith("org.jnvm.testing.Gone", "org.jnvm.testing.Gine");
        assertThat(heap.root().get("other", Node.class).value()).isEqualTo(2);
    }

    @Test
    void aClassThatAHeapNamesIsNotLoadedUnlessItIsListedAndNotInitialisedUnlessItIsPersistent() {
        heap.root().put("node", new Node(1));
        reopenWith("org.jnvm.testing.Node", "org.jnvm.testing.Trap");
        assertThatThrownBy(() -> heap.root().get("node"))
                .isExactlyInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("class=org.jnvm.testing.Trap")
                .hasMessageContaining("META-INF/jnvm/persistent-classes");
        reopenWith("org.jnvm.testing.Trap", "org.jnvm.testing.Trip");
        assertThatThrownBy(() -> heap.root().get("node"))
                .isExactlyInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("listed or annotated but not transformed")
                .hasMessageContaining("class=org.jnvm.testing.Trip");
        reopenWith("org.jnvm.testing.Trip", "org.jnvm.testing.Tack");
        assertThatThrownBy(() -> heap.root().get("node"))
                .isExactlyInstanceOf(ClassMismatchException.class)
                .hasMessageContaining("listed or annotated but not transformed")
                .hasMessageContaining("class=org.jnvm.testing.Tack");
        assertThat(Loaded.NAMES).isEmpty();
        reopenWith("org.jnvm.testing.Tack", "org.jnvm.testing.Node");
        assertThat(heap.root().get("node", Node.class).value()).isEqualTo(1);
    }

    @Test
    void aClassThatCannotServeIsRefusedWhenAnObjectOfItIsUsed() {
        heap.root().put("node", new Node(1));
        String before = "org.jnvm.testing.Node";
        Map<String, String> refusals = new LinkedHashMap<>();
        refusals.put("Boom", "class of an object cannot be loaded: heap=" + file);
        refusals.put("Bare", "class registered no descriptor: heap=" + file);
        refusals.put("Face", "class of an object is abstract now: heap=" + file);
        for (Map.Entry<String, String> refusal : refusals.entrySet()) {
            String name = "org.jnvm.testing." + refusal.getKey();
            reopenWith(before, name);
            before = name;
            for (int round = 0; round < 2; round++) { // the JVM says something else the second time
                assertThatThrownBy(() -> heap.root().get("node"))
                        .isExactlyInstanceOf(ClassMismatchException.class)
                        .hasMessageContaining(refusal.getValue())
                        .hasMessageContaining("class=" + name);
            }
            assertThat(heap.root().names()).containsExactly("node");
        }
        reopenWith(before, "org.jnvm.testing.Node");
        assertThat(heap.root().get("node", Node.class).value()).isEqualTo(1);
    }

    @Test
    void anObjectOfAnOlderLayoutIsRefusedWithoutARedoLog() {
        heap.root().put("wide", new Wide());
        String fields = "j1 J 248\nfield org.jnvm.testing.Wide j2 J 264";
        String swapped = "j2 J 248\nfield org.jnvm.testing.Wide j1 J 264";
        reopenWith(fields, swapped);
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(() -> heap.root().get("wide"))
                    .isExactlyInstanceOf(ClassMismatchException.class)
                    .hasMessageContaining(
                            "object of an older layout cannot be converted without a redo log: heap=" + file)
                    .hasMessageContaining("class=org.jnvm.testing.Wide, version=1, in the program=2")
                    .hasMessageContaining("add the artifact org.jnvm:jnvm-pfa");
        }
        heap.root().put("new", new Wide()); // of the program's layout
        reopen();
        fill(heap.root().get("new", Wide.class), 5);
        check(heap.root().get("new", Wide.class), 5);
    }

    @Test
    void aClassLaidOutOtherwiseIsRefusedAndBothLayoutsAreNamed() {
        heap.root().put("node", new Node(1));
        reopenWith("value J 24", "valie J 24");
        List<ThrowingCallable> uses = List.of(() -> heap.root().get("node"), () -> new Node(2));
        for (ThrowingCallable use : uses) {
            assertThatThrownBy(use)
                    .isExactlyInstanceOf(ClassMismatchException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("class=org.jnvm.testing.Node")
                    .hasMessageContaining("in the heap=[class org.jnvm.testing.Node; version 1;")
                    .hasMessageContaining("valie J 24]")
                    .hasMessageContaining("in the program=[class org.jnvm.testing.Node;")
                    .hasMessageContaining("value J 24]");
        }
        reopenWith("valie J 24", "value D 24");
        assertThatThrownBy(() -> heap.root().get("node")).isExactlyInstanceOf(ClassMismatchException.class);
        reopenWith("value D 24", "value J 24");
        assertThat(heap.root().get("node", Node.class).value()).isEqualTo(1);
    }

    @Test
    void aClassRecordOfSeveralBlocksIsReadBack() {
        heap.root().put("wide", new Wide()); // its layout text is longer than three blocks
        reopen();
        assertThat(heap.root().get("wide", Wide.class).j(0)).isZero();
        test.close();
        byte[] before = HeapImage.of(file).toBytes();
        HeapImage broken = HeapImage.of(file);
        int record = (int) broken.getLong(HeapImage.CLASS_TABLE) & 0xFFFFFF;
        for (int byteOfRecord : new int[] {16, 20, 24, 40, 256 + 8, 512 + 8}) {
            int at = record + byteOfRecord;
            HeapImage.of(file).flip(at, 0).write(file);
            assertThatThrownBy(() -> Heap.open(file), "flipped byte %d of the record", byteOfRecord)
                    .isExactlyInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("class table damaged: heap=" + file)
                    .hasMessageContaining("restore the file from a copy");
            broken.write(file);
        }
        assertThat(before).isEqualTo(HeapImage.of(file).toBytes());
        heap = test.reopen();
    }

    @Test
    void manyObjectsOfRandomSizesKeepTheirContent(@Seed("random sizes") Random random) {
        List<Bytes> live = new ArrayList<>();
        List<byte[]> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (live.size() < 2000 && random.nextInt(5) < 3) {
                byte[] content = new byte[random.nextInt(random.nextInt(10) == 0 ? 4000 : 400)];
                random.nextBytes(content);
                try {
                    live.add(new Bytes(content));
                    model.add(content);
                } catch (HeapFullException e) {
                    heap.free(live.remove(live.size() - 1));
                    model.remove(model.size() - 1);
                }
            } else if (!live.isEmpty()) {
                int victim = random.nextInt(live.size());
                Bytes freed = live.remove(victim);
                assertThat(Arrays.equals(freed.toArray(), model.remove(victim))).isTrue();
                heap.free(freed);
            }
        }
        for (int i = 0; i < live.size(); i++) {
            assertThat(live.get(i).toArray()).isEqualTo(model.get(i));
        }
    }
}
