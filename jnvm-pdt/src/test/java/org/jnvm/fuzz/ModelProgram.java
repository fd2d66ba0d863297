package org.jnvm.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jnvm.FailureAtomicException;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapOptions;
import org.jnvm.HeapStats;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.fuzz.Model.Difference;
import org.jnvm.fuzz.Model.Kind;
import org.jnvm.fuzz.Model.Node;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.spi.Proxy;

/**
 * A random program, which does the same to a heap and to a {@link Model}, or to the model alone. What it does depends
 * on its seed only. Each step is one failure-atomic operation, so that a crash leaves the state before or after it.
 */
final class ModelProgram implements AutoCloseable {
    private static final int MOST_KNOWN = 150;
    private static final int ROOTS = 40;
    private static final long HEAP_BYTES = 64 << 20;

    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Random random;
    private final Path folder;
    private final String name;
    private Model model = new Model();
    private Heap heap;
    private Heap.Scope scope;
    /** A heap of another program, whose objects must be refused here; or null. */
    private ModelProgram neighbour;

    private boolean inBlock;
    private int generation;
    private long steps;
    private int reopened;

    /**
     * Makes a program that starts with an empty heap.
     *
     * @param seed all that it depends on
     * @param folder where its heap is; null for the model alone
     * @param name the name of its heap
     */
    ModelProgram(long seed, Path folder, String name) {
        this.random = new Random(seed);
        this.folder = folder;
        this.name = name;
        if (folder != null) {
            heap = Heap.create(file(), HEAP_BYTES);
        }
    }

    /** Makes two programs refuse each other's objects. */
    void neighbour(ModelProgram other) {
        neighbour = other;
    }

    Path file() {
        return folder.resolve(name + generation + ".heap");
    }

    Model model() {
        return model;
    }

    int reopened() {
        return reopened;
    }

    private boolean real() {
        return heap != null;
    }

    /** Does the next step. */
    void step() {
        steps++;
        scope = real() ? heap.enter() : null;
        try {
            int which = random.nextInt(1000);
            if (which < 40) {
                block();
            } else if (which < 42) {
                reopen();
            } else if (which < 43) {
                crash();
            } else {
                change();
            }
        } finally {
            leave();
        }
    }

    private void change() {
        int which = random.nextInt(100);
        if (model.known.size() > MOST_KNOWN) {
            which = random.nextInt(2) == 0 ? 90 : 55; // free or unlink
        }
        if (which < 15) {
            allocate();
        } else if (which < 40) {
            link();
        } else if (which < 50) {
            overwrite();
        } else if (which < 60) {
            unlink();
        } else if (which < 68) {
            root();
        } else if (which < 78) {
            map();
        } else if (which < 88) {
            list();
        } else if (which < 97) {
            free();
        } else if (which < 98) {
            foreign();
        } else {
            read();
        }
    }

    private Node any() {
        return model.known.isEmpty() ? null : model.known.get(random.nextInt(model.known.size()));
    }

    /** Returns a known object of a kind, null if a few tries found none. */
    private Node any(Kind kind) {
        for (int i = 0; i < 12; i++) {
            Node node = any();
            if (node != null && node.kind == kind) {
                return node;
            }
        }
        return null;
    }

    private Node target() {
        return random.nextInt(5) == 0 ? null : any();
    }

    private static Proxy proxy(Node node) {
        return node == null ? null : node.proxy;
    }

    // ---- single operations ----

    private static final int[] SIZES = {0, 1, 20, 200, 232, 233, 480, 1000, 3000, 20_000};

    private void allocate() {
        Node node = new Node(Kind.values()[random.nextInt(Kind.values().length)]);
        switch (node.kind) {
            case LINKS, ARRAY ->
                node.refs = new Node[random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(20)];
            case LONGS -> node.numbers = new long[random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(20)];
            case BLOB -> {
                node.bytes = new byte[SIZES[random.nextInt(SIZES.length)]];
                random.nextBytes(node.bytes);
            }
            case STRING -> node.text = text();
            default -> {
                // empty
            }
        }
        if (real()) {
            node.proxy = switch (node.kind) {
                case THING -> new Thing(0);
                case BIG -> new Big();
                case LINKS -> new Links(node.refs.length);
                case ARRAY -> new PArray<>(node.refs.length);
                case LONGS -> new PLongArray(node.numbers.length);
                case BLOB -> new Blob(node.bytes);
                case STRING -> new PString(node.text);
                case VALUES -> new Values();
                case LIST -> new PArrayList<>();
                case MAP -> new PHashMap<>();
            };
        }
        model.known.add(node);
    }

