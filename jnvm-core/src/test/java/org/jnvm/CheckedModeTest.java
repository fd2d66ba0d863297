package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A checked heap refuses every access through a proxy whose object is no more; others do not. */
class CheckedModeTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private static final class Quiet implements Recorder {
        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long line) {}

        @Override
        public void fenced() {}
    }

    private static List<ThrowingCallable> accesses(Node node, Wide wide, Refs refs, Bytes bytes) {
        List<ThrowingCallable> uses = new ArrayList<>(Arrays.asList(
                node::value,
                () -> node.setValue(1),
                node::next,
                () -> node.setNext(null),
                () -> node.updateNext(null),
                () -> node.replaceNext(null),
                node::pwb,
                wide::pwb,
                wide::z,
                wide::b,
                wide::s,
                wide::c,
                wide::i,
                wide::f,
                wide::d,
                () -> wide.j(0),
                () -> wide.j(3),
                wide::lastByte,
                wide::farInt,
                wide::farShort,
                wide::farRef,
                wide::pwbFarRef));
        uses.add(() -> wide.setZ(true));
        uses.add(() -> wide.setB((byte) 1));
        uses.add(() -> wide.setS((short) 1));
        uses.add(() -> wide.setC('c'));
        uses.add(() -> wide.setI(1));
        uses.add(() -> wide.setF(1));
        uses.add(() -> wide.setD(1));
        uses.add(() -> wide.setJ(0, 1));
        uses.add(() -> wide.setJ(3, 1));
        uses.add(() -> wide.setLastByte((byte) 1));
        uses.add(() -> wide.setFarInt(1));
        uses.add(() -> wide.setFarShort((short) 1));
        uses.add(() -> wide.setFarRef(null));
        uses.add(() -> refs.get(0));
        uses.add(() -> refs.get(99));
        uses.add(() -> refs.set(99, null));
        uses.add(refs::length);
        uses.add(bytes::toArray);
        uses.add(() -> bytes.get(0));
        uses.add(() -> bytes.get(999));
        uses.add(() -> bytes.set(999, (byte) 1));
        return uses;
    }

    @ParameterizedTest
    @ValueSource(strings = {"option", "property", "with recorder"})
    void everyAccessThroughAStaleProxyIsRefused(String how) {
        if (how.equals("property")) {
            System.setProperty("org.jnvm.checked", "true");
        }
        HeapOptions options = how.equals("property")
                ? HeapOptions.defaults()
                : HeapOptions.defaults().checked(true);
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(
                        file, 4 * MIB, how.equals("with recorder") ? options.recorder(new Quiet()) : options);
                Heap.Scope scope = heap.enter()) {
            for (int round = 0; round < 2; round++) {
                Node node = new Node(1);
                Wide wide = new Wide();
                Refs refs = new Refs(100);
                Bytes bytes = new Bytes(1000L);
                heap.root().put("node", node);
                heap.root().put("wide", wide);
                heap.root().put("refs", refs);
                heap.root().put("bytes", bytes);
                List<ThrowingCallable> uses = accesses(
                        heap.root().get("node", Node.class),
                        heap.root().get("wide", Wide.class),
                        heap.root().get("refs", Refs.class),
                        heap.root().get("bytes", Bytes.class));
                for (ThrowingCallable use : uses) {
                    assertThat(catchOf(use)).isNull(); // while the objects are there
                }
                heap.root().names().forEach(heap.root()::remove);
                heap.free(node);
                heap.free(wide);
                heap.free(refs);
                heap.free(bytes);
                for (int reused = 0; reused < 2; reused++) {
                    for (ThrowingCallable use : uses) {
                        assertThatThrownBy(use)
                                .isExactlyInstanceOf(StaleObjectException.class)
                                .hasMessageContaining("heap=" + file);
                    }
                    List<Node> owners = fill(heap); // all blocks have new owners
                    for (Node owner : owners) {
                        assertThat(owner.value()).isEqualTo(-1);
                    }
                    for (ThrowingCallable use : uses) {
                        assertThatThrownBy(use).isExactlyInstanceOf(StaleObjectException.class);
                    }
                    for (Node owner : owners) {
                        assertThat(owner.value()).isEqualTo(-1);
                        assertThat(owner.next()).isNull();
                        heap.free(owner);
                    }
                }
            }
        } finally {
            System.clearProperty("org.jnvm.checked");
        }
    }

    private static Throwable catchOf(ThrowingCallable use) {
        try {
            use.call();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private static List<Node> fill(Heap heap) {
        List<Node> nodes = new ArrayList<>();
        try {
            while (true) {
                nodes.add(new Node(-1));
            }
        } catch (HeapFullException e) {
            return nodes;
        }
    }

    @Test
    void scatteredObjectsAreCheckedInEveryBlock() {
        try (Heap heap = Heap.create(
                        folder.resolve("a.heap"), MIB, HeapOptions.defaults().checked(true));
                Heap.Scope scope = heap.enter()) {
            List<Node> nodes = fill(heap);
            for (int i = 0; i < nodes.size(); i += 2) {
                heap.free(nodes.get(i));
            }
            Wide wide = new Wide();
            Refs refs = new Refs(100);
            assertThat(wide.isContiguous()).isFalse();
            heap.root().put("wide", wide);
            heap.root().put("refs", refs);
            Wide stale = heap.root().get("wide", Wide.class);
            Refs staleRefs = heap.root().get("refs", Refs.class);
            stale.setJ(3, 7);
            staleRefs.set(99, wide);
            assertThat(wide.j(3)).isEqualTo(7);
            heap.free(wide);
            heap.free(refs);
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    () -> stale.j(3),
                    () -> stale.setJ(2, 1),
                    stale::farRef,
                    () -> stale.setFarRef(null),
                    () -> staleRefs.get(99),
                    () -> staleRefs.set(99, null))) {
                assertThatThrownBy(use).isExactlyInstanceOf(StaleObjectException.class);
            }
        }
    }

    @Test
    void aHeapThatIsNotCheckedIsAsFastAsBeforeBesideOneThatIs() {
        try (Heap checked = Heap.create(
                        folder.resolve("a.heap"), MIB, HeapOptions.defaults().checked(true));
                Heap plain = Heap.create(folder.resolve("b.heap"), MIB)) {
            Node node;
            Node other;
            try (Heap.Scope scope = checked.enter()) {
                node = new Node(1);
            }
            try (Heap.Scope scope = plain.enter()) {
                other = new Node(2);
                plain.root().put("other", other);
            }
            Node stale = plain.root().get("other", Node.class);
            plain.root().remove("other");
            plain.free(other);
            assertThat(stale.value()).isEqualTo(2); // what is in the block: not checked, and not on the slow path
            assertThat(node.value()).isEqualTo(1);
            assertThatThrownBy(other::value).isExactlyInstanceOf(StaleObjectException.class);
        }
    }

    @Test
    void aClosedCheckedHeapSaysThatItIsClosed() {
        Heap heap = Heap.create(
                folder.resolve("a.heap"), MIB, HeapOptions.defaults().checked(true));
        Node node;
        Wide wide;
        try (Heap.Scope scope = heap.enter()) {
            node = new Node(1);
            wide = new Wide();
        }
        heap.close();
        assertThatThrownBy(node::value).isExactlyInstanceOf(HeapClosedException.class);
        assertThatThrownBy(() -> wide.j(3)).isExactlyInstanceOf(HeapClosedException.class);
        assertThatThrownBy(wide::farRef).isExactlyInstanceOf(HeapClosedException.class);
    }
}
