package org.jnvm.crashtest.internal.oracle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jnvm.Collector;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.crashtest.internal.engine.Recovering;
import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.Memory;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Pruning;

/**
 * Opens crash images as heaps, and judges them: recovery throws nothing; the heap check finds nothing; what the heap
 * holds is what it held after the acknowledged operations, or with the one in flight; invariants hold; recovering again
 * changes nothing; going on, closing and opening again works; after deleting everything nothing is left.
 *
 * <p>Recovered heaps that are alike, with the same still open and of which the same is demanded, are examined once.
 */
public final class HeapJudge implements Recovering, AutoCloseable {
    /** Superblocks: their sequence numbers differ. */
    private static final int COMPARED_FROM = 8192;

    private Expectations expected;
    private final Pruning pruning;
    private final ImageFile file;
    private final ImageFile second;
    private final Set<Long> good = new HashSet<>();
    private final Set<Object> seen = new HashSet<>();
    private long demands;
    private long examined;

    /**
     * Prepares.
     *
     * @param expected what is demanded
     * @param pruning which heaps count as alike
     */
    public HeapJudge(Expectations expected, Pruning pruning) {
        this.expected = expected;
        this.pruning = pruning;
        file = new ImageFile();
        second = new ImageFile();
    }

    /** Judges by other demands from now on: by those on another run that began in the same way. */
    public void expect(Expectations now) {
        expected = now;
    }

    /** Returns a hash of what may be there: heaps of which the same is demanded are examined once. */
    public long demanded(Progress progress) {
        long hash = 0;
        for (String allowed : expected.allowed().apply(progress)) {
            hash += Memory.mix(1, hash(allowed.getBytes(StandardCharsets.UTF_8), 0));
        }
        return hash;
    }

    /** Returns how many different heaps, or states of heaps, were seen. */
    public int distinctStates() {
        return seen.size();
    }

    /** Returns how often a state was compared or an invariant tested. */
    public long demands() {
        return demands;
    }

    /** Returns how many recovered heaps were examined. */
    public long examined() {
        return examined;
    }

    private HeapOptions options() {
        HeapOptions options = HeapOptions.defaults().recovery(expected.recovery());
        return expected.beside() ? options.collector(Collector.ON_DEMAND).recorder(new OpeningRecorder()) : options;
    }

    @Override
    public String judge(CrashMemory memory, Progress progress) {
        String wrong;
        try {
            wrong = examine(memory, progress);
        } catch (RuntimeException | AssertionError | StackOverflowError | InternalError e) {
            wrong = text(e);
        }
        if (wrong != null && memory.isUndecided()) {
            good.clear(); // with other decisions the same heap was good: a mutant that comes later may not be
        }
        return wrong;
    }

    private static String text(Throwable e) {
        StackTraceElement[] stack = e.getStackTrace();
        return e + (stack.length == 0 ? "" : " at " + stack[0]);
    }

    private String examine(CrashMemory memory, Progress progress) {
        long key;
        String state;
        try (Heap heap = file.open(memory, options());
                Heap.Scope scope = heap.enter()) {
            long content = content(memory);
            key = Memory.mix(
                    demanded(progress),
                    Memory.mix(content, heap.recovery().pass().ordinal())); // one may demand a kind of recovery
            if (pruning.includes(Pruning.EQUAL) && good.contains(key) && memory.isFirstOfItsKind()) {
                return null;
            }
            examined++;
            state = state(heap);
            seen.add(expected.state() == null ? content : state);
            String wrong = first(
                    () -> recovered(heap),
                    () -> compared(state, progress),
                    () -> invariants(heap),
                    () -> recoveredAgain(file.read(), state),
                    () -> goneOn(heap, state));
            if (wrong != null) {
                return wrong;
            }
        }
        try (Heap heap = file.reopen(memory, options());
                Heap.Scope scope = heap.enter()) {
            String wrong = first(
                    () -> checked(heap, "after recovery, going on, closing and opening"),
                    () -> unchanged("closing and opening", state, heap),
                    () -> cleanedUp(heap));
            if (wrong == null) {
                good.add(key);
            }
            return wrong;
        }
    }