    private String text() {
        String unit = new String[] {"a", "\u00e9", "\u4e2d", "\ud83d\ude00", "\udead"}[random.nextInt(5)];
        return random.nextInt(1000) + unit.repeat(random.nextInt(random.nextInt(10) == 0 ? 500 : 20));
    }

    private void link() {
        Node owner = any();
        if (owner == null || owner.refs.length == 0) {
            return;
        }
        int which = random.nextInt(owner.refs.length);
        Node target = target();
        if (real()) {
            Model.setRef(owner.proxy, which, proxy(target));
        }
        owner.refs[which] = target;
    }

    private void unlink() {
        Node owner = any();
        if (owner == null || owner.refs.length == 0) {
            return;
        }
        int which = random.nextInt(owner.refs.length);
        if (real()) {
            Model.setRef(owner.proxy, which, null);
        }
        owner.refs[which] = null;
    }

    private void overwrite() {
        Node node = any();
        if (node == null) {
            return;
        }
        if (node.numbers.length > 0) {
            int which = random.nextInt(node.numbers.length);
            long value = random.nextLong();
            if (real()) {
                Model.setNumber(node.proxy, which, value);
            }
            node.numbers[which] = value;
        } else if (node.kind == Kind.BLOB && node.bytes.length > 0) {
            int which = random.nextInt(node.bytes.length);
            byte value = (byte) random.nextInt();
            if (real()) {
                ((Blob) node.proxy).set(which, value);
            }
            node.bytes[which] = value;
        } else if (node.kind == Kind.VALUES) {
            overwriteValue(node);
        }
    }

    private void overwriteValue(Node node) {
        Values.Content old = node.content;
        int which = random.nextInt(5);
        boolean none = random.nextInt(4) == 0;
        String name = which == 0 && !none ? text() : null;
        Values.Content changed = new Values.Content(
                which == 0 ? name : old.name(),
                which != 1 ? old.large() : none ? null : (Long) random.nextLong(),
                which != 2 ? old.rate() : none ? null : (Double) random.nextDouble(),
                which != 3 ? old.small() : none ? null : (Integer) random.nextInt(),
                which != 4 ? old.color() : none ? null : Values.Color.values()[random.nextInt(3)]);
        if (real()) {
            ((Values) node.proxy).set(which, changed);
        }
        node.content = changed;
    }

    private void root() {
        String root = "root " + random.nextInt(ROOTS);
        Node node = any();
        int which = random.nextInt(6);
        if (which < 2) {
            if (real() && heap.root().remove(root) != model.roots.containsKey(root)) {
                throw new Difference(root + ": removed or not, expected the other");
            }
            model.roots.remove(root);
        } else if (node != null && (which < 5 || !model.isReferred(node))) {
            if (real()) {
                heap.root().put(root, node.proxy);
            }
            model.roots.put(root, node);
        } else if (node != null && model.roots.containsValue(node)) { // weak: only what is valid already survives
            if (real()) {
                heap.root().wput(root, node.proxy);
            }
            model.roots.put(root, node);
        }
    }

    @SuppressWarnings("unchecked")
    private void map() {
        Node map = any(Kind.MAP);
        Node value = any();
        String key = "key " + random.nextInt(60);
        if (map == null || value == null) {
            return;
        }
        PHashMap<Object, Object> real = (PHashMap<Object, Object>) map.proxy;
        if (random.nextInt(3) != 0) {
            if (real()) {
                requireSame(map.map.get(key), real.put(new PString(key), value.proxy), "put");
            }
            map.map.put(key, value);
        } else {
            if (real()) {
                requireSame(map.map.get(key), real.remove(key), "remove");
            }
            map.map.remove(key);
        }
    }

    private static void requireSame(Node expected, Object found, String what) {
        Object wanted = proxy(expected);
        if (wanted == null
                ? found != null
                : !(found instanceof Proxy p) || p.$jnvm$ref() != expected.proxy.$jnvm$ref()) {
            throw new Difference(what + ": expected=" + wanted + ", found=" + found);
        }
    }

