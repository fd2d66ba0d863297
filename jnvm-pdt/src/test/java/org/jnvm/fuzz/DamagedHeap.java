package org.jnvm.fuzz;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.Trust;
import org.jnvm.pdt.PArray;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PBooleanArray;
import org.jnvm.pdt.PHashMap;
import org.jnvm.pdt.PLongArray;
import org.jnvm.pdt.PString;
import org.jnvm.pdt.PTreeMap;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;

/**
 * Opens a heap file that may be damaged, uses it in every way, closes it and opens it again.
 *
 * <p>A {@link JnvmException} whose message names the file is a good answer to anything. Anything else that is thrown is
 * a {@link Failure}.
 */
public final class DamagedHeap {
    /** What is found wrong with J-NVM, not with the file. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private interface Step {
        void run();
    }

    private static final int MOST_VISITS = 3000;

    private final Path file;
    private final HeapOptions options;
    private final boolean readOnly;
    private final List<String> refusals = new ArrayList<>();

    /** Takes a file, and how to open it. */
    public DamagedHeap(Path file, HeapOptions options) {
        this(file, options, false);
    }

    /** Takes a file, how to open it, and whether to open it only to read. */
    public DamagedHeap(Path file, HeapOptions options, boolean readOnly) {
        this.file = file;
        this.options = options;
        this.readOnly = readOnly;
    }

    /**
     * Uses the heap.
     *
     * @param again whether to change what could be opened, and to open it twice more
     * @param before the bytes of the file, which it must keep if it is refused; null if it need not
     * @return the kind of the outcome, for statistics
     */
    public String use(boolean again, byte[] before) {
        int recovered = Mended.RECOVERED.get();
        String outcome;
        boolean trusted;
        boolean freed;
        try (Heap heap = readOnly ? Heap.openReadOnly(file, options) : Heap.open(file, options)) {
            HeapCheck check = heap.check();
            trusted = heap.recovery().pass() == Recovery.AUTO;
            long kept = readOnly ? check.count(HeapCheck.Rule.SUPERBLOCK) : 0; // a damaged copy: nothing is written
            if (heap.recovery().pass() == Recovery.FULL
                    && recoveredFrom(check, HeapCheck.Severity.ERROR, HeapCheck.Severity.WARNING) > kept) {
                throw new Failure("recovered, but not sound: " + check, null);
            }
            try (Heap.Scope scope = heap.enter()) {
                walk(heap);
            }
            if (options.trust() == Trust.UNTRUSTED && Mended.RECOVERED.get() != recovered) {
                throw new Failure("recover() was called on objects of a heap that is not trusted", null);
            }
            freed = again && heap.check().objects() < check.objects();
            boolean repaired =
                    heap.recovery().nullifiedReferences() > 0 || heap.recovery().replayedLogs() > 0;
            outcome = !refusals.isEmpty() ? "opened, use refused" : repaired ? "repaired" : "opened";
        } catch (JnvmException e) {
            requireFile(e);
            if (Mended.RECOVERED.get() != recovered) {
                throw new Failure("recover() was called on objects of a heap that was refused", e);
            }
            if (before != null) {
                requireUnchanged(before, e);
            }
            return "refused: " + e.getClass().getSimpleName();
        }
        return !again || again(trusted, freed) ? outcome : "opened without a pass, refused later";
    }

    /** Counts the findings that recovery is there for: it refuses or repairs the structure, and looks at no values. */
    private static long recoveredFrom(HeapCheck check, HeapCheck.Severity... severities) {
        return Arrays.stream(severities).mapToLong(check::count).sum()
                - check.count(HeapCheck.Rule.SHARED_VALUE)
                - check.count(HeapCheck.Rule.ENUM_CONSTANT);
    }

    private void requireFile(JnvmException e) {
        if (!String.valueOf(e.getMessage()).contains("heap=" + file)) {
            throw new Failure("message does not name the file", e);
        }
    }

    private void requireUnchanged(byte[] before, JnvmException e) {
        byte[] after = Image.of(file).bytes();
        int to = Math.min(before.length, after.length);
        requireUnchanged(before, after, Image.STATE, Math.min(Image.LOGS, to), e);
        requireUnchanged(before, after, Image.LOGS + 8, to, e); // the word between: empty logs are dropped first
    }

