package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapFiles;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Mended;
import org.jnvm.testing.Mender;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Validity and the recovery pass.
 *
 * <p>A crash is a copy of the file while the heap is open: in domain {@code PAGE_CACHE} that is what a killed process
 * leaves.
 */
class RecoveryTest {
    private static final long MIB = 1 << 20;
    private static final long FIRST_BLOCK = 64;
    private static final HeapOptions FULL = HeapOptions.defaults().recovery(Recovery.FULL);

    @TempDir
    Path folder;

    private Path file;
    private int crashes;

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    /** Returns what a crash at this moment would leave. */
    private Path crashed(Path open) {
        try {
            return Files.copy(open, folder.resolve("crash" + crashes++));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long bump(Path file) {
        return word(file, 8192);
    }

    private static long word(Path file, long offset) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(offset);
            return Long.reverseBytes(in.readLong());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns how many blocks there are below one: those that an interior map takes, 1/2048 of each chunk, are none. */
    private static long blocksBelow(Path file, long end) {
        long first = word(file, 40);
        long blocks = end - 48 - Math.max(16, first / 2048 / 256);
        for (long chunk = first; chunk >> 8 < end; chunk <<= 1) {
            blocks -= Math.min(end - (chunk >> 8), Math.max(16, chunk / 2048 / 256)); // those of its interior map
        }
        return blocks;
    }

    private static void assertAccounted(Heap heap) {
        RecoveryReport report = heap.recovery();
        assertThat(report.liveBlocks() + report.freeBlocks()).isEqualTo(blocksBelow(heap.path(), bump(heap.path())));
    }

    private static <T> T withSmallStack(Callable<T> task) throws Exception {
        FutureTask<T> future = new FutureTask<>(task);
        Thread thread = new Thread(null, future, "small stack", 192 << 10);
        thread.start();
        thread.join();
        return future.get();
    }

    // ---- validity ----

    @Test
    void unreachableObjectsAreCollectedAlsoValidOnes() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node kept = new Node(1);
            heap.root().put("kept", kept);
            Node dropped = new Node(2);
            kept.setNext(dropped);
            kept.setNext(null);
            assertThat(dropped.valid()).isTrue();
            new Node(3);
            new Wide();
            try (Heap again = Heap.open(crashed(file))) {
                // class records of Node and Wide, slot array, root entry, the node
                assertThat(again.recovery().liveObjects()).isEqualTo(5);
                assertThat(again.recovery().nullifiedReferences()).isZero();
                assertThat(again.root().get("kept", Node.class).next()).isNull();
                assertAccounted(again);
            }
        }
    }