    @SuppressWarnings("unchecked")
    private void list() {
        Node list = any(Kind.LIST);
        if (list == null) {
            return;
        }
        Node value = target();
        PArrayList<Object> real = (PArrayList<Object>) list.proxy;
        int size = list.list.size();
        int at = random.nextInt(size + 1);
        int which = random.nextInt(8);
        if (which < 3 || size == 0) {
            if (real()) {
                real.add(proxy(value));
            }
            list.list.add(value);
        } else if (which == 3) {
            if (real()) {
                real.add(at, proxy(value));
            }
            list.list.add(at, value);
        } else if (which == 4 && at < size) {
            if (real()) {
                requireSame(list.list.get(at), real.set(at, proxy(value)), "set");
            }
            list.list.set(at, value);
        } else if (which == 5) {
            List<Node> more = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                more.add(target());
            }
            if (real()) {
                List<Object> proxies = new ArrayList<>();
                more.forEach(node -> proxies.add(proxy(node)));
                real.addAll(at, proxies);
            }
            list.list.addAll(at, more);
        } else if (which == 6 && size > 100) {
            if (real()) {
                real.clear();
            }
            list.list.clear();
        } else if (at < size) {
            if (real()) {
                requireSame(list.list.get(at), real.remove(at), "remove");
            }
            list.list.remove(at);
        }
    }

    private void free() {
        Node node = any();
        if (node == null) {
            return;
        }
        if (!model.isReferred(node)) {
            free(node);
        } else if (random.nextInt(10) == 0 && !inBlock && !model.isMember(node) && model.isReferredByLive(node)) {
            // references to it dangle until the next recovery; but what is not valid yet could not become so with one
            free(node);
        }
    }

    /** What a collection keeps its members in stays until the next recovery. */
    private void free(Node node) {
        if (real()) {
            heap.free(node.proxy);
            try {
                heap.free(node.proxy);
            } catch (StaleObjectException expected) {
                model.known.remove(node);
                node.freed = true;
                return;
            }
            throw new Difference("freed twice: " + node.kind);
        }
        model.known.remove(node);
        node.freed = true;
    }

    private void foreign() {
        Node owner = any(Kind.THING);
        boolean put = random.nextBoolean();
        Node theirs = neighbour == null || neighbour.model.known.isEmpty() ? null : neighbour.model.known.get(0);
        if (owner == null || theirs == null || !real()) {
            return;
        }
        try {
            if (put) {
                heap.root().put("foreign", theirs.proxy);
            } else {
                ((Thing) owner.proxy).setLeft(theirs.proxy);
            }
        } catch (ForeignHeapException expected) {
            return;
        }
        throw new Difference("an object of another heap was taken");
    }

    private void read() {
        Node node = any();
        if (!real() || node == null) {
            return;
        }
        for (int i = 0; i < node.numbers.length; i++) {
            if (Model.number(node.proxy, i) != node.numbers[i]) {
                throw new Difference(node.kind + " number " + i + ": expected=" + node.numbers[i] + ", found="
                        + Model.number(node.proxy, i));
            }
        }
        if (node.kind == Kind.MAP) {
            node.map.forEach((key, value) -> requireSame(value, ((PHashMap<?, ?>) node.proxy).get(key), "get"));
        } else if (node.kind == Kind.LIST) {
            for (int i = 0; i < node.list.size(); i++) {
                requireSame(node.list.get(i), ((PArrayList<?>) node.proxy).get(i), "get");
            }
        } else if (node.kind == Kind.STRING && !node.text.equals(node.proxy.toString())) {
            throw new Difference("string: expected=" + node.text + ", found=" + node.proxy);
        }
        if (node.kind == Kind.VALUES && !node.content.equals(((Values) node.proxy).content())) {
            throw new Difference("values: expected=" + node.content + ", found=" + ((Values) node.proxy).content());
        }
        for (int i = 0; i < node.refs.length; i++) {
            if (node.refs[i] == null || !node.refs[i].freed) {
                requireSame(node.refs[i], Model.ref(node.proxy, i), "ref " + i);
            }
        }
    }

    // ---- failure-atomic blocks ----

    private void block() {
        Model before = model.copy();
        boolean abort = random.nextInt(3) == 0;
        boolean crash = random.nextInt(40) == 0;
        int length = 1 + random.nextInt(random.nextInt(5) == 0 ? 60 : 8);
        inBlock = true;
        try {
            if (real()) {
                heap.atomically(() -> inBlock(length, abort, crash, 0));
            } else {
                inBlock(length, abort, crash, 0);
            }
        } catch (OnPurpose | FailureAtomicException e) {
            if (!abort) {
                throw e;
            }
            model = before;
        }
        inBlock = false;
        if (crash && real()) {
            Model image = before.copy();
            image.reopened();
            compareCopy(copied(), image);
        }
    }

    private Path copied() {
        return folder.resolve(name + "-in-block.heap");
    }

    private void inBlock(int length, boolean abort, boolean crash, int depth) {
        for (int i = 0; i < length; i++) {
            if (depth < 3 && random.nextInt(12) == 0) {
                int inner = 1 + random.nextInt(4);
                if (real()) {
                    heap.atomically(() -> inBlock(inner, false, false, depth + 1));
                } else {
                    inBlock(inner, false, false, depth + 1);
                }
            } else {
                change();
            }
        }
        if (crash && real()) {
            copyTo(copied());
        }
        if (abort) {
            throw new OnPurpose();
        }
    }

    // ---- closing and crashing ----

    private void reopen() {
        Recovery recovery = random.nextBoolean() ? Recovery.FULL : Recovery.AUTO;
        if (recovery == Recovery.AUTO) {
            forgetFreed();
        }
        model.reopened();
        reopened++;
        HeapOptions options = HeapOptions.defaults().recovery(recovery);
        if (random.nextInt(3) == 0) {
            options = options.checked(true);
        }
        if (real()) {
            leave();
            heap.close();
            use(Heap.open(file(), options));
        }
    }

    /** Clears references to freed objects: where opening skips the pass, they stay as they are. */
    private void forgetFreed() {
        for (Node node : model.known) {
            for (int i = 0; i < node.refs.length; i++) {
                if (node.refs[i] != null && node.refs[i].freed) {
                    if (real()) {
                        Model.setRef(node.proxy, i, null);
                    }
                    node.refs[i] = null;
                }
            }
        }
    }

    /** What a process leaves that dies now is the file as it is: one copy is compared, one is gone on with. */
    private void crash() {
        boolean goOn = random.nextBoolean();
        if (real()) {
            HeapCheck check = heap.check();
            if (!check.isRecoverable()) {
                throw new Difference("damaged while in use: " + check);
            }
            Path copy = folder.resolve(name + "-crash.heap");
            copyTo(copy);
            Model image = model.copy();
            image.reopened();
            compareCopy(copy, image);
        }
        if (goOn) {
            model.reopened();
            reopened++;
            generation++;
            if (real()) {
                copyTo(file());
                leave();
                Path old = heap.path();
                heap.close();
                delete(old);
                use(Heap.open(file()));
            }
        }
    }

    private void leave() {
        if (scope != null) {
            scope.close();
            scope = null;
        }
    }

    private void use(Heap opened) {
        heap = opened;
        requireSound(heap);
        Map<Node, Proxy> proxies = model.compare(heap);
        Map<Node, Boolean> all = new IdentityHashMap<>();
        for (Node node : model.known) {
            node.proxy = proxies.get(node);
            all.put(node, true);
        }
        if (proxies.size() != all.size()) {
            throw new Difference("objects: expected=" + all.size() + ", found=" + proxies.size());
        }
    }

    /** What recovery counted agrees with itself, and is explained by the model. */
    private void requireSound(Heap opened) {
        var report = opened.recovery();
        HeapCheck check = opened.check();
        boolean full = report.pass() == Recovery.FULL;
        if (!check.isSound()
                || full && (check.objects() != report.liveObjects() || check.blocks() != report.liveBlocks())) {
            throw new Difference("recovered, but not sound: " + report + ", " + check);
        }
        HeapStats stats = opened.stats();
        if (stats.usedBlocks() != report.liveBlocks()
                || stats.freeBlocks() != report.freeBlocks()
                || Image.blocksBelow(HEAP_BYTES / 16, stats.bumpBlocks()) != stats.usedBlocks() + stats.freeBlocks()) {
            throw new Difference("free blocks are not explained: " + report + ", " + stats);
        }
        if (check.objects() < model.known.size()) {
            throw new Difference("recovery counted too little: " + report + ", objects=" + model.known.size());
        }
    }

    /** Opens a copy beside the heap itself. */
    private static void compareCopy(Path copy, Model image) {
        try (Heap opened = Heap.open(copy)) {
            image.compare(opened);
        }
        delete(copy);
    }

    private void copyTo(Path copy) {
        try {
            Files.deleteIfExists(copy);
            Files.copy(heap.path(), copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".lock"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares once more, closed and opened. */
    void finish() {
        reopen();
    }

    @Override
    public void close() {
        if (real()) {
            heap.close();
        }
    }

    @Override
    public String toString() {
        return "steps=" + steps + ", known=" + model.known.size() + ", roots=" + model.roots.size() + ", in block="
                + inBlock + ", reopened=" + reopened;
    }
}
