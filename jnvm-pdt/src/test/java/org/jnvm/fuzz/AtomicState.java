package org.jnvm.fuzz;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapHistogram;
import org.jnvm.fuzz.Model.Difference;
import org.jnvm.fuzz.Model.Kind;
import org.jnvm.fuzz.Model.Node;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;

/**
 * What the heap of {@link FailureAtomicStressTest} should hold: stripes, each with a lock of its own, and for each
 * thread the number of its last committed block. Nothing belongs to two stripes.
 */
final class AtomicState implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int THREADS = 8;
    static final int STRIPES = 12;
    static final long HEAP_BYTES = 32 << 20;

    /** The parts of a stripe; the value of its head and that of the plain one tell nothing about the rest. */
    static final int HEAD = 0;

    static final int MAP = 1;
    static final int LIST = 2;
    static final int ARRAY = 3;
    static final int BLOB = 4;
    static final int BIG = 5;
    static final int VALUES = 6;
    static final int PLAIN = 7;
    static final int LONGS = 8;
    private static final int PARTS = 9;

    private static final int ARRAY_LENGTH = 40;
    private static final int BLOB_LENGTH = 700;
    private static final int LONGS_LENGTH = 100;

    /** Numbers of the stripe's {@link Big}: what adds up to 0 over all stripes, and the sizes of two parts. */
    static final int BALANCE = 0;

    static final int LIST_SIZE = 1;
    static final int MAP_SIZE = 2;

    final Node[] stripes = new Node[STRIPES];
    final Node threads = new Node(Kind.LINKS);
    /** The last operation of each thread that was begun. */
    final long[] begun = new long[THREADS];
    /** How many operations have changed each stripe. */
    final long[] operations = new long[STRIPES];

    /** Makes the state that everything starts from. */
    AtomicState() {
        threads.refs = new Node[THREADS];
        for (int thread = 0; thread < THREADS; thread++) {
            threads.refs[thread] = new Node(Kind.THING);
        }
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            Node root = new Node(Kind.LINKS);
            root.refs = new Node[PARTS];
            root.refs[HEAD] = new Node(Kind.THING);
            root.refs[MAP] = new Node(Kind.MAP);
            root.refs[LIST] = new Node(Kind.LIST);
            root.refs[ARRAY] = new Node(Kind.ARRAY);
            root.refs[ARRAY].refs = new Node[ARRAY_LENGTH];
            root.refs[BLOB] = new Node(Kind.BLOB);
            root.refs[BLOB].bytes = new byte[BLOB_LENGTH];
            root.refs[BIG] = new Node(Kind.BIG);
            root.refs[VALUES] = new Node(Kind.VALUES);
            root.refs[PLAIN] = new Node(Kind.THING);
            root.refs[LONGS] = new Node(Kind.LONGS);
            root.refs[LONGS].numbers = new long[LONGS_LENGTH];
            stripes[stripe] = root;
        }
    }

    /** Makes a heap that holds this state, when it is what everything starts from. */
    static void create(Path file) {
        try (Heap heap = Heap.create(file, HEAP_BYTES);
                Heap.Scope scope = heap.enter()) {
            Links threads = new Links(THREADS);
            for (int thread = 0; thread < THREADS; thread++) {
                threads.set(thread, new Thing(0));
            }
            heap.root().put("threads", threads);
            for (int stripe = 0; stripe < STRIPES; stripe++) {
                Links root = new Links(PARTS);
                root.set(HEAD, new Thing(0));
                root.set(MAP, new PHashMap<Object, Object>());
                root.set(LIST, new PArrayList<Object>());
                root.set(ARRAY, new PArray<Object>(ARRAY_LENGTH));
                root.set(BLOB, new Blob((long) BLOB_LENGTH));
                root.set(BIG, new Big());
                root.set(VALUES, new Values());
                root.set(PLAIN, new Thing(0));
                root.set(LONGS, new PLongArray(LONGS_LENGTH));
                heap.root().put("stripe " + stripe, root);
            }
        }
    }

    void save(Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(this);
        }
    }

    static AtomicState load(Path file) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (AtomicState) in.readObject();
        }
    }

    private Model model() {
        Model model = new Model();
        model.roots.put("threads", threads);
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            model.roots.put("stripe " + stripe, stripes[stripe]);
        }
        return model;
    }

    // ---- what the journals say ----

    /**
     * Does what the journals and the heap say was done: each operation that was acknowledged, unless it was aborted, and
     * of each thread's last one, if that was not acknowledged, what the heap says.
     *
     * @throws Difference if the heap has lost an operation, or has one that was aborted or not begun
     */
    void replay(List<AtomicJournal> journals, Heap heap) {
        List<List<AtomicJournal.Entry>> committed = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            long inHeap = ((Thing) heap.root().get("threads", Links.class).get(thread)).value();
            committed.add(committed(thread, journals.get(thread), inHeap));
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int thread = 0; thread < THREADS; thread++) {
                List<AtomicJournal.Entry> rest = committed.get(thread);
                int done = 0;
                while (done < rest.size() && isNext(rest.get(done))) {
                    apply(thread, rest.get(done++));
                }
                rest.subList(0, done).clear();
                more |= done > 0;
            }
        }
        for (List<AtomicJournal.Entry> rest : committed) {
            if (!rest.isEmpty()) {
                throw new Difference("an operation is there, but not one that it comes after: " + rest.get(0));
            }
        }
        for (int thread = 0; thread < THREADS; thread++) {
            finishPlain(thread, journals.get(thread), heap);
        }
    }

    /** A change outside of blocks may have been cut off before the thread's number was stored. */
    private void finishPlain(int thread, AtomicJournal journal, Heap heap) {
        AtomicJournal.Entry last = journal.last();
        if (last != null
                && last.outcome() == null
                && AtomicPlain.isMeant(last.seed())
                && last.seq() != threads.refs[thread].numbers[0]) {
            AtomicPlain plain = plain(thread, last);
            if (plain.isIn(heap)) {
                plain.change(null);
            }
        }
    }

    private AtomicPlain plain(int thread, AtomicJournal.Entry entry) {
        return new AtomicPlain(this, thread, entry.seq(), entry.seed(), entry.stripes()[0]);
    }

    private List<AtomicJournal.Entry> committed(int thread, AtomicJournal journal, long inHeap) {
        List<AtomicJournal.Entry> committed = new ArrayList<>();
        long last = threads.refs[thread].numbers[0];
        AtomicJournal.Entry entry;
        for (int i = 0; (entry = journal.get(i)) != null; i++) {
            begun[thread] = entry.seq();
            if (entry.outcome() == null && journal.get(i + 1) != null) {
                throw new IllegalStateException("a thread went on without an acknowledgement: " + entry);
            }
            if (entry.outcome() == null ? entry.seq() == inHeap : entry.outcome()) {
                committed.add(entry);
                last = entry.seq();
            }
        }
        if (last != inHeap) {
            throw new Difference("thread " + thread + ": last operation expected=" + last + ", found=" + inHeap);
        }
        return committed;
    }

    private boolean isNext(AtomicJournal.Entry entry) {
        for (int i = 0; i < entry.stripes().length; i++) {
            if (operations[entry.stripes()[i]] != entry.versions()[i]) {
                return false;
            }
        }
        return true;
    }

    private void apply(int thread, AtomicJournal.Entry entry) {
        if (AtomicPlain.isMeant(entry.seed())) {
            plain(thread, entry).run(null);
        } else if (!new AtomicBlock(this, null, thread, entry.seq(), entry.seed(), entry.stripes()).run()) {
            throw new Difference("a block that aborts was committed: thread=" + thread + ", " + entry);
        }
    }

    // ---- comparison ----

    /**
     * Compares a heap with this state, and gives each node its proxy.
     *
     * @throws Difference where they differ, or where the heap contradicts itself
     */
    void compare(Heap heap) {
        model().compare(heap).forEach((node, proxy) -> node.proxy = proxy);
        requireInvariants(heap);
        HeapCheck check = heap.check();
        if (!check.isSound()) {
            throw new Difference("not sound: " + check);
        }
    }

    /** What holds between the parts of the heap, whatever the model is. */
    private static void requireInvariants(Heap heap) {
        long sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            Links root = heap.root().get("stripe " + stripe, Links.class);
            Big big = (Big) root.get(BIG);
            sum += big.value(BALANCE);
            long list = ((PArrayList<?>) root.get(LIST)).size();
            long map = ((PHashMap<?, ?>) root.get(MAP)).size();
            if (big.value(LIST_SIZE) != list || big.value(MAP_SIZE) != map) {
                throw new Difference("stripe " + stripe + ": sizes stored=" + big.value(LIST_SIZE) + " and "
                        + big.value(MAP_SIZE) + ", found=" + list + " and " + map);
            }
        }
        if (sum != 0) {
            throw new Difference("balances do not add up to 0: sum=" + sum);
        }
    }

    /**
     * Requires that a heap that was just opened has no object that the model has not, reachable or not, and no block or
     * slot in use that it does not need. (In one that is in use, values that fields have lost wait to be freed, and
     * threads have free memory at hand.)
     *
     * @throws Difference with both counts, of a class or of the blocks
     */
    void requireNoLeak(Heap heap) {
        Map<String, Long> wanted = new TreeMap<>();
        for (Kind kind : Kind.values()) {
            wanted.put(kind.type.getName(), 0L);
        }
        for (Node node : model().reachable().keySet()) {
            count(node, wanted);
        }
        Map<String, Long> found = new TreeMap<>();
        for (HeapHistogram.ClassUsage usage : heap.histogram().classes()) {
            if (wanted.containsKey(usage.className())) {
                found.merge(usage.className(), usage.objects(), Long::sum);
            }
        }
        wanted.values().removeIf(count -> count == 0);
        if (!wanted.equals(found)) {
            throw new Difference("objects by class: expected=" + wanted + ", found=" + found);
        }
        HeapCheck check = heap.check();
        long used = heap.stats().usedBlocks();
        if (used != check.blocks() || !check.findings().isEmpty()) {
            throw new Difference("blocks: reachable=" + check.blocks() + ", in use=" + used + ": " + check);
        }
    }

    private static void count(Node node, Map<String, Long> counts) {
        String string = PString.class.getName();
        counts.merge(node.kind.type.getName(), 1L, Long::sum);
        switch (node.kind) {
            case LIST -> counts.merge("org.jnvm.pdt.internal.array.ListElements", 1L, Long::sum);
            case MAP -> counts.merge(string, (long) node.map.size(), Long::sum);
            case VALUES -> {
                counts.merge(string, node.content.name() == null ? 0L : 1, Long::sum);
                counts.merge("jnvm.LongBox", node.content.large() == null ? 0L : 1, Long::sum);
                counts.merge("jnvm.DoubleBox", node.content.rate() == null ? 0L : 1, Long::sum);
            }
            default -> {
                // owns nothing
            }
        }
    }
}