    @Test
    void referencesToInvalidObjectsAreNullified() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node holder = new Node(1);
            Refs refs = new Refs(50);
            Wide wide = new Wide();
            heap.root().put("holder", holder);
            heap.root().put("refs", refs);
            heap.root().put("wide", wide);
            Node sound = new Node(5);
            for (int i = 0; i < 50; i++) {
                refs.set(i, i % 2 == 0 ? new Node(i) : sound);
            }
            wide.setFarRef(new Node(9));
            holder.setNext(new Node(10));
            holder.setOther(sound);
            for (int i = 0; i < 50; i += 2) {
                ((PObject) refs.get(i)).invalidate();
            }
            ((PObject) wide.farRef()).invalidate();
            holder.next().invalidate();
            assertThat(holder.next().value()).isEqualTo(10); // invalid objects can be used
            Path crash = crashed(file);
            try (Heap again = Heap.open(crash)) {
                assertThat(again.recovery().nullifiedReferences()).isEqualTo(27);
                assertThat(again.root().get("wide", Wide.class).farRef()).isNull();
                assertThat(again.root().get("holder", Node.class).next()).isNull();
                assertThat(((Node) again.root().get("holder", Node.class).other()).value())
                        .isEqualTo(5);
                Refs refsAgain = again.root().get("refs", Refs.class);
                for (int i = 0; i < 50; i++) {
                    assertThat(refsAgain.get(i) == null).isEqualTo(i % 2 == 0);
                }
                assertAccounted(again);
            }
            try (Heap third = Heap.open(crash)) {
                assertThat(third.recovery().nullifiedReferences()).isZero();
            }
        }
    }

    @Test
    void anAssignmentValidatesTheGraphCyclesIncluded() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node holder = new Node(0);
            heap.root().put("holder", holder);
            Node a = new Node(1);
            Node b = new Node(2);
            Refs refs = new Refs(40);
            Bytes leaf = new Bytes(new byte[600]);
            a.setNext(b);
            b.setNext(a);
            a.setOther(refs);
            refs.set(39, leaf);
            refs.set(0, a);
            refs.set(1, refs);
            assertThat(List.of(a.valid(), b.valid(), refs.valid(), leaf.valid()))
                    .containsOnly(false);
            holder.setNext(b);
            assertThat(List.of(a.valid(), b.valid(), refs.valid(), leaf.valid()))
                    .containsOnly(true);
            try (Heap again = Heap.open(crashed(file))) {
                assertThat(again.recovery().nullifiedReferences()).isZero();
                Node bAgain = again.root().get("holder", Node.class).next();
                assertThat(bAgain.next().next()).isEqualTo(bAgain);
                Refs refsAgain = (Refs) bAgain.next().other();
                assertThat(((Bytes) refsAgain.get(39)).length()).isEqualTo(600);
                assertThat(refsAgain.get(1)).isEqualTo(refsAgain);
            }
        }
    }

    @Test
    void aFailedValidationLeavesNothingHalfDone() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node head = new Node(0);
            Node dangling = new Node(1);
            Node freed = new Node(2);
            Node good = new Node(3);
            head.setNext(dangling);
            head.setOther(good);
            dangling.setNext(freed);
            good.setNext(new Node(4));
            heap.free(freed);
            for (int i = 0; i < 100; i++) {
                assertThatThrownBy(() -> heap.root().put("head", head)).isExactlyInstanceOf(StaleObjectException.class);
            }
            assertThat(List.of(head.valid(), dangling.valid(), good.valid())).containsOnly(false);
            assertThat(heap.root().size()).isZero();
            dangling.setNext(null);
            heap.root().put("head", head);
            try (Heap again = Heap.open(crashed(file))) {
                assertThat(again.recovery().nullifiedReferences()).isZero();
                assertThat(((Node) again.root().get("head", Node.class).other())
                                .next()
                                .value())
                        .isEqualTo(4);
                assertThat(bump(again.path())).isLessThan(FIRST_BLOCK + 1025); // the failed attempts lost no block
            }
        }
    }

    @Test
    void aWeakPutSurvivesOnlyOnceTheValueIsValid() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node node = new Node(1);
            heap.root().wput("weak", node);
            heap.root().wput("a long name, more than the first line of an entry holds: " + "x".repeat(300), node);
            assertThat(heap.root().get("weak", Node.class)).isEqualTo(node);
            assertThat(node.valid()).isFalse();
            try (Heap again = Heap.open(crashed(file))) {
                assertThat(again.recovery().nullifiedReferences()).isEqualTo(2);
                assertThat(again.root().size()).isZero();
                assertThat(again.root().exists("weak")).isFalse();
                assertThat(again.root().get("weak")).isNull();
                try (Heap.Scope inner = again.enter()) {
                    again.root().put("weak", new Node(7)); // the entry without a value is used again
                }
                assertThat(again.root().names()).containsExactly("weak");
            }
            node.validate();
            node.pwb();
            heap.pfence();
            heap.root().wput("weak", node); // replaces
            try (Heap again = Heap.open(crashed(file))) {
                assertThat(again.recovery().nullifiedReferences()).isZero();
                assertThat(again.root().get("weak", Node.class).value()).isEqualTo(1);
                assertThat(again.root().size()).isEqualTo(2);
            }
            node.invalidate();
            node.setNext(new Node(2)); // an invalid owner: validated with it
            assertThat(node.next().valid()).isFalse();
            heap.root().put("weak", node);
            assertThat(node.next().valid()).isTrue();
        }
    }

    @Test
    void danglingReferencesAreNullifiedAlsoWhenTheBlockHasANewOwner() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node holder = new Node(0);
            heap.root().put("holder", holder);
            Node target = new Node(1);
            long addr = target.addr();
            holder.setNext(target);
            heap.free(target);
            Node owner = null;
            List<Node> made = new ArrayList<>();
            while (owner == null) {
                Node node = new Node(2);
                made.add(node);
                owner = node.addr() == addr ? node : null;
            }
            heap.free(made.get(0)); // room for the entry
            heap.root().put("owner", owner);
            try (Heap again = Heap.open(crashed(file))) {
                assertThat(again.recovery().nullifiedReferences()).isEqualTo(1);
                assertThat(again.root().get("holder", Node.class).next()).isNull();
                assertThat(again.root().get("owner", Node.class).value()).isEqualTo(2);
            }
        }
    }

    // ---- the pass ----

    @Test
    void aLongListIsRecoveredWithASmallStack() throws Exception {
        int nodes = Full.ON ? 10_000_000 : 200_000;
        long max = (long) nodes * 256 + 8 * MIB;
        withSmallStack(() -> {
            try (Heap heap = Heap.create(file, max);
                    Heap.Scope scope = heap.enter()) {
                Node head = null;
                for (int i = 0; i < nodes; i++) {
                    Node node = new Node(i);
                    node.setNext(head);
                    head = node;
                }
                heap.root().put("list", head); // validates them all
            }
            return null;
        });
        withSmallStack(() -> {
            try (Heap heap = Heap.open(file, FULL)) {
                assertThat(heap.recovery().liveObjects()).isEqualTo(nodes + 3);
                assertThat(heap.recovery().nullifiedReferences()).isZero();
                assertAccounted(heap);
                long value = nodes;
                for (Node node = heap.root().get("list", Node.class); node != null; node = node.next()) {
                    if (node.value() != --value) {
                        throw new AssertionError("node " + value + " has " + node.value());
                    }
                }
                assertThat(value).isZero();
            }
            return null;
        });
    }

    @Test
    void blocksAreAccountedExactlyOverManyReopenings(@Seed("accounting") Random random) {
        int width = 300;
        Heap.create(file, 2 * MIB).close();
        long[] model = new long[width];
        long bump = 0;
        for (int round = 0; round < 40; round++) {
            try (Heap heap = Heap.open(file, FULL);
                    Heap.Scope scope = heap.enter()) {
                assertAccounted(heap);
                assertThat(heap.recovery().nullifiedReferences()).isZero();
                if (round == 0) {
                    heap.root().put("refs", new Refs(width));
                }
                Refs refs = heap.root().get("refs", Refs.class);
                for (int i = 0; i < width; i++) {
                    Object found = refs.get(i);
                    assertThat(found == null ? 0 : ((Bytes) found).length()).isEqualTo(model[i]);
                }
                if (round > 0) {
                    long payload = 0;
                    for (long length : model) {
                        payload += length == 0 ? 0 : (length + 16 + 255) / 256;
                    }
                    // and the array of references, two class records, a slot array, and the root entries
                    assertThat(heap.recovery().liveBlocks() - payload)
                            .isEqualTo(10 + 2 + 1 + heap.root().size());
                }
                for (int step = 0; step < 500; step++) {
                    int i = random.nextInt(width);
                    Bytes old = (Bytes) refs.get(i);
                    int length = random.nextInt(3) == 0 ? 0 : 233 + random.nextInt(800); // too many for a slot
                    refs.set(i, length == 0 ? null : new Bytes(new byte[length]));
                    model[i] = length;
                    if (old != null && random.nextBoolean()) { // else left to recovery
                        heap.free(old);
                    }
                    heap.root().put("root " + random.nextInt(5), refs);
                    heap.root().remove("root " + random.nextInt(5));
                }
            }
            bump = Math.max(bump, bump(file));
        }
        assertThat(bump).isLessThanOrEqualTo(2 * MIB / 256);
    }

    @Test
    void recoveryIsIdempotent() {
        try (Heap heap = Heap.create(file, 2 * MIB);
                Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(200);
            heap.root().put("refs", refs);
            for (int i = 0; i < 200; i++) {
                Wide wide = new Wide();
                wide.setRef(new Node(i));
                refs.set(i, wide);
                if (i % 3 == 0) {
                    wide.invalidate();
                } else if (i % 3 == 1) {
                    ((PObject) wide.ref()).invalidate();
                }
            }
            heap.root().wput("weak", new Node(1));
            Path crash = crashed(file);
            RecoveryReport first;
            Path afterFirst;
            try (Heap again = Heap.open(crash)) {
                first = again.recovery();
                afterFirst = crashed(crash); // a crash right after recovery
                assertAccounted(again);
            }
            assertThat(first.nullifiedReferences()).isEqualTo(67 + 67 + 1);
            try (Heap again = Heap.open(afterFirst)) {
                RecoveryReport second = again.recovery();
                assertThat(second.liveObjects()).isEqualTo(first.liveObjects());
                assertThat(second.liveBlocks()).isEqualTo(first.liveBlocks());
                assertThat(second.freeBlocks()).isEqualTo(first.freeBlocks());
                assertThat(second.nullifiedReferences()).isZero();
                // nothing but the superblock was written
                byte[] a = HeapImage.of(afterFirst).toBytes();
                HeapImage secondImage = HeapImage.of(crashed(afterFirst));
                Path third = folder.resolve("third");
                secondImage.write(third);
                for (int at = 8192; at < a.length; at++) {
                    assertThat(secondImage.toBytes()[at]).isEqualTo(a[at]);
                }
            }
        }
    }

    @Test
    void recoverIsCalledOnceForEachLiveObject() {
        List<Long> expected = new ArrayList<>();
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Mender previous = null;
            for (int i = 0; i < 50; i++) {
                Mender mender = new Mender(i);
                mender.setNext(previous);
                previous = mender;
                expected.add(mender.addr());
            }
            heap.root().put("list", previous);
            heap.root().put("again", previous.next());
            heap.root().wput("invalid", new Mender(99));
            previous.setLeft(77); // right does not agree now
            Mender.RECOVERED.clear();
            try (Heap again = Heap.open(crashed(file))) {
                assertThat(Mender.RECOVERED).containsExactlyInAnyOrderElementsOf(expected);
                Mender head = again.root().get("list", Mender.class);
                assertThat(head.left()).isEqualTo(77);
                assertThat(head.right()).isEqualTo(23);
            }
        }
    }

    @Test
    void recoverOfAMissingClassIsLeftForLater() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("mender", new Mender(10));
            heap.root().put("node", new Node(1));
        }
        HeapImage.of(file)
                .editClassRecord("org.jnvm.testing.Mender", "org.jnvm.testing.Minder")
                .write(file);
        try (Heap heap = Heap.open(file, FULL)) {
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(1);
            assertThatThrownBy(() -> heap.root().get("mender")).isExactlyInstanceOf(ClassMismatchException.class);
        }
        HeapImage.of(file)
                .editClassRecord("org.jnvm.testing.Minder", "org.jnvm.testing.Mender")
                .write(file);
        Mender.RECOVERED.clear();
        try (Heap heap = Heap.open(file)) { // the pass was owed
            assertThat(heap.recovery().skipped()).isFalse();
            assertThat(Mender.RECOVERED).hasSize(1);
        }
    }

    @Test
    void aRecoverThatFailsFailsTheOpeningAndGivesUpTheLock() throws IOException {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("mender", new Mender(-1));
        }
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Heap.open(file, FULL))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessage("told to fail");
        }
        assertThatCode(() -> Files.delete(file)).doesNotThrowAnyException();
    }

    // ---- recover() by the program's class ----

    @Test
    void recoverIsCalledByTheProgramsClassNotByTheRecord() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("mender", new Mender(10));
            heap.root().put("node", new Node(1));
        }
        Mender.RECOVERED.clear();
        HeapImage.of(file)
                .editClassRecord("right J 24\nrecover", "right J 24") // written before the class overrode it
                .write(file);
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            assertThat(Mender.RECOVERED)
                    .containsExactly(heap.root().get("mender", Mender.class).addr());
        }
    }

    @Test
    void recoverOfAnnotatedClassesRunsInSeveralThreadsAndOfOthersInTheOpeners() {
        int count = 40_000; // too many for one thread to do it all
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor, one thread");
        try (Heap heap = Heap.create(file, 32 * MIB);
                Heap.Scope scope = heap.enter()) {
            Mended head = null;
            for (int i = 0; i < count; i++) {
                Mended next = new Mended();
                next.setNext(head);
                head = next;
            }
            heap.root().put("mended", head);
            heap.root().put("mender", new Mender(3));
        }
        Mended.RECOVERED.clear();
        Mended.THREADS.clear();
        Mender.RECOVERED.clear();
        Mended.meeting = new CountDownLatch(2);
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            assertThat(Mended.RECOVERED).hasSize(count);
            assertThat(Mended.THREADS).hasSizeGreaterThan(1).contains(Thread.currentThread());
            assertThat(Mended.THREADS)
                    .filteredOn(thread -> thread != Thread.currentThread())
                    .allMatch(thread -> thread.isDaemon() && thread.getName().startsWith("jnvm-recovery-"));
            assertThat(Mender.RECOVERED).hasSize(1);
        } finally {
            Mended.meeting = null;
        }
    }

    // ---- classes of references ----

    @Test
    void aReferenceToAnObjectOfAnotherClassThanDeclaredBecomesNull() {
        long wideAddr;
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node node = new Node(1);
            Wide wide = new Wide();
            heap.root().put("node", node);
            heap.root().put("wide", wide);
            node.setOther(wide);
            node.setNext(new Node(2));
            wideAddr = wide.addr();
            HeapFiles.crashed(file, folder.resolve("crash"));
            long addr = node.addr();
            HeapImage.of(folder.resolve("crash"))
                    .putLong((int) addr + 8, 1L << 56 | wideAddr) // a Node field leads to a Wide
                    .write(folder.resolve("crash"));
        }
        try (Heap heap = Heap.open(folder.resolve("crash"))) {
            assertThat(heap.recovery().nullifiedReferences()).isEqualTo(1);
            Node node = heap.root().get("node", Node.class);
            assertThat(node.next()).isNull();
            assertThat(((Wide) node.other()).addr()).isEqualTo(wideAddr); // declared as anything
        }
    }

    // ---- without traversal ----

    @Test
    void withoutTraversalWhatIsValidLivesAndNoReferenceChanges() {
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Node kept = new Node(1);
            Wide leaked = new Wide();
            Node invalid = new Node(3);
            heap.root().put("kept", kept);
            kept.setOther(leaked);
            kept.setOther(null);
            kept.setNext(invalid);
            invalid.invalidate();
            new Wide(); // never valid
            Path crash = crashed(file);
            try (Heap again = Heap.open(crash, HeapOptions.defaults().recovery(Recovery.SCAN_ONLY))) {
                RecoveryReport report = again.recovery();
                assertThat(report.pass()).isEqualTo(Recovery.SCAN_ONLY);
                // class records of Node and Wide (3 blocks), slot array, root entry, the node, the leaked one (3)
                assertThat(report.liveObjects()).isEqualTo(6);
                assertThat(report.liveBlocks()).isEqualTo(10);
                assertThat(report.nullifiedReferences()).isZero();
                assertAccounted(again);
                Node keptAgain = again.root().get("kept", Node.class);
                assertThat(keptAgain.value()).isEqualTo(1);
                assertThatThrownBy(keptAgain::next).isExactlyInstanceOf(StaleObjectException.class);
                try (Heap.Scope inner = again.enter()) {
                    for (int i = 0; i < 100; i++) {
                        assertThat(new Node(i).addr()).isNotIn(leaked.addr(), leaked.addr() + 256, leaked.addr() + 512);
                    }
                }
            }
            try (Heap full = Heap.open(crash, HeapOptions.defaults().recovery(Recovery.FULL))) {
                assertThat(full.recovery().pass()).isEqualTo(Recovery.FULL);
                assertThat(full.recovery().liveObjects()).isEqualTo(5);
                assertThat(full.recovery().nullifiedReferences()).isEqualTo(1);
                assertThat(full.root().get("kept", Node.class).next()).isNull();
            }
        }
    }

    @Test
    void withoutTraversalStructureIsCheckedToo() {
        long wide;
        long node;
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            Wide made = new Wide();
            heap.root().put("wide", made);
            heap.root().put("node", new Node(1));
            wide = made.addr();
            node = heap.root().get("node", Node.class).addr();
        }
        HeapImage sound = HeapImage.of(file);
        long next = sound.getLong((int) wide) >>> 8 & 0xFFFF;
        HeapImage[] damaged = {
            sound.copy().putLong((int) wide, sound.getLong((int) wide) & ~0xFFFF00L | node), // next: a master block
            sound.copy().putLong((int) node, sound.getLong((int) node) | next << 8), // two objects share blocks
            sound.copy().putLong((int) wide, sound.getLong((int) wide) & ~0xFFFF00L), // too few blocks
            sound.copy().putLong((int) node, sound.getLong((int) node) | 1L << 60), // a class that is not there
        };
        for (HeapImage image : damaged) {
            image.write(file);
            assertThatThrownBy(() -> Heap.open(file, HeapOptions.defaults().recovery(Recovery.SCAN_ONLY)))
                    .isExactlyInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("heap damaged: heap=" + file);
            byte[] after = HeapImage.of(file).toBytes();
            for (int at = 8192; at < after.length; at++) {
                assertThat(after[at]).isEqualTo(image.toBytes()[at]);
            }
        }
    }

    @Test
    void aFullPassFollowsAScanThatMeetsAnObjectThatACrashLeftHalfMade() throws IOException {
        long wide;
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("wide", new Wide());
            heap.root().put("node", new Node(1));
            wide = heap.root().get("wide", Wide.class).addr();
            heap.root().remove("wide");
        }
        HeapImage image = HeapImage.of(file);
        image.putLong((int) wide, image.getLong((int) wide) & ~0xFFFF00L).write(file); // too few blocks
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.SCAN_ONLY))) {
            assertThat(heap.recovery().pass()).isEqualTo(Recovery.FULL);
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(1);
            assertThat(heap.check().findings()).isEmpty();
        }
    }

    @Test
    void theListenerOfTheOptionsDoesNotDisturbAQuickOpening() {
        try (Heap heap = Heap.create(file, MIB)) {
            assertThat(heap.recovery().liveObjects()).isZero();
        }
        List<RecoveryListener.Phase> phases = new ArrayList<>();
        HeapOptions options = HeapOptions.defaults()
                .recovery(Recovery.FULL)
                .recoveryListener((phase, done, total, elapsed) -> phases.add(phase));
        assertThat(options.recovery()).isEqualTo(Recovery.FULL);
        assertThat(options.recoveryListener()).isNotNull();
        try (Heap heap = Heap.open(file, options)) {
            assertThat(heap.recovery().pass()).isEqualTo(Recovery.FULL);
        }
    }
}