    /** Returns a hash of what tells a recovered heap from others, and of what is still undecided of that. */
    private long content(CrashMemory memory) {
        if (pruning.includes(Pruning.STATES)) {
            LiveWords live = new LiveWords(file.content());
            return Memory.mix(memory.openness(live.numbers()), live.hash());
        }
        return Memory.mix(memory.openness(null), hash(file.read(), COMPARED_FROM));
    }

    @SafeVarargs
    private static String first(Supplier<String>... demands) {
        for (Supplier<String> demand : demands) {
            String wrong = demand.get();
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private String state(Heap heap) {
        return expected.state() == null ? "" : expected.state().apply(heap);
    }

    /** As long as a heap is open that was recovered beside a program, it has references that are set to null when it is closed. */
    private String recovered(Heap heap) {
        if (!expected.beside()) {
            return checked(heap, "after recovery");
        }
        HeapCheck check = heap.check();
        return check.count(HeapCheck.Severity.ERROR) == 0
                ? null
                : "the heap check after recovery found " + check.findings();
    }

    private static String checked(Heap heap, String when) {
        HeapCheck check = heap.check();
        return check.isSound() ? null : "the heap check " + when + " found " + check.findings();
    }

    private String compared(String state, Progress progress) {
        if (expected.state() == null) {
            return null;
        }
        demands++;
        Set<String> allowed = expected.allowed().apply(progress);
        return allowed.contains(state) ? null : "recovered " + state + ", expected " + String.join(" or ", allowed);
    }

    private String invariants(Heap heap) {
        for (Map.Entry<String, Consumer<Heap>> invariant : expected.invariants().entrySet()) {
            demands++;
            try {
                invariant.getValue().accept(heap);
            } catch (RuntimeException | AssertionError e) {
                return "invariant " + invariant.getKey() + ": " + text(e);
            }
        }
        return null;
    }

    /** A crash right after the recovery: the next one must find nothing to do. */
    private String recoveredAgain(byte[] recovered, String state) {
        second.write(recovered);
        try (Heap heap = second.open(options());
                Heap.Scope scope = heap.enter()) {
            byte[] again = second.read();
            int at =
                    Arrays.mismatch(recovered, COMPARED_FROM, recovered.length, again, COMPARED_FROM, recovered.length);
            return at >= 0
                    ? "recovering again changed " + heap.describe(COMPARED_FROM + at)
                    : unchanged("recovering again", state, heap);
        }
    }

    private String goneOn(Heap heap, String state) {
        if (expected.goOn() == null) {
            return null;
        }
        expected.goOn().accept(heap);
        return unchanged("going on", state, heap);
    }

    private String unchanged(String what, String state, Heap heap) {
        String now = state(heap);
        return now.equals(state) ? null : what + " changed " + state + " to " + now;
    }

    private String cleanedUp(Heap heap) {
        if (expected.cleanUp() == null || expected.recovery() == Recovery.SCAN_ONLY) {
            return null;
        }
        expected.cleanUp().accept(heap);
        Map<String, Long> left = ObjectCounts.byClass(heap);
        return left.equals(expected.leftOver())
                ? null
                : "leak: after deleting everything there are " + left + ", expected " + expected.leftOver();
    }

    private static long hash(byte[] bytes, int from) {
        CRC32 one = new CRC32();
        CRC32C other = new CRC32C();
        one.update(bytes, from, bytes.length - from);
        other.update(bytes, from, bytes.length - from);
        return one.getValue() << Integer.SIZE | other.getValue();
    }

    @Override
    public Trace recovery(CrashMemory memory) {
        Trace trace = new Trace();
        file.write(memory.bytes());
        try (Heap heap = file.open(options().recorder(trace))) {
            return trace.copy();
        }
    }

    @Override
    public String damaged(byte[] image) {
        file.write(image);
        try (Heap heap = file.open(options());
                Heap.Scope scope = heap.enter()) {
            heap.check();
            for (String name : heap.root().names()) {
                heap.root().get(name);
            }
            return null;
        } catch (JnvmException e) {
            return null; // refused
        } catch (RuntimeException | StackOverflowError | InternalError e) {
            return "damage is neither refused nor repaired: " + text(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
        second.close();
    }
}
