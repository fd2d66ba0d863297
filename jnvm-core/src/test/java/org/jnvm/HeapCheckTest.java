package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.jnvm.HeapCheck.Finding;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.HeapCheck.Severity;
import org.jnvm.internal.check.HeapChecker;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapFiles;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Once;
import org.jnvm.testing.Person;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.jnvm.testing.SmallNode;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The heap check.
 *
 * <p>Invariants checked: each rule notices its damage, at its place, and nothing else does; the file is not changed; a
 * sound heap has no finding; no damage makes the check fail or loop.
 */
@Once
class HeapCheckTest {
    private static final Set<Rule> COVERED = EnumSet.noneOf(Rule.class);
    private static final int BUMP = 8192;
    private static final int HOLES = 8240;
    private static final int ENUMS = 8224;
    private static final RecoverySettings TIGHT = new RecoverySettings(3, 0, 2, 1, 0);

    @TempDir
    Path folder;

    private Path file;
    private HeapImage image;
    private int node;
    private int wide;
    private int bytes;
    private int refs;
    private int slots;
    /** A block below the bump pointer that nothing uses. */
    private int spare;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Node first = new Node(1);
            Wide middle = new Wide();
            Refs array = new Refs(100);
            Bytes leaf = new Bytes(new byte[600]);
            heap.root().put("node", first);
            heap.root().put("refs", array);
            first.setNext(new Node(2));
            first.setOther(middle);
            middle.setFarRef(leaf);
            array.set(99, first);
            array.set(98, new SmallNode(4)); // the heap knows the class
            node = (int) first.addr();
            wide = (int) middle.addr();
            bytes = (int) leaf.addr();
            refs = (int) array.addr();
            Node unused = new Node(3);
            spare = (int) unused.addr();
            heap.free(unused);
            assertThat(heap.check().isSound()).isTrue();
        }
        image = HeapImage.of(file);
        slots = offset(image.getLong(HeapImage.ROOTS));
    }

    @AfterAll
    static void everyRuleHasATest() {
        assertThat(COVERED).containsExactlyInAnyOrder(Rule.values());
    }

    private static int offset(long ref) {
        return (int) (ref & (1L << 48) - 1);
    }

    /** Makes the large objects linked blocks, as they are where no extent is to be had. */
    private void link() {
        image.link(wide);
        image.link(bytes);
        image.link(refs);
    }

    private int block(int object, int k) {
        int block = object;
        for (int i = 0; i < k; i++) {
            block = (int) (image.getLong(block) >>> 8 & 0xFFFF) << 8;
        }
        return block;
    }

    /** Checks the image as a file that is not recovered yet, with ordinary bounds and with tight ones. */
    private HeapCheck check() {
        image.write(file);
        HeapCheck result = null;
        for (RecoverySettings settings : new RecoverySettings[] {TIGHT, RecoverySettings.defaults()}) {
            HeapImage before = HeapImage.of(file);
            try (HeapFile opened = HeapFiles.open(file)) {
                result = new HeapChecker(opened, null, settings, quiet()).run();
            }
            byte[] after = HeapImage.of(file).toBytes();
            for (int at = BUMP; at < after.length; at++) {
                assertThat(after[at]).isEqualTo(before.toBytes()[at]);
            }
        }
        return result;
    }

    private static Progress quiet() {
        return new Progress((phase, done, total, elapsed) -> {}, 0, () -> 0, 1);
    }

    /** Checks that there is one finding. */
    private Finding only(Rule rule, int address) {
        return only(check(), rule, address);
    }

    private static Finding only(HeapCheck check, Rule rule, int address) {
        COVERED.add(rule);
        // what a broken object led to is leaked: that follows from it
        assertThat(check.findings())
                .as(check.toString())
                .filteredOn(finding -> finding.rule() != Rule.UNREACHABLE_OBJECT || rule == Rule.UNREACHABLE_OBJECT)
                .hasSize(1);
        Finding finding = check.findings().stream()
                .filter(found -> found.rule() == rule)
                .findFirst()
                .orElseThrow(() -> new AssertionError(check.toString()));
        assertThat(finding.address()).as(check.toString()).isEqualTo(address);
        assertThat(finding.severity()).isEqualTo(rule.severity());
        assertThat(check.count(rule)).isEqualTo(1);
        assertThat(check.isSound()).isEqualTo(rule.severity() == Severity.INFO);
        assertThat(check.isRecoverable()).isEqualTo(rule.severity() != Severity.ERROR);
        assertThat(check.toString()).contains(rule.name(), "0x" + Integer.toHexString(address));
        return finding;
    }

    @Test
    void aSoundHeapHasNoFinding() {
        HeapCheck check = check();
        assertThat(check.findings()).isEmpty();
        // five class records, slot array, two entries, two nodes, a small one, and one each of the others
        assertThat(check.objects()).isEqualTo(14);
        assertThat(check.isSound()).isTrue();
        assertThat(check.toString()).startsWith("sound: heap=" + file);
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.check().findings()).isEmpty();
            assertThat(heap.check().objects()).isEqualTo(14);
        }
    }

    @Test
    void superblock() {
        image.write(file);
        try (HeapFile opened = HeapFiles.open(file)) {
            // opening wrote the copy with the lower number; the other one is damaged now
            for (int copy = 0; copy <= 4096; copy += 4096) {
                byte was = opened.chunkOf(0).loadByte(copy + 60);
                opened.chunkOf(0).storeByte(copy + 60, (byte) (was ^ 1));
                only(new HeapChecker(opened, null, TIGHT, quiet()).run(), Rule.SUPERBLOCK, copy);
                opened.chunkOf(0).storeByte(copy + 60, was);
            }
        }
    }

    @Test
    void stateWords() {
        HeapImage sound = image.copy();
        for (long bump : new long[] {0, 47, 4097, -1}) {
            image = sound.copy().putLong(BUMP, bump);
            assertThat(only(Rule.STATE_WORD, BUMP).message()).contains("bump=" + bump, "expected=64..4096");
        }
    }

    @Test
    void holesWord() {
        HeapImage sound = image.copy();
        for (long word : new long[] {1, 15, 17, 48, 1L << 27, -1, Long.MIN_VALUE}) {
            image = sound.copy().putLong(HOLES, word);
            HeapCheck check = check();
            assertThat(check.findings()).as(check.toString()).singleElement().satisfies(finding -> {
                assertThat(finding.rule()).isEqualTo(Rule.STATE_WORD);
                assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                assertThat(finding.address()).isEqualTo(HOLES);
                assertThat(finding.message())
                        .startsWith("holes=" + word + ", expected=0 or a power of two in 16..67108864; it counts as 16")
                        .contains("jnvm recover");
            });
            assertThat(check.isRecoverable()).isTrue();
            assertThat(check.isSound()).isFalse();
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.check().findings()).isEmpty();
            }
            assertThat(HeapImage.of(file).getLong(HOLES)).isEqualTo(16);
        }
        for (long word : new long[] {0, 16, 8192, 1L << 26}) {
            image = sound.copy().putLong(HOLES, word);
            assertThat(check().findings()).isEmpty();
            try (Heap heap = Heap.open(file)) {
                assertThat(heap.check().findings()).isEmpty();
            }
            assertThat(HeapImage.of(file).getLong(HOLES)).isEqualTo(word);
        }
    }

    @Test
    void enumTable() {
        HeapImage sound = image.copy();
        image = sound.copy().putLong(ENUMS, 1L << 56 | 12345);
        only(Rule.ENUM_TABLE, ENUMS);
        image = sound.copy().putLong(ENUMS, 1L << 56 | node); // another class
        only(Rule.ENUM_TABLE, ENUMS);
        image = sound.copy().putLong(ENUMS, 1L << 56 | spare);
        image.putLong(spare, 7L << 49 | 1L << 48)
                .putLong(spare + 8, 0)
                .putLong(spare + 16, 1)
                .putLong(spare + 24, 4);
        assertThat(only(Rule.ENUM_TABLE, spare).message()).contains("checksum=0x0");
        image.putLong(spare + 24, 400);
        assertThat(only(Rule.ENUM_TABLE, spare).message()).contains("impossible text length=400");
    }

    @Test
    void classTable() {
        HeapImage sound = image.copy();
        int record = image.classRecord("class org.jnvm.testing.Node");
        image = sound.copy().flip(record + 40, 3);
        assertThat(classTableFinding(record).message()).contains("checksum");
        image = sound.copy().putLong(record + 24, 1 << 20);
        assertThat(classTableFinding(record).message()).contains("impossible text length");
        image = sound.copy().editClassRecord("class org.jnvm.testing.Node", "klass org.jnvm.testing.Node");
        assertThat(classTableFinding(record).message()).contains("klass");
        image = sound.copy().putLong(HeapImage.CLASS_TABLE, sound.getLong(HeapImage.ROOTS));
        assertThat(classTableFinding(HeapImage.CLASS_TABLE).message()).contains("no valid record");
        image = sound.copy();
        int oldest = offset(image.getLong(HeapImage.CLASS_TABLE));
        while (image.getLong(oldest + 8) != 0) {
            oldest = offset(image.getLong(oldest + 8));
        }
        image.putLong(oldest + 8, image.getLong(HeapImage.CLASS_TABLE)); // a cycle
        only(Rule.CLASS_TABLE, offset(image.getLong(HeapImage.CLASS_TABLE)));
    }

    /** The finding in a class table that lacks a class, or all: objects of the class are then of an unknown one. */
    private Finding classTableFinding(int address) {
        HeapCheck check = check();
        assertThat(check.findings())
                .filteredOn(found -> found.rule() == Rule.CLASS_TABLE)
                .hasSize(1);
        assertThat(check.findings())
                .extracting(Finding::rule)
                .containsOnly(Rule.CLASS_TABLE, Rule.UNKNOWN_CLASS, Rule.UNREACHABLE_OBJECT);
        Finding finding = check.findings().stream()
                .filter(found -> found.rule() == Rule.CLASS_TABLE)
                .findFirst()
                .orElseThrow();
        assertThat(finding.address()).isEqualTo(address);
        return finding;
    }

    @Test
    void rootMap() {
        HeapImage sound = image.copy();
        image = sound.copy().putLong(HeapImage.ROOTS, sound.getLong(HeapImage.CLASS_TABLE));
        only(Rule.ROOT_MAP, HeapImage.ROOTS);
        image = sound.copy().putLong(slots + 8, sound.getLong(HeapImage.ROOTS)); // a cycle
        only(Rule.ROOT_MAP, slots + 8);
        image = sound.copy().putLong(slots + 8, 1L << 56 | 99); // nothing there
        only(Rule.ROOT_MAP, slots + 8);
        image = sound.copy().putLong(slots + 40, 1L << 56 | node); // no entry
        only(Rule.ROOT_MAP, slots + 40);
        image = sound.copy().putLong(slots + 40, sound.getLong(slots + 24)); // one entry twice
        only(Rule.ROOT_MAP, slots + 40);
    }

    @Test
    void twoRootsOfOneName() {
        int entry = offset(image.getLong(slots + 24));
        int other = offset(image.getLong(slots + 32));
        image.putLong(other + 16, image.getLong(entry + 16)).putLong(other + 24, image.getLong(entry + 24));
        assertThat(only(Rule.ROOT_MAP, slots + 32).message()).contains("one name");
        for (Recovery recovery : new Recovery[] {Recovery.FULL, Recovery.SCAN_ONLY, Recovery.AUTO}) {
            image.write(file);
            assertThatThrownBy(() -> Heap.open(file, HeapOptions.defaults().recovery(recovery)))
                    .isExactlyInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("heap=" + file)
                    .hasMessageContaining("two roots have one name");
        }
    }

    /** Adds a person who has all kinds of values, and returns where she lies. */
    private int addPerson() {
        image.write(file);
        int at;
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            Person person = new Person("ann");
            person.setAlias("a name of her own ".repeat(10)); // too long for a slot
            person.setAge(7L);
            person.setMood(Person.Mood.BAD);
            heap.root().put("person", person);
            at = (int) person.addr();
            assertThat(heap.check().findings()).isEmpty();
        }
        image = HeapImage.of(file);
        return at;
    }

    @Test
    void sharedValue() {
        int person = addPerson();
        HeapImage sound = image.copy();
        for (int of : new int[] {person + 8, person + 16}) {
            image = sound.copy();
            image.putLong(person + 8, image.getLong(of)).putLong(person + 16, image.getLong(of));
            Finding finding = only(Rule.SHARED_VALUE, person + 16);
            assertThat(finding.className()).isEqualTo("org.jnvm.testing.Person");
            assertThat(finding.field()).isEqualTo("alias");
        }
        long name = sound.getLong(person + 8);
        long alias = sound.getLong(person + 16);
        // another generation, no block, no slot, outside, another kind
        for (long dangling : new long[] {name + (1L << 48), alias + 4, name + 4, 1L << 56 | 1L << 40, 3L << 56 | 4}) {
            image = sound.copy().putLong(person + 16, dangling);
            only(Rule.DANGLING_REFERENCE, person + 16);
        }
    }

    @Test
    void enumConstant() {
        int person = addPerson();
        HeapImage sound = image.copy();
        for (int id : new int[] {2, -1, Integer.MAX_VALUE}) {
            image = sound.copy().putInt(person + 48, id);
            Finding finding = only(Rule.ENUM_CONSTANT, person + 48);
            assertThat(finding.field()).isEqualTo("mood");
            assertThat(finding.message()).contains("id=" + id, "enum with that id=null");
        }
        image = sound.copy().putInt(person + 48, 0);
        assertThat(check().findings()).isEmpty();
        image = sound.copy().putLong(ENUMS, 0);
        only(Rule.ENUM_CONSTANT, person + 48);
        image = sound.copy().flip(offset(sound.getLong(ENUMS)) + 40, 1); // what follows from it is not told
        only(Rule.ENUM_TABLE, offset(sound.getLong(ENUMS)));
    }

    /** A log that is half applied can have moved the values of an object already, and its other fields not yet. */
    @Test
    void valuesAreNotCheckedBeforeALogIsReplayed() {
        int person = addPerson();
        image.putInt(person + 48, 99).putLong(person + 16, image.getLong(person + 8));
        long bump = image.getLong(BUMP);
        int log = (int) bump << 8;
        image.putLong(BUMP, bump + 1)
                .putLong(HeapImage.LOGS, 1L << 56 | log)
                .putLong(log, 4L << 49 | 1L << 48)
                .putLong(log + 8, 0)
                .putLong(log + 16, 77);
        assertThat(check().isSound()).isTrue();
    }

    @Test
    void array() {
        image.putLong(slots + 16, 28); // the count, which is the length of the tail too
        only(Rule.SLOT_ARRAY, slots);
    }

    @Test
    void redoLog() {
        HeapImage sound = image.copy();
        image = sound.copy().putLong(HeapImage.LOGS, 1L << 56 | node);
        only(Rule.REDO_LOG, HeapImage.LOGS);
        int log = spare;
        image = sound.copy().putLong(HeapImage.LOGS, 1L << 56 | log);
        image.putLong(log, 4L << 49 | 1L << 48).putLong(log + 8, 1L << 56 | log); // a cycle
        only(Rule.REDO_LOG, log + 8);
        image.putLong(log + 8, 0);
        assertThat(check().findings()).isEmpty();
        image.putLong(log + 16, 77);
        HeapCheck committed = check();
        assertThat(committed.isSound()).isTrue();
        assertThat(committed.findings()).hasSize(1);
        assertThat(committed.findings().get(0).rule()).isEqualTo(Rule.REDO_LOG);
        assertThat(committed.findings().get(0).severity()).isEqualTo(Severity.INFO);
        assertThat(committed.findings().get(0).message()).contains("commit number=77");
    }

    @Test
    void unknownClass() {
        image.putLong(node, 999L << 49 | 1L << 48);
        Finding finding = only(Rule.UNKNOWN_CLASS, node);
        assertThat(finding.className()).isEqualTo("class id 999");
    }

    @Test
    void brokenExtent() {
        HeapImage sound = image.copy();
        long header = image.getLong(bytes);
        for (long blocks : new long[] {0, 1, 4, 5000, (1L << 39) - 1}) {
            image.putLong(bytes, header & ~0x7F_FFFF_FFFF_00L | blocks << 8);
            assertThat(only(Rule.BROKEN_CHAIN, bytes).className()).isEqualTo("org.jnvm.testing.Bytes");
        }
        image = sound.copy();
        int word = 12288 + bytes / 16384 * 8;
        image.putLong(word, image.getLong(word) & ~(1L << (bytes / 256 + 2 & 63))); // its last block has a header
        only(Rule.BROKEN_CHAIN, bytes);
    }

    @Test
    void brokenChain() {
        link();
        long header = image.getLong(wide);
        image.putLong(wide, header & ~0xFFFF00L | node); // next is another master block
        assertThat(only(Rule.BROKEN_CHAIN, wide).className()).isEqualTo("org.jnvm.testing.Wide");
        image.putLong(wide, header | 0xFFFFFFFFFF00L); // next is outside
        only(Rule.BROKEN_CHAIN, wide);
    }

    @Test
    void sharedBlock() {
        link();
        // the last block of the bytes goes on to one of its own
        int last = block(bytes, 3);
        image.putLong(last, (long) block(bytes, 1));
        assertThat(only(Rule.SHARED_BLOCK, bytes).className()).isEqualTo("org.jnvm.testing.Bytes");
        image.putLong(last, (long) block(wide, 1)); // to one of another object
        HeapCheck check = check();
        assertThat(check.count(Rule.SHARED_BLOCK)).isEqualTo(1);
        assertThat(check.count(Severity.ERROR)).isEqualTo(1);
    }

    @Test
    void impossibleLength() {
        for (long length : new long[] {-1, 753, Long.MAX_VALUE, Long.MIN_VALUE}) {
            image.putLong(bytes + 8, length);
            only(Rule.IMPOSSIBLE_LENGTH, bytes);
        }
        image.putLong(bytes + 8, 752);
        assertThat(check().isSound()).isTrue();
        image.link(bytes);
        for (long length : new long[] {-1, 985, Long.MAX_VALUE, Long.MIN_VALUE}) {
            image.putLong(bytes + 8, length);
            only(Rule.IMPOSSIBLE_LENGTH, bytes);
        }
    }

    @Test
    void slab() {
        int slab = spare;
        for (int at = slab + 8; at < slab + 256; at += 8) {
            image.putLong(at, 0);
        }
        long nodeClass = image.classId("class org.jnvm.testing.SmallNode");
        image.putLong(slab, 42L << 49 | 1L << 48 | 60 << 8); // has a next block
        image.putLong(slab + 8, nodeClass << 49 | 1L << 48 | 32 << 8);
        image.putLong(node + 16, 2L << 56 | slab + 8);
        only(Rule.SLAB, slab);
        image.putLong(slab, 42L << 49 | 1L << 48);
        assertThat(check().isSound()).isTrue();
        image.putLong(slab + 8, nodeClass << 49 | 1L << 48 | 40 << 8); // longer than its slot
        assertThat(only(Rule.IMPOSSIBLE_LENGTH, slab + 8).className()).isEqualTo("org.jnvm.testing.SmallNode");
    }

    @Test
    void danglingReference() {
        link();
        HeapImage sound = image.copy();
        image = sound.copy().putLong(node + 8, sound.getLong(node + 8) + (1L << 48)); // another generation
        Finding finding = only(Rule.DANGLING_REFERENCE, node + 8);
        assertThat(finding.className()).isEqualTo("org.jnvm.testing.Node");
        assertThat(finding.field()).isEqualTo("next");
        assertThat(finding.toString()).startsWith("WARNING DANGLING_REFERENCE at 0x" + Integer.toHexString(node + 8));
        int farRef = block(wide, 2) + 520 - 2 * 248;
        image = sound.copy().putLong(farRef, 1L << 56 | node + 16); // inside a block
        assertThat(only(Rule.DANGLING_REFERENCE, farRef).field()).isEqualTo("farRef");
        int element = block(refs, 2) + 8 + 8 * 7;
        image = sound.copy().putLong(element, 1L << 56 | 1L << 40); // outside
        finding = only(Rule.DANGLING_REFERENCE, element);
        assertThat(finding.className()).isEqualTo("org.jnvm.testing.Refs");
        assertThat(finding.field()).isEqualTo("[" + (30 + 31 + 7) + "]");
    }

    @Test
    void invalidObject() {
        int next = offset(image.getLong(node + 8));
        image.flip(next + 6, 0); // the valid bit
        HeapCheck check = check();
        COVERED.add(Rule.INVALID_OBJECT);
        assertThat(check.findings())
                .extracting(Finding::rule)
                .containsExactlyInAnyOrder(Rule.INVALID_OBJECT, Rule.UNREACHABLE_OBJECT);
        assertThat(check.findings().get(0).address()).isEqualTo(node + 8);
        assertThat(check.findings().get(0).field()).isEqualTo("next");
        assertThat(check.isRecoverable()).isTrue();
        assertThat(check.isSound()).isFalse();
    }

    @Test
    void wrongClass() {
        image.putLong(node + 8, 1L << 56 | bytes); // the field is of class Node
        HeapCheck check = check();
        COVERED.add(Rule.WRONG_CLASS);
        assertThat(check.count(Severity.WARNING)).isEqualTo(1);
        Finding finding = check.findings().stream()
                .filter(found -> found.rule() == Rule.WRONG_CLASS)
                .findFirst()
                .orElseThrow();
        assertThat(finding.address()).isEqualTo(node + 8);
        assertThat(finding.field()).isEqualTo("next");
        assertThat(finding.message()).contains("org.jnvm.testing.Bytes");
    }

    @Test
    void beyondBump() {
        int beyond = (int) image.getLong(BUMP) + 10 << 8;
        image.putLong(beyond, image.getLong(node)).putLong(node + 8, 1L << 56 | beyond);
        image.putLong(beyond + 8, 0).putLong(beyond + 16, 0);
        assertThat(only(Rule.BEYOND_BUMP, beyond).className()).isEqualTo("org.jnvm.testing.Node");
    }

    @Test
    void impossibleHeader() {
        image.putLong(spare, 1L << 48);
        only(Rule.IMPOSSIBLE_HEADER, spare);
    }

    /** Recovery left it, and the next check found it again. */
    @Test
    void impossibleHeaderOfAFurtherBlock() {
        link();
        HeapImage sound = image.copy();
        for (int further : new int[] {block(wide, 1), block(bytes, 2), block(refs, 1)}) {
            for (Recovery recovery : new Recovery[] {Recovery.FULL, Recovery.SCAN_ONLY}) {
                image = sound.copy().flip(further + 6, 0); // the valid bit
                assertThat(only(Rule.IMPOSSIBLE_HEADER, further).message()).contains("0x10000");
                try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(recovery))) {
                    assertThat(heap.check().findings()).isEmpty();
                }
                assertThat(HeapImage.of(file).getLong(further)).isEqualTo(sound.getLong(further));
            }
        }
    }

    @Test
    void unreachableObject() {
        image.putLong(node + 8, 0);
        HeapCheck check = check();
        assertThat(check.isSound()).isTrue();
        Finding finding = only(
                check, Rule.UNREACHABLE_OBJECT, (int) check.findings().get(0).address());
        assertThat(finding.className()).isEqualTo("org.jnvm.testing.Node");
        assertThat(finding.message()).isEqualTo("valid");
    }

    @Test
    void freeAndReachable() {
        image.write(file);
        try (HeapFile opened = HeapFiles.open(file)) {
            ObjectSpace space = new ObjectSpace(opened, new PersistentClasses());
            long free = node >>> 8;
            space.allocator().recovered((from, to) -> from <= free && free < to ? free : to, image.getLong(BUMP), 1);
            only(new HeapChecker(opened, space.allocator(), TIGHT, quiet()).run(), Rule.FREE_AND_REACHABLE, node);
        }
    }

    // ---- many findings ----

    @Test
    void countsAllAndListsSome() {
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            Refs many = new Refs(1000);
            heap.root().put("many", many);
            for (int i = 0; i < 1000; i++) {
                many.set(i, new Node(i));
                heap.free(many.get(i));
            }
            HeapCheck check = heap.check();
            assertThat(check.count(Rule.DANGLING_REFERENCE)).isEqualTo(1000);
            assertThat(check.count(Severity.WARNING)).isEqualTo(1000);
            assertThat(check.findings()).hasSize(100);
            assertThat(check.heap()).isEqualTo(file);
        }
    }

    @Test
    void aClosedHeapIsNotChecked() {
        Heap heap = Heap.open(file);
        heap.close();
        assertThatThrownBy(heap::check).isExactlyInstanceOf(HeapClosedException.class);
    }

    /** Whatever the damage: the check comes to an end, and knows of everything that recovery refuses or repairs. */
    @Test
    void randomDamageIsFoundIfRecoveryFindsIt(@Seed("check") Random random) {
        HeapImage extents = image.copy();
        link();
        HeapImage linked = image.copy();
        int[] objects = {
            slots, node, wide, bytes, refs, block(wide, 1), block(refs, 2), wide + 256, 12288, 8200, 8208, 8216, BUMP
        };
        int refused = 0;
        for (int variant = 0; variant < (Full.ON ? 3000 : 60); variant++) {
            HeapImage sound = variant % 2 == 0 ? extents : linked;
            int end = (int) sound.getLong(BUMP) << 8;
            image = sound.copy();
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = random.nextBoolean()
                        ? objects[random.nextInt(objects.length)] + random.nextInt(4) * 8
                        : BUMP + random.nextInt(end - BUMP) / 8 * 8;
                image.flip(at + random.nextInt(8), random.nextInt(8));
            }
            HeapCheck check = check();
            image.write(file);
            try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
                HeapCheck after = heap.check();
                String what = random + ", variant " + variant + ", nullified="
                        + heap.recovery().nullifiedReferences() + "\nbefore recovery: " + check + "\nafter: " + after;
                assertThat(heap.recovery().nullifiedReferences() == 0 || !check.isSound())
                        .as(what)
                        .isTrue();
                assertThat(after.isSound()).as(what).isTrue();
            } catch (JnvmException e) {
                refused++;
                assertThat(check.isRecoverable())
                        .as(random + ", variant " + variant + ": " + e + "\nbefore recovery: " + check)
                        .isFalse();
            }
        }
        assertThat(refused).isPositive();
    }

    // ---- where it is used ----

    @Test
    void aHeapThatLostPowerIsCheckedAndAcceptedOnlyIfUndamaged() {
        image.superblockInt(88, 0).superblockLong(64, 1).superblockLong(72, 2);
        HeapImage lost = image.copy();
        HeapOptions accept = HeapOptions.defaults().acceptAfterPowerLoss(true);
        lost.copy().putLong(bytes + 8, -1).write(file);
        byte[] before = HeapImage.of(file).toBytes();
        assertThatThrownBy(() -> Heap.open(file, accept))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("machine went down: heap=" + file)
                .hasMessageContaining("errors found=1")
                .hasMessageContaining("IMPOSSIBLE_LENGTH at 0x" + Integer.toHexString(bytes))
                .hasMessageContaining("does not help");
        assertThat(HeapImage.of(file).toBytes()).isEqualTo(before);
        lost.copy().putLong(node + 8, 1L << 56 | 99).write(file);
        assertThatThrownBy(() -> Heap.open(file))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("errors found=0, warnings=1")
                .hasMessageContaining("acceptAfterPowerLoss");
        try (Heap heap = Heap.open(file, accept)) {
            assertThat(heap.recovery().nullifiedReferences()).isEqualTo(1);
            assertThat(heap.check().isSound()).isTrue();
        }
    }
}