    private static void requireUnchanged(byte[] before, byte[] after, int from, int to, JnvmException e) {
        int changed = from < to ? Arrays.mismatch(before, from, to, after, from, to) : -1;
        if (changed >= 0) {
            throw new Failure("refused, but byte 0x" + Integer.toHexString(from + changed) + " was changed", e);
        }
    }

    /**
     * What was repaired stays so, and a heap that was opened can be changed and opened again. Only where opening
     * trusted a clean close and skipped the pass, a later pass may be the first to see damage.
     *
     * @param firstTrusted whether the first opening skipped the pass
     * @param freed whether objects were freed after it, as a map frees pairs whose keys are gone: a reference that damage
     *     had lead there is dangling now
     * @return whether it was not refused
     */
    private boolean again(boolean firstTrusted, boolean freed) {
        boolean trusted = firstTrusted;
        try (Heap heap = Heap.open(file, options)) {
            boolean sameWay = !freed && (!firstTrusted || heap.recovery().pass() == Recovery.AUTO);
            if (sameWay
                    && heap.recovery().nullifiedReferences() + heap.recovery().replayedLogs() != 0) {
                throw new Failure("second opening had to repair again: " + heap.recovery(), null);
            }
            trusted |= heap.recovery().pass() == Recovery.AUTO;
            try (Heap.Scope scope = heap.enter()) {
                walk(heap);
                change(heap);
            }
            HeapCheck check = heap.check();
            if (heap.recovery().pass() == Recovery.FULL && recoveredFrom(check, HeapCheck.Severity.ERROR) > 0) {
                throw new Failure("recovered and changed, but damaged: " + check, null);
            }
        } catch (JnvmException e) {
            requireFile(e);
            if (!trusted) {
                throw new Failure("second opening refused", e);
            }
            return false;
        }
        try (Heap heap = Heap.open(file, options);
                Heap.Scope scope = heap.enter()) {
            walk(heap);
        } catch (JnvmException e) {
            requireFile(e);
            if (!trusted) {
                throw new Failure("third opening refused", e);
            }
            return false;
        }
        return true;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (JnvmException e) {
            requireFile(e);
            refusals.add(e.getClass().getSimpleName());
        }
    }

    // ---- reading ----

    private void walk(Heap heap) {
        Deque<Object> pending = new ArrayDeque<>();
        Set<Long> seen = new HashSet<>();
        for (String name : heap.root().names()) {
            attempt(() -> {
                heap.root().exists(name);
                add(pending, seen, heap.root().get(name));
            });
        }
        int visits = 0;
        while (!pending.isEmpty() && visits++ < MOST_VISITS) {
            Object object = pending.pop();
            attempt(() -> visit(object, pending, seen));
        }
    }

    private static void add(Deque<Object> pending, Set<Long> seen, Object object) {
        if (object instanceof Proxy proxy && seen.add(proxy.$jnvm$ref())) {
            pending.push(object);
        }
    }

    private void visit(Object object, Deque<Object> pending, Set<Long> seen) {
        Durability.isValid((Proxy) object);
        Identity.describe((Proxy) object);
        if (object instanceof Thing thing) {
            thing.value();
            attempt(() -> add(pending, seen, thing.left()));
            attempt(() -> add(pending, seen, thing.right()));
        } else if (object instanceof Mended mended) {
            mended.sum();
            add(pending, seen, mended.next());
        } else if (object instanceof Big big) {
            for (int part = 0; part < Big.PARTS; part++) {
                int each = part;
                big.value(each);
                attempt(() -> add(pending, seen, big.ref(each)));
            }
        } else if (object instanceof Values values) {
            attempt(values::name);
            attempt(values::large);
            attempt(values::rate);
            attempt(values::small);
            attempt(values::color);
        } else if (object instanceof Blob blob) {
            blob.toArray();
            if (blob.length() > 0) {
                blob.get(blob.length() - 1);
            }
        } else if (object instanceof Links links) {
            for (int i = 0; i < links.length(); i++) {
                int each = i;
                attempt(() -> add(pending, seen, links.get(each)));
            }
        } else if (object instanceof PArray<?> array) {
            for (int i = 0; i < Math.min(array.length(), MOST_VISITS); i++) {
                int each = i;
                attempt(() -> add(pending, seen, array.get(each)));
            }
        } else if (object instanceof PLongArray array) {
            attempt(array::toArray);
            for (int i = 0; i < Math.min(array.length(), MOST_VISITS); i++) {
                array.set(i, array.get(array.length() - 1 - i));
            }
        } else if (object instanceof PBooleanArray array) {
            attempt(array::toArray);
            attempt(() -> array.fill(true));
        } else if (object instanceof PString string) {
            visit(string);
        } else if (object instanceof PArrayList<?> list) {
            visit(list, pending, seen);
        } else if (object instanceof PHashMap<?, ?> map) {
            visit(map, pending, seen);
        } else if (object instanceof PTreeMap<?, ?> tree) {
            visit(tree, pending, seen);
        }
    }

