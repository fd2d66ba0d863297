package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.Proxy;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Forged;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Mirror;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.TestHeap;
import org.jnvm.testing.TestObject;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;

/** What a program must not do with persistent objects is refused, and changes nothing. */
@HeapTest
class MisuseTest {
    private static final long MIB = 1 << 20;

    private final TestHeap test;
    private final Path file;
    private Heap heap;

    MisuseTest(TestHeap test) {
        this.test = test;
        heap = test.create(4 * MIB);
        file = heap.path();
    }

    private ObjectSpace space() {
        return heap.core().space();
    }

    /** A proxy of the same object besides the one that allocated it. */
    private Node second(Node node) {
        heap.root().put("second", node);
        Node second = heap.root().get("second", Node.class);
        heap.root().remove("second");
        return second;
    }

    /** Allocates until a block is handed out again. */
    private Node nextOwner(long addr) {
        while (true) {
            Node made = new Node(77);
            if (made.addr() == addr) {
                return made;
            }
        }
    }

    // ---- free of what is no object ----

    @Test
    void freeOfNothingIsRefused() {
        for (ThrowingCallable free : List.<ThrowingCallable>of(() -> heap.free(null), () -> JNVM.free(null))) {
            assertThatThrownBy(free)
                    .isExactlyInstanceOf(NullPointerException.class)
                    .hasMessage("object to free");
        }
        for (ThrowingCallable free : List.<ThrowingCallable>of(() -> heap.free("text"), () -> JNVM.free("text"))) {
            assertThatThrownBy(free)
                    .isExactlyInstanceOf(NotTransformedException.class)
                    .hasMessageContaining("class=java.lang.String");
        }
        try (Heap other = Heap.create(test.folder().resolve("b.heap"), 4 * MIB)) {
            Node node = new Node(1);
            assertThatThrownBy(() -> other.free(node))
                    .isExactlyInstanceOf(ForeignHeapException.class)
                    .hasMessageContaining("object's heap=" + file);
            assertThat(node.value()).isEqualTo(1);
        }
    }

    @Test
    void freeOfAnAddressThatIsNoObjectIsRefused() {
        Node node = new Node(5);
        Wide wide = new Wide();
        heap.root().put("node", node);
        heap.root().put("wide", wide);
        Node freed = new Node(6);
        long free = freed.addr();
        heap.free(freed);
        long slab = space().create(SlabLayout.FIRST_CLASS_ID, 256).ref();
        space().chunk(slab & (1L << 48) - 1).storeLong(slab & (1L << 48) - 1, BlockLayout.header(40, true, 0, 0));
        long classRecord = space().load(StateLayout.CLASS_TABLE_OFFSET);
        long slots = space().load(StateLayout.ROOTS_OFFSET);

        Map<String, Long> refs = new LinkedHashMap<>();
        refs.put("null", 0L);
        refs.put("interior", node.$jnvm$ref() + 8);
        refs.put("interior, as a slot", (node.$jnvm$ref() & (1L << 56) - 1 | 2L << 56) + 24);
        refs.put("unaligned", node.$jnvm$ref() + 1);
        refs.put("slave block", Forged.ref(wide, wide.addr() + 256));
        refs.put("free block", Forged.ref(node, free));
        refs.put("never allocated", Forged.ref(node, MIB - 256));
        refs.put("superblock", Forged.ref(node, 0));
        refs.put("state", Forged.ref(node, 8192));
        refs.put("behind the end", 1L << 56 | 4 * MIB);
        refs.put("far behind the end", 1L << 56 | 1L << 46);
        refs.put("other generation", node.$jnvm$ref() + (1L << 48));
        refs.put("no kind", node.addr());
        refs.put("unknown kind", node.$jnvm$ref() + (9L << 56));
        refs.put("slab", slab);
        refs.put("class record", classRecord);
        refs.put("slot array", slots);
        refs.put("object of another class", wide.$jnvm$ref());
        long freeBlocks = space().allocator().freeBlocks();
        refs.forEach((name, ref) -> {
            for (Proxy model : List.<Proxy>of(node)) {
                Forged forged = new Forged(model, ref);
                assertThatThrownBy(() -> heap.free(forged), name)
                        .isExactlyInstanceOf(StaleObjectException.class)
                        .hasMessageContaining("heap=" + file);
            }
        });
        assertThat(space().allocator().freeBlocks()).isEqualTo(freeBlocks);
        assertThat(node.value()).isEqualTo(5);
        heap = test.reopen();
        assertThat(heap.root().get("node", Node.class).value()).isEqualTo(5);
        assertThat(heap.root().get("wide", Wide.class).j(3)).isZero();
    }

    @Test
    void doubleFreeIsRefusedByEveryProxy() {
        for (TestObject object : List.of(new Node(1), new Wide(), new Refs(100), new Bytes(10L), new Mirror())) {
            heap.root().put("o", object);
            Object second = heap.root().get("o");
            heap.root().remove("o");
            heap.free(object);
            long free = space().allocator().freeBlocks();
            for (Object proxy : List.of(object, second)) {
                for (ThrowingCallable again :
                        List.<ThrowingCallable>of(() -> heap.free(proxy), () -> JNVM.free(proxy))) {
                    assertThatThrownBy(again, object.toString())
                            .isExactlyInstanceOf(StaleObjectException.class)
                            .hasMessageContaining("heap=" + file);
                }
            }
            assertThat(space().allocator().freeBlocks()).isEqualTo(free);
            assertThat(object.addr()).isZero();
        }
    }

    // ---- after free, and after the block was handed out again ----

