package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Child;
import org.jnvm.testing.ChildJvm;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Mirror;
import org.jnvm.testing.Node;
import org.jnvm.testing.Plain;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps from creation to the access after the last close. */
class LifeCycleTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    @AfterEach
    void closeDefaultHeap() {
        JNVM.close();
    }

    /** Returns the bytes of a closed heap's file that are its own: without the free map behind them. */
    private static long heapBytes(Path file) {
        HeapImage image = HeapImage.of(file);
        long first = image.getLong(48);
        assertThat(image.getLong(4096 + 48)).isEqualTo(first);
        return first;
    }

    private static <T> T inThread(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(future);
        thread.start();
        thread.join();
        return future.get();
    }

    private static Node list(Heap heap, int nodes) {
        Node head = null;
        try (Heap.Scope scope = heap.enter()) {
            for (int i = 0; i < nodes; i++) {
                Node node = new Node(i);
                node.setNext(head);
                head = node;
            }
        }
        return head;
    }

    private static int length(Node head) {
        int length = 0;
        for (Node node = head; node != null; node = node.next()) {
            length++;
        }
        return length;
    }

    // ---- creation, opening, growth ----

    @Test
    void openOrCreateCreatesThenOpens() {
        try (Heap heap = Heap.openOrCreate(file, MIB)) {
            assertThat(heap.path()).isEqualTo(file);
            assertThat(heap.domain()).isEqualTo(DurabilityDomain.PAGE_CACHE);
            assertThat(heap.access()).isNotEmpty();
            assertThat(heap).hasToString("Heap[" + file + "]");
            assertThat(heap.recovery().liveObjects()).isZero();
            heap.root().put("list", list(heap, 3));
        }
        try (Heap heap = Heap.openOrCreate(file, MIB)) {
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(3);
        }
        assertThatThrownBy(() -> Heap.create(file, MIB)).isExactlyInstanceOf(HeapFormatException.class);
        try (Heap heap = Heap.open(file)) {
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(3);
        }
    }

    @Test
    void aHeapOfOneMebibyteIsFullAtItsEndAndFreesHelp() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("list", list(heap, 1));
            int count = 1;
            Node head = heap.root().get("list", Node.class);
            Throwable thrown = null;
            while (thrown == null) {
                Node next = head;
                Node[] made = new Node[1];
                thrown = catchThrowable(() -> made[0] = new Node(1));
                if (thrown == null) {
                    head = made[0];
                    head.setNext(next);
                    count++;
                }
            }
            assertThat(thrown)
                    .isExactlyInstanceOf(HeapFullException.class)
                    .hasMessageContaining("heap is full: heap=" + file)
                    .hasMessageContaining("maximum=1048576")
                    .hasMessageContaining("free objects, or open the heap with a larger size");
            assertThat(count).isGreaterThan(4000);
            heap.root().put("list", head); // replacing a root needs no block
            Node first = head;
            heap.root().put("list", head.next());
            heap.free(first);
            assertThatCode(() -> new Node(2)).doesNotThrowAnyException();
            assertThatThrownBy(() -> new Node(3)).isExactlyInstanceOf(HeapFullException.class);
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(count - 1);
        }
        try (Heap heap = Heap.openOrCreate(file, 2 * MIB);
                Heap.Scope scope = heap.enter()) { // a larger maximum
            heap.root().put("more", list(heap, 4000));
        }
        assertThat(heapBytes(file)).isEqualTo(2 * MIB);
        try (Heap heap = Heap.openOrCreate(file, MIB)) { // a smaller one is no reason to shrink
            assertThat(length(heap.root().get("more", Node.class))).isEqualTo(4000);
        }
    }

    @Test
    void aFailedAddOfARootAtHeapFullLosesNoBlock() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node value = new Node(1);
            heap.root().put("first", value);
            Throwable thrown = null;
            Node last = null;
            while (thrown == null) {
                Node[] made = new Node[1];
                thrown = catchThrowable(() -> made[0] = new Node(1));
                last = made[0] == null ? last : made[0];
            }
            heap.free(last);
            String longName = "n".repeat(400); // two blocks
            for (int i = 0; i < 100; i++) {
                assertThatThrownBy(() -> heap.root().put(longName, value)).isExactlyInstanceOf(HeapFullException.class);
                assertThatThrownBy(() -> heap.root().wput(longName, value))
                        .isExactlyInstanceOf(HeapFullException.class);
            }
            heap.root().put("second", value); // takes the one block that is free, and a slot
            assertThat(heap.root().names()).isEqualTo(Set.of("first", "second"));
        }
    }

    @Test
    void growsThroughSeveralChunks() throws Exception {
        int nodes = 75_000; // 19 MiB, in chunks of 4, 4, 8 and 16 MiB; from 24 MiB on the next one would be made
        try (Heap heap = Heap.create(file, 64 * MIB)) {
            assertThat(file.toFile()).hasSize(4 * MIB);
            heap.root().put("list", list(heap, nodes));
        }
        assertThat(heapBytes(file)).isEqualTo(32 * MIB);
        try (Heap heap = Heap.open(file)) {
            long value = nodes;
            for (Node node = heap.root().get("list", Node.class); node != null; node = node.next()) {
                assertThat(node.value()).isEqualTo(--value);
            }
            assertThat(value).isZero();
            assertThat(heap.recovery().skipped()).isTrue();
            assertThat(heap.recovery().liveBlocks()).isGreaterThan(nodes);
        }
    }

    @Test
    void aMaximumWithinAChunkIsExtendedToItsEnd() {
        long odd = 5 * MIB + 3 * 4096 + 17; // rounded down to pages
        try (Heap heap = Heap.create(file, odd)) {
            heap.root().put("list", list(heap, 19_000));
        }
        assertThat(heapBytes(file)).isEqualTo(odd / 4096 * 4096);
        try (Heap heap = Heap.openOrCreate(file, 16 * MIB)) {
            assertThat(file.toFile()).hasSize(8 * MIB);
            heap.root().put("more", list(heap, 30_000));
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(19_000);
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().maxBytes(20 * MIB))) {
            assertThat(length(heap.root().get("more", Node.class))).isEqualTo(30_000);
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(19_000);
        }
    }

    @Test
    void anInterruptedThreadCanStillMakeTheHeapGrow() throws Exception {
        try (Heap heap = Heap.create(file, 16 * MIB)) {
            boolean flag = inThread(() -> {
                Thread.currentThread().interrupt();
                heap.root().put("list", list(heap, 40_000));
                return Thread.currentThread().isInterrupted();
            });
            assertThat(flag).isTrue();
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(40_000);
        }
    }

    @Test
    void anObjectLargerThanTheHeapIsRefused() {
        try (Heap heap = Heap.create(file, 4 * MIB);
                Heap.Scope scope = heap.enter()) {
            for (long length : new long[] {4 * MIB, 1L << 31, 1L << 40, 1L << 46}) {
                assertThatThrownBy(() -> new Bytes(length))
                        .isExactlyInstanceOf(HeapFullException.class)
                        .hasMessageContaining("larger than the heap");
            }
            assertThatThrownBy(() -> new Bytes(4_060_000))
                    .isExactlyInstanceOf(HeapFullException.class)
                    .hasMessageContaining("heap is full");
            heap.root().put("bytes", new Bytes(900_000)); // the blocks of the one that failed are back
            heap.root().put("more", new Bytes(3_000_000));
        }
    }

    // ---- crash and copies ----

    @Test
    void whatWasAcknowledgedSurvivesSigkill() throws Exception {
        long acknowledged = -1;
        for (int round = 0; round < 3; round++) {
            try (ChildJvm child = Child.start("write", file.toString())) {
                for (int i = 0; i < 500; i++) {
                    acknowledged = Long.parseLong(child.line());
                }
                child.kill();
            }
            try (Heap heap = Heap.open(file)) {
                Node head = heap.root().get("head", Node.class);
                assertThat(head.value()).isGreaterThanOrEqualTo(acknowledged);
                long expected = head.value();
                for (Node node = head; node != null; node = node.next()) {
                    assertThat(node.value()).isEqualTo(expected--);
                }
                assertThat(expected).isEqualTo(-1);
                assertThat(heap.recovery().nullifiedReferences()).isZero();
            }
        }
    }

    @Test
    void copiesOfOneFileAreOpenSideBySideAtOtherAddresses() throws Exception {
        try (Heap heap = Heap.create(file, MIB)) {
            heap.root().put("list", list(heap, 100));
        }
        Path second = folder.resolve("moved").resolve("b.heap");
        Files.createDirectory(second.getParent());
        Files.copy(file, second);
        Path third = Files.copy(file, folder.resolve("c.heap"));
        try (Heap a = Heap.open(file);
                Heap b = Heap.open(second);
                Heap c = Heap.open(third)) {
            Node inA = a.root().get("list", Node.class);
            Node inB = b.root().get("list", Node.class);
            assertThat(inA.addr()).isEqualTo(inB.addr());
            assertThat(inA).isNotEqualTo(inB).isEqualTo(a.root().get("list"));
            inA.setValue(1000);
            inB.setValue(2000);
            assertThat(c.root().get("list", Node.class).value()).isEqualTo(99);
            assertThat(inA.value()).isEqualTo(1000);
            assertThat(inB.value()).isEqualTo(2000);
            assertThat(length(inB)).isEqualTo(100);
            assertThat(inA.heap()).isSameAs(a);
            assertThat(inB.heap()).isSameAs(b);
        }
    }

    @Test
    void aReferenceToAnotherHeapIsRefused() {
        try (Heap a = Heap.create(file, MIB);
                Heap b = Heap.create(folder.resolve("b.heap"), MIB)) {
            Node inA = list(a, 1);
            Node inB = list(b, 1);
            a.root().put("a", inA);
            List<ThrowingCallable> attempts = List.of(
                    () -> inA.setNext(inB),
                    () -> inA.updateNext(inB),
                    () -> inA.replaceNext(inB),
                    () -> inB.setNext(inA),
                    () -> b.root().put("a", inA),
                    () -> b.root().wput("a", inA),
                    () -> b.free(inA));
            for (ThrowingCallable attempt : attempts) {
                assertThatThrownBy(attempt)
                        .isExactlyInstanceOf(ForeignHeapException.class)
                        .hasMessageContaining(file.toString())
                        .hasMessageContaining("b.heap")
                        .hasMessageContaining("class=org.jnvm.testing.Node")
                        .hasMessageContaining("make a copy");
            }
            assertThat(inA.next()).isNull();
            assertThat(b.root().size()).isZero();
            try (Heap.Scope scope = b.enter()) {
                Refs refs = new Refs(1);
                assertThatThrownBy(() -> refs.set(0, inA)).isExactlyInstanceOf(ForeignHeapException.class);
            }
        }
    }

    // ---- after close ----

    @Test
    void everyUseAfterCloseIsRefusedInAnyThread() throws Exception {
        Heap heap = Heap.create(file, MIB);
        Node node = list(heap, 2);
        Heap.Scope scope = heap.enter();
        Wide wide = new Wide();
        Refs refs = new Refs(3);
        Bytes bytes = new Bytes(1000);
        Mirror mirror = new Mirror();
        node.setOther(wide);
        heap.root().put("node", node);
        heap.close();

        Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
        uses.put("exists", () -> heap.root().exists("node"));
        uses.put("get", () -> heap.root().get("node"));
        uses.put("get typed", () -> heap.root().get("node", Node.class));
        uses.put("put", () -> heap.root().put("x", node));
        uses.put("wput", () -> heap.root().wput("x", node));
        uses.put("remove", () -> heap.root().remove("node"));
        uses.put("names", () -> heap.root().names());
        uses.put("size", () -> heap.root().size());
        uses.put("free", () -> heap.free(node));
        uses.put("atomically", () -> heap.atomically(() -> {}));
        uses.put("atomically callable", () -> heap.atomically(() -> 1));
        uses.put("enter", heap::enter);
        uses.put("pfence", heap::pfence);
        uses.put("psync", heap::psync);
        uses.put("force", heap::force);
        uses.put("JNVM.free", () -> JNVM.free(node));
        uses.put("read", node::value);
        uses.put("write", () -> node.setValue(1));
        uses.put("read reference", node::next);
        uses.put("write reference", () -> node.setNext(node));
        uses.put("write null", () -> node.setNext(null));
        uses.put("update", () -> node.updateNext(node));
        uses.put("replace", () -> node.replaceNext(null));
        uses.put("far field", () -> wide.j(3));
        uses.put("write far field", () -> wide.setJ(3, 1));
        uses.put("byte", wide::b);
        uses.put("write byte", () -> wide.setB((byte) 1));
        uses.put("short", wide::s);
        uses.put("write short", () -> wide.setS((short) 1));
        uses.put("int", wide::i);
        uses.put("write int", () -> wide.setI(1));
        uses.put("pwb field", wide::pwbFarRef);
        uses.put("element", () -> refs.get(2));
        uses.put("write element", () -> refs.set(2, null));
        uses.put("byte element", () -> bytes.get(999));
        uses.put("bytes", bytes::toArray);
        uses.put("write byte element", () -> bytes.set(999, (byte) 1));
        uses.put("mirror", () -> mirror.setPeer(mirror));
        uses.put("heap of object", node::heap);
        uses.put("pwb", node::pwb);
        uses.put("pfence of object", node::pfence);
        uses.put("psync of object", node::psync);
        uses.put("validate", node::validate);
        uses.put("invalidate", node::invalidate);
        uses.put("valid", node::valid);
        uses.put("new in scope", () -> new Node(1));
        byte[] before = Files.readAllBytes(file);
        for (Map.Entry<String, ThrowingCallable> use : uses.entrySet()) {
            assertThatThrownBy(use.getValue(), use.getKey())
                    .isExactlyInstanceOf(HeapClosedException.class)
                    .hasMessageContaining("heap is closed: heap=" + file)
                    .hasMessageContaining("open it again");
        }
        uses.remove("new in scope");
        inThread(() -> {
            for (Map.Entry<String, ThrowingCallable> use : uses.entrySet()) {
                assertThatThrownBy(use.getValue(), use.getKey()).isExactlyInstanceOf(HeapClosedException.class);
            }
            return null;
        });
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        scope.close();
        heap.close();
        assertThat(node).hasToString(node.toString()).isEqualTo(node);
        assertThat(heap.path()).isEqualTo(file);

        // the new heap is another one: old proxies stay dead
        try (Heap again = Heap.open(file)) {
            assertThatThrownBy(node::value).isExactlyInstanceOf(HeapClosedException.class);
            assertThat(again.root().get("node", Node.class)).isNotEqualTo(node);
        }
    }

    @Test
    void closeMarksTheHeapCleanAndAKillDoesNot() throws Exception {
        Heap.create(file, MIB).close();
        assertThat(Math.max(HeapImage.of(file).getInt(88), HeapImage.of(file).getInt(4096 + 88)))
                .isEqualTo(1);
        try (ChildJvm child = Child.start("hold", file.toString())) {
            child.line();
            child.kill();
        }
        HeapImage image = HeapImage.of(file);
        int newest = image.getLong(32) > image.getLong(4096 + 32) ? 0 : 4096;
        assertThat(image.getInt(newest + 88)).isZero();
    }

    @Test
    void aHeapThatWasLostWithoutBeingClosedCanBeOpenedAgain() throws Exception {
        WeakReference<Heap> lost = new WeakReference<>(Heap.create(file, MIB));
        lost.get().root().put("list", list(lost.get(), 3));
        for (int i = 0; i < 100 && lost.get() != null; i++) {
            System.gc();
        }
        assertThat(lost.get()).isNull();
        try (Heap heap = Heap.open(file)) {
            assertThat(length(heap.root().get("list", Node.class))).isEqualTo(3);
            try (ChildJvm child = Child.start("try", file.toString())) {
                assertThat(child.line()).startsWith(HeapLockedException.class.getName());
            }
        }
    }

    /** The mapping goes when the last proxy does, not before its last access is done. */
    @ParameterizedTest
    @ValueSource(strings = {"-Dnone=1", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
    void aProxyKeepsTheMappingOfALostHeap(String flag) throws Exception {
        List<String> flags =
                List.of(flag, "-Xmx64m", "-XX:TieredStopAtLevel=4", "-XX:+UseSerialGC", "-cp", Child.classPath());
        try (ChildJvm child = Child.start(List.of(), flags, "lost", folder.toString())) {
            assertThat(child.line()).isEqualTo("mappings left: 0");
            assertThat(child.finish().exit()).isZero();
        }
    }

    // ---- scopes ----

    @Test
    void scopesNest() {
        try (Heap a = Heap.create(file, MIB);
                Heap b = Heap.create(folder.resolve("b.heap"), MIB)) {
            try (Heap.Scope outer = a.enter()) {
                assertThat(new Node(1).heap()).isSameAs(a);
                try (Heap.Scope inner = b.enter()) {
                    assertThat(new Node(1).heap()).isSameAs(b);
                    try (Heap.Scope innermost = a.enter()) {
                        assertThat(new Node(1).heap()).isSameAs(a);
                    }
                    assertThat(new Node(1).heap()).isSameAs(b);
                }
                assertThat(new Node(1).heap()).isSameAs(a);
            }
            assertThatThrownBy(() -> new Node(1))
                    .isExactlyInstanceOf(HeapClosedException.class)
                    .hasMessageContaining("JNVM.init")
                    .hasMessageContaining("Heap.enter()");
        }
    }

    @Test
    void aScopeIsOfItsThreadAndLeftOnceAndInOrder() throws Exception {
        try (Heap a = Heap.create(file, MIB);
                Heap b = Heap.create(folder.resolve("b.heap"), MIB)) {
            Heap.Scope outer = a.enter();
            Heap.Scope middle = a.enter();
            Heap.Scope inner = b.enter();
            assertThatThrownBy(outer::close).isExactlyInstanceOf(IllegalStateException.class);
            assertThatThrownBy(middle::close)
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("innermost first: heap=" + file);
            inThread(() -> {
                assertThatThrownBy(() -> new Node(1)).isExactlyInstanceOf(HeapClosedException.class);
                assertThatThrownBy(inner::close).isExactlyInstanceOf(IllegalStateException.class);
                return null;
            });
            inner.close();
            middle.close();
            assertThatThrownBy(middle::close).isExactlyInstanceOf(IllegalStateException.class);
            assertThat(new Node(1).heap()).isSameAs(a);
            outer.close();
            assertThatThrownBy(outer::close).isExactlyInstanceOf(IllegalStateException.class);
        }
    }

    // ---- default heap ----

    @Test
    void theDefaultHeapIsOpenedOnceAtATime() {
        assertThatThrownBy(JNVM::heap)
                .isExactlyInstanceOf(HeapClosedException.class)
                .hasMessageContaining("JNVM.init");
        assertThatThrownBy(() -> JNVM.root.get("x")).isExactlyInstanceOf(HeapClosedException.class);
        assertThatThrownBy(JNVM::pfence).isExactlyInstanceOf(HeapClosedException.class);
        JNVM.close(); // nothing to do

        JNVM.init(file.toString(), MIB);
        Node node = new Node(42);
        JNVM.root.put("node", node);
        JNVM.pfence();
        JNVM.psync();
        assertThat(JNVM.inFa()).isFalse();
        assertThat(node.heap()).isSameAs(JNVM.heap());
        Path other = folder.resolve("other.heap");
        for (Path path : List.of(file, other)) {
            assertThatThrownBy(() -> JNVM.init(path.toString(), MIB))
                    .isExactlyInstanceOf(HeapLockedException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("refused=" + path)
                    .hasMessageContaining("JNVM.close");
        }
        assertThat(other).doesNotExist();
        try (Heap second = Heap.create(other, MIB);
                Heap.Scope scope = second.enter()) {
            assertThat(new Node(1).heap()).isSameAs(second);
        }
        assertThat(new Node(1).heap()).isSameAs(JNVM.heap());
        JNVM.close();
        JNVM.close();
        assertThatThrownBy(() -> new Node(1)).isExactlyInstanceOf(HeapClosedException.class);
        assertThatThrownBy(() -> JNVM.root.get("node")).isExactlyInstanceOf(HeapClosedException.class);

        JNVM.init(file, HeapOptions.defaults().maxBytes(MIB));
        assertThat(((Node) JNVM.root.get("node")).value()).isEqualTo(42);
        JNVM.free(JNVM.root.get("node"));
        JNVM.heap().close(); // closed behind the façade's back
        assertThatThrownBy(() -> JNVM.root.get("node")).isExactlyInstanceOf(HeapClosedException.class);
        JNVM.init(other, HeapOptions.defaults().maxBytes(MIB));
        assertThat(JNVM.heap().path()).isEqualTo(other);
    }

    @Test
    void anInitThatFailsLeavesNoDefaultHeap() {
        assertThatThrownBy(() -> JNVM.init(folder.toString(), MIB)).isExactlyInstanceOf(HeapFormatException.class);
        assertThatThrownBy(() -> JNVM.init(file, HeapOptions.defaults())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(JNVM::heap).isExactlyInstanceOf(HeapClosedException.class);
        JNVM.init(file.toString(), MIB);
    }

    // ---- failure-atomic blocks without jnvm-pfa; classes that were not transformed ----

    @Test
    void failureAtomicBlocksNameTheArtifactThatIsMissing() throws Exception {
        JNVM.init(file.toString(), MIB);
        Heap heap = JNVM.heap();
        List<ThrowingCallable> attempts =
                List.of(JNVM::faStart, () -> heap.atomically(() -> {}), () -> heap.atomically(() -> 1));
        for (ThrowingCallable attempt : attempts) {
            assertThatThrownBy(attempt)
                    .isExactlyInstanceOf(FailureAtomicException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("org.jnvm:jnvm-pfa");
        }
        assertThat(JNVM.inFa()).isFalse();
        assertThatThrownBy(JNVM::faEnd)
                .isExactlyInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("faStart");
        assertThatThrownBy(JNVM::faAbort).isExactlyInstanceOf(FailureAtomicException.class);
        JNVM.close();

        HeapImage.of(file).putLong(HeapImage.LOGS, 1L << 56 | 12288).write(file);
        assertThatThrownBy(() -> Heap.open(file))
                .isExactlyInstanceOf(FailureAtomicException.class)
                .hasMessageContaining("heap has redo logs and nothing to read them: heap=" + file)
                .hasMessageContaining("org.jnvm:jnvm-pfa");
        HeapImage.of(file).putLong(HeapImage.LOGS, 0).write(file);
        Heap.open(file).close(); // the refused attempt gave up the lock
    }

    @Test
    void classesThatWereNotTransformedAreRefused() {
        Plain plain = new Plain();
        try (Heap heap = Heap.create(file, MIB)) {
            Node node = list(heap, 1);
            List<ThrowingCallable> attempts = List.of(
                    plain::addr,
                    plain::heap,
                    plain::pwb,
                    plain::pfence,
                    plain::psync,
                    plain::validate,
                    plain::invalidate,
                    plain::valid,
                    () -> heap.root().put("x", plain),
                    () -> heap.root().wput("x", plain),
                    () -> heap.free(plain),
                    () -> JNVM.free(plain),
                    () -> node.setOther(plain));
            for (ThrowingCallable attempt : attempts) {
                assertThatThrownBy(attempt)
                        .isExactlyInstanceOf(NotTransformedException.class)
                        .hasMessageContaining("class=org.jnvm.testing.Plain")
                        .hasMessageContaining("jnvm-transformer-maven-plugin");
            }
            assertThatThrownBy(() -> heap.root().put("x", "text"))
                    .isExactlyInstanceOf(NotTransformedException.class)
                    .hasMessageContaining("java.lang.String");
            assertThatThrownBy(() -> heap.free(null))
                    .isExactlyInstanceOf(NullPointerException.class)
                    .hasMessage("object to free");
            assertThat(heap.root().size()).isZero();
        }
    }
}
