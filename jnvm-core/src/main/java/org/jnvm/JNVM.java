package org.jnvm;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jnvm.internal.heap.HeapScopes;
import org.jnvm.internal.heap.Roots;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The default heap of a program: the shortest way to use J-NVM.
 *
 * <pre>{@code
 * JNVM.init("accounts.heap", 64 << 20);
 * if (!JNVM.root.exists("bank")) JNVM.root.put("bank", new Bank());
 * }</pre>
 */
public final class JNVM {
    /** The roots of the default heap; throws {@link HeapClosedException} while none is open. */
    public static final RootMap root = new RootMap(new Supplier<>() {
        @Override
        public Roots get() {
            return heap().roots();
        }
    });

    private static @Nullable Heap heap;

    private JNVM() {}

    /**
     * Opens the default heap, or creates its file.
     *
     * @param path the file
     * @param size the most the heap may grow to, in bytes; at least 1 MiB
     */
    public static void init(String path, long size) {
        init(Path.of(path), HeapOptions.defaults().maxBytes(size));
    }

    /**
     * Opens the default heap, or creates its file.
     *
     * @param path the file
     * @param options the options, with {@link HeapOptions#maxBytes(long)}
     */
    public static synchronized void init(Path path, HeapOptions options) {
        if (heap != null && !heap.core().isClosed()) {
            throw new HeapLockedException("a default heap is open already: heap=" + heap.path() + ", refused=" + path
                    + "; close it with JNVM.close, or open the second one with Heap.openOrCreate");
        }
        Heap opened = Heap.openOrCreate(path, options.maxBytes(), options);
        HeapScopes.setDefaultHeap(opened.core());
        heap = opened;
    }

    /** Closes the default heap, if one is open; see {@link Heap#close()}. */
    public static synchronized void close() {
        if (heap != null) {
            heap.close();
            heap = null;
            HeapScopes.setDefaultHeap(null);
        }
    }

    /**
     * Returns the default heap.
     *
     * @return the heap
     * @throws HeapClosedException if none is open
     */
    public static Heap heap() {
        return (Heap) HeapScopes.defaultHeap().facade();
    }

    /**
     * Frees an object of any heap; see {@link Heap#free(Object)}.
     *
     * @param object a persistent object
     */
    public static void free(Object object) {
        // not by its own heap(), which may be a method of the program
        Identity.heap(Proxies.require(Objects.requireNonNull(object, "object to free")))
                .free(object);
    }

    /** Opens a failure-atomic block on the default heap, or one inside the block that is open. */
    public static void faStart() {
        heap().faStart();
    }

    /** Ends the innermost failure-atomic block; the outermost one commits, and is durable when this returns. */
    public static void faEnd() {
        ThreadTransactions.current().endByHand();
    }

    /**
     * Aborts the innermost failure-atomic block: what it did is undone, and nothing of it is left. A block that {@link
     * #faStart} opened is ended by that, and the enclosing one goes on. A block that {@link Heap#atomically} or a
     * failure-atomic method opened stays open until that is left, and refuses every change with a {@link
     * FailureAtomicException}, so that nothing goes on unprotected; leaving it normally throws one, too. Leave it by an
     * exception of your own.
     *
     * @throws FailureAtomicException if no block is open
     */
    public static void faAbort() {
        ThreadTransactions.current().abort();
    }

    /**
     * Aborts the outermost failure-atomic block with all blocks inside it: nothing that they did is left. Those that {@link
     * #faStart} opened are ended by that; others are open, and refuse every change, until they are left: see {@link
     * #faAbort}.
     *
     * @throws FailureAtomicException if no block is open
     */
    public static void faAbortAll() {
        ThreadTransactions.current().abortAllLevels();
    }

    /** Runs an action once the open failure-atomic block on the default heap is durable; see {@link Heap#onCommit}. */
    public static void onCommit(Runnable action) {
        heap().onCommit(action);
    }

    /** Runs an action if the innermost failure-atomic block on the default heap is undone; see {@link Heap#onAbort}. */
    public static void onAbort(Runnable action) {
        heap().onAbort(action);
    }

    /** Tells whether the calling thread has a failure-atomic block open, on any heap. */
    public static boolean inFa() {
        return ThreadTransactions.mayBeOpen() && ThreadTransactions.current().depth() > 0;
    }

    /** Orders the calling thread's write-backs and stores on the default heap. */
    public static void pfence() {
        heap().pfence();
    }

    /** Like {@link #pfence()}, and returns when what the thread wrote back before is durable. */
    public static void psync() {
        heap().psync();
    }

    /**
     * Returns class, address, generation and the first persistent fields of an object by name, for debuggers and logs: what {@code
     * toString} of a class that does not override it says. Strings are cut after 60 characters, other references are named and
     * not followed. Reads only, and takes no lock; says so if the object was freed or its heap is closed, and does not throw.
     *
     * @param object an object, or null
     * @return the text; for what is not persistent that of {@link String#valueOf(Object)}
     */
    public static String describe(@Nullable Object object) {
        return object instanceof Proxy proxy ? Identity.describe(proxy) : String.valueOf(object);
    }

    /**
     * Returns the persistent fields of an object by name, for debuggers: of an object that a field leads to a proxy, so that it
     * can be looked into, of all else the text that {@link #describe} has. Changes nothing in the heap, and does not throw for
     * what an object or heap is in. Where the class of a proxy has {@code resurrect()} and the program has no proxy of the object,
     * that is called.
     *
     * @param object an object, or null
     * @return the fields, those of superclasses first; none if the object was freed, its heap is closed, or it is not persistent
     */
    public static Map<String, @Nullable Object> fields(@Nullable Object object) {
        return object instanceof Proxy proxy ? Identity.fields(proxy) : Map.of();
    }
}