    @Test
    void aStaleProxyIsRefusedByAllThatLooksAtTheObject() {
        Node node = new Node(1);
        Node stale = second(node);
        Bytes bytes = new Bytes(10L);
        heap.root().put("bytes", bytes);
        Bytes staleBytes = heap.root().get("bytes", Bytes.class);
        heap.root().remove("bytes");
        Map<Object, String> map = new HashMap<>(Map.of(node, "node"));
        int hash = stale.hashCode();
        long addr = node.addr();
        heap.free(node);
        heap.free(bytes);
        Node holder = new Node(2);
        heap.root().put("holder", holder);
        for (int round = 0; round < 2; round++) {
            List<ThrowingCallable> uses = List.of(
                    () -> heap.free(stale),
                    () -> JNVM.free(stale),
                    () -> holder.setNext(stale),
                    () -> holder.updateNext(stale),
                    () -> holder.replaceNext(stale),
                    () -> holder.setOther(stale),
                    () -> heap.root().put("stale", stale),
                    () -> heap.root().wput("stale", stale),
                    stale::validate,
                    stale::invalidate,
                    stale::valid,
                    staleBytes::pwb,
                    () -> TailAccess.readTail(staleBytes, 16, new byte[4]),
                    () -> TailAccess.readTail(staleBytes, 16, 0, new byte[4], 0, 4),
                    () -> TailAccess.writeTail(staleBytes, 16, 0, new byte[4], 0, 4));
            for (int i = 0; i < uses.size(); i++) {
                assertThatThrownBy(uses.get(i), "use " + i + ", round " + round)
                        .isExactlyInstanceOf(StaleObjectException.class)
                        .hasMessageContaining("heap=" + file);
            }
            assertThat(stale).isEqualTo(node).hasSameHashCodeAs(node);
            assertThat(stale.hashCode()).isEqualTo(hash);
            assertThat(map).containsEntry(stale, "node");
            assertThat(stale.toString()).startsWith("Node@0x");
            assertThat(stale.addr()).isEqualTo(addr); // it is the freeing proxy whose address becomes 0
            assertThat(node.addr()).isZero();
            assertThat(holder.next()).isNull();
            assertThat(heap.root().names()).containsExactly("holder");
            if (round == 0) {
                Node owner = nextOwner(addr);
                assertThat(owner).isNotEqualTo(stale).isNotEqualTo(node);
                assertThat(owner.value()).isEqualTo(77);
            }
        }
    }

    @Test
    void aReferenceToAReusedBlockIsRefusedAndRecoverySetsItToNull() {
        Node holder = new Node(0);
        heap.root().put("holder", holder);
        Refs refs = new Refs(3);
        heap.root().put("refs", refs);
        Node target = new Node(1);
        holder.setNext(target);
        refs.set(1, target);
        long addr = target.addr();
        heap.free(target);
        Node owner = nextOwner(addr);
        heap.root().put("owner", owner);
        for (ThrowingCallable use : List.<ThrowingCallable>of(holder::next, () -> refs.get(1))) {
            assertThatThrownBy(use)
                    .isExactlyInstanceOf(StaleObjectException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("remove references before freeing");
        }
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        assertThat(heap.root().get("holder", Node.class).next()).isNull();
        assertThat(heap.root().get("refs", Refs.class).get(1)).isNull();
        assertThat(heap.root().get("owner", Node.class).value()).isEqualTo(77);
    }

    @Test
    void proxiesOfCopiesOfOneHeapAreNotEqual() throws Exception {
        heap.root().put("node", new Node(1));
        test.close();
        Path copy = test.folder().resolve("copy.heap");
        java.nio.file.Files.copy(file, copy);
        heap = test.reopen();
        Node node = heap.root().get("node", Node.class);
        try (Heap second = Heap.open(copy)) {
            Node other = second.root().get("node", Node.class);
            assertThat(other.addr()).isEqualTo(node.addr());
            assertThat(other).isNotEqualTo(node);
            assertThat(second.root().get("node", Node.class)).isEqualTo(other);
            second.free(other);
            assertThat(other).isNotEqualTo(node);
        }
        assertThat(node.value()).isEqualTo(1);
    }

    // ---- indices ----

    @Test
    void anIndexOutOfRangeIsRefusedBeforeMemoryIsTouched() {
        Refs refs = new Refs(40);
        heap.root().put("refs", refs);
        Node node = new Node(1);
        for (int index : new int[] {-1, 40, 41, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (ThrowingCallable use : List.<ThrowingCallable>of(() -> refs.get(index), () -> refs.set(index, node))) {
                assertThatThrownBy(use)
                        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessageContaining("index=" + index)
                        .hasMessageContaining("length=40");
            }
        }
        assertThat(node.valid()).isFalse();
        for (int i = 0; i < 40; i++) {
            assertThat(refs.get(i)).isNull();
        }
        Bytes bytes = new Bytes(10L);
        for (long index : new long[] {-1, 6, 10, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    () -> TailAccess.readTail(bytes, 16, index, new byte[5], 0, 5),
                    () -> TailAccess.writeTail(bytes, 16, index, new byte[5], 0, 5))) {
                assertThatThrownBy(use)
                        .isExactlyInstanceOf(IndexOutOfBoundsException.class)
                        .hasMessageContaining("index=" + index)
                        .hasMessageContaining("length=10");
            }
        }
        for (long index : new long[] {1L << 40, -(1L << 40)}) { // Bytes itself checks nothing
            List<ThrowingCallable> uses = new ArrayList<>(List.of(() -> bytes.get(index)));
            uses.add(() -> bytes.set(index, (byte) 1));
            for (ThrowingCallable use : uses) {
                assertThatThrownBy(use).isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }
}