    private void visit(PString string) {
        attempt(string::toString);
        attempt(string::hashCode);
        attempt(() -> {
            int length = string.length();
            if (length > 0) {
                string.charAt(length / 2);
                string.charAt(length - 1);
            }
        });
        attempt(() -> string.contentEquals("plain"));
        attempt(() -> string.compareTo(string));
        attempt(() -> string.equals(string));
    }

    private void visit(PArrayList<?> list, Deque<Object> pending, Set<Long> seen) {
        int size = list.size();
        for (int i = 0; i < Math.min(size, MOST_VISITS); i++) {
            int each = i;
            attempt(() -> add(pending, seen, list.get(each)));
        }
        attempt(() -> list.contains("nowhere"));
        attempt(() -> members(list));
    }

    private void visit(PHashMap<?, ?> map, Deque<Object> pending, Set<Long> seen) {
        map.size();
        attempt(() -> map.get("nowhere"));
        attempt(() -> map.containsValue("nowhere"));
        attempt(() -> members(map.keySet()));
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            attempt(() -> add(pending, seen, entry.getKey()));
            attempt(() -> add(pending, seen, entry.getValue()));
        }
    }

    private void visit(PTreeMap<?, ?> tree, Deque<Object> pending, Set<Long> seen) {
        attempt(tree::size);
        attempt(() -> members(tree.descendingMap().values()));
        attempt(() -> {
            for (Map.Entry<?, ?> entry : tree.entrySet()) {
                add(pending, seen, entry.getKey());
                add(pending, seen, entry.getValue());
            }
        });
    }

    private static void members(Collection<?> all) {
        int left = MOST_VISITS;
        for (Object member : all) {
            if (member != null && --left == 0) {
                return;
            }
        }
    }

    // ---- writing ----

    @SuppressWarnings("unchecked")
    private void change(Heap heap) {
        attempt(() -> {
            Thing added = new Thing(-1);
            heap.root().put("added", added);
            heap.root().put("links", added);
            heap.root().remove("chain");
            heap.root().wput("weak", added);
            heap.free(new Big());
            Values values = new Values();
            heap.root().put("values", values);
            values.setName("short");
            values.setName("x".repeat(300));
            values.setLarge(7L);
            values.setRate(null);
            values.setColor(Values.Color.BLUE);
            heap.free(values);
        });
        attempt(() -> {
            if (heap.root().get("map") instanceof PHashMap<?, ?> map) {
                PHashMap<Object, Object> known = (PHashMap<Object, Object>) map;
                known.put(new PString("new key"), new Thing(1));
                known.remove("new key");
                known.remove("block 3");
            }
        });
        attempt(() -> {
            if (heap.root().get("list") instanceof PArrayList<?> list) {
                PArrayList<Object> known = (PArrayList<Object>) list;
                known.add(new PString("new element"));
                known.add(0, null);
                known.set(0, new Thing(2));
                known.remove(0);
                known.removeIf(element -> element instanceof PString);
            }
        });
        attempt(() -> heap.atomically(() -> {
            Thing added = new Thing(3);
            heap.root().put("added in a block", added);
            heap.root().put("map", new PHashMap<>());
            if (heap.root().get("added") instanceof Thing thing) {
                thing.setValue(4);
                thing.setRight(added);
            }
        }));
        attempt(() -> {
            for (String name : heap.root().names()) {
                if (heap.root().get(name) instanceof Thing thing) {
                    heap.root().remove(name);
                    heap.free(thing);
                    return;
                }
            }
        });
    }

    @Override
    public String toString() {
        return file + ", refusals=" + Arrays.toString(refusals.toArray());
    }
}
