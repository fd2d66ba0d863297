package org.jnvm.campaign.errors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapCheck;
import org.jnvm.JNVM;
import org.jnvm.JnvmException;
import org.jnvm.Recovery;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PString;

/**
 * Runs operations that meet errors, each in a thread of its own or in one that has met some before, and looks after each
 * at what it left: all or nothing of it, on both heaps, no block open, nothing locked, heaps that others can use and that open.
 */
final class Trials implements AutoCloseable {
    private static final int CHECKED_EVERY = 100;
    private static final int CRASHED_EVERY = 250;
    private static final int GONE_ON_CRASHED_EVERY = 4;
    private static final int REOPENED_EVERY = 500;
    private static final int MOST_FRAMES = 30;
    private static final int PATIENCE_MILLIS = 30_000;

    private final Path file;
    private final DurabilityDomain domain;
    private final Random random;
    private final boolean mayPoison;
    private final Map<String, Integer> outcomes = new TreeMap<>();

    private Books books;
    private Model model;
    private volatile long number;
    private long errors;
    private long poisoned;

    /** What came of an operation. */
    private static final class Result {
        private Throwable thrown;
        private boolean started;
        private boolean stillInBlock;
    }

    /** Brings an operation to where it meets an error. */
    interface Trap {
        /** Runs the operation in the calling thread. */
        void run(Runnable operation);
    }

    /**
     * Opens or creates the heap.
     *
     * @param mayPoison whether a poisoned heap is an answer to an error: not if the stack is full
     */
    Trials(Path file, DurabilityDomain domain, Random random, boolean mayPoison) {
        this.mayPoison = mayPoison;
        this.file = file;
        this.domain = domain;
        this.random = random;
        books = Books.open(file, domain, Recovery.FULL, false);
        model = books.read();
    }

    /** Ends the process if nothing goes on any more: whatever waits for a lock for ever may wait in any thread. */
    void watch() {
        Thread main = Thread.currentThread();
        Thread watch = new Thread(
                () -> {
                    for (long seen = -1; seen != number; ) {
                        seen = number;
                        LockSupport.parkNanos(2L * PATIENCE_MILLIS * 1_000_000);
                    }
                    IllegalStateException stuck =
                            new IllegalStateException("nothing goes on any more: trial=" + number);
                    stuck.setStackTrace(main.getStackTrace());
                    print(stuck);
                    System.out.flush();
                    Runtime.getRuntime().halt(1);
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Returns how many errors operations met so far. */
    long errors() {
        return errors;
    }

    /** What a trial was. */
    enum Outcome {
        /** The error came before the operation began. */
        NOT_STARTED,
        /** It returned. */
        DONE,
        /** It met an error. */
        FAILED
    }

    /**
     * Runs an operation once, and looks after it.
     *
     * @param stackBytes of its thread, 0 for the usual ones
     * @throws IllegalStateException if anything is not as it must be
     */
    Outcome run(Operation operation, Trap trap, long stackBytes) {
        int n = (int) (number % 1_000_000);
        number = number + 1;
        Model before = model.copy();
        Model after = model.copy();
        operation.expect(after, n);
        Result result = runInThread(operation, n, trap, stackBytes);
        if (!result.started) {
            return Outcome.NOT_STARTED; // there is nothing to look at
        }
        try {
            look(operation, n, result, before, after);
        } catch (RuntimeException | Error e) {
            IllegalStateException failed = new IllegalStateException(
                    "operation=" + operation + ", trial=" + number + ", thrown=" + result.thrown + ", found: " + e, e);
            if (result.thrown != null) {
                failed.addSuppressed(result.thrown);
            }
            throw failed;
        }
        if (result.thrown == null) {
            return Outcome.DONE;
        }
        errors++;
        if (!(result.thrown instanceof StackOverflowError || result.thrown instanceof OutOfMemoryError)
                && outcomes.keySet().stream()
                        .noneMatch(
                                each -> each.endsWith(result.thrown.getClass().getSimpleName()))) {
            System.out.println("one of this kind: " + operation + ": " + result.thrown);
        }
        outcomes.merge(operation + " " + result.thrown.getClass().getSimpleName(), 1, Integer::sum);
        return Outcome.FAILED;
    }

    /** Prints an exception without the frames that fill the stack. */
    static void print(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        thrown.setStackTrace(Arrays.copyOf(frames, Math.min(frames.length, MOST_FRAMES)));
        for (Throwable each : thrown.getSuppressed()) {
            each.setStackTrace(Arrays.copyOf(each.getStackTrace(), Math.min(each.getStackTrace().length, MOST_FRAMES)));
        }
        thrown.printStackTrace(System.out);
    }

    /** Runs it in a thread that survives the error, or dies of it; of either kind; interrupted before, or not. */
    private Result runInThread(Operation operation, int n, Trap trap, long stackBytes) {
        Result result = new Result();
        boolean dies = random.nextInt(3) == 0;
        boolean interrupted = random.nextInt(4) == 0;
        Runnable body = () -> {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            trap.run(() -> {
                result.started = true;
                operation.run(books, n);
            });
        };
        Runnable survives = () -> {
            try {
                body.run();
            } catch (Throwable e) { // whatever it is, it is looked at
                result.thrown = e;
                if (operation.isByHand() && JNVM.inFa()) {
                    JNVM.faAbortAll(); // where the operation had no stack left to do it
                }
            }
            result.stillInBlock = JNVM.inFa();
        };
        Thread thread = stackBytes == 0 && random.nextBoolean()
                ? unstartedVirtual(dies ? body : survives)
                : new Thread(null, dies ? body : survives, "trial", stackBytes);
        thread.setUncaughtExceptionHandler((same, thrown) -> result.thrown = thrown);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
        if (thread.isAlive()) {
            IllegalStateException stuck = new IllegalStateException("operation does not end: " + operation);
            stuck.setStackTrace(thread.getStackTrace());
            throw stuck;
        }
        return result;
    }

    /** Returns a virtual thread, on a JDK that has them. */
    private static Thread unstartedVirtual(Runnable body) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return (Thread) Class.forName("java.lang.Thread$Builder")
                    .getMethod("unstarted", Runnable.class)
                    .invoke(builder, body);
        } catch (NoSuchMethodException | ClassNotFoundException e) {
            return new Thread(null, body, "trial", 0); // JDK 17
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void look(Operation operation, int n, Result result, Model before, Model after) {
        if (result.thrown instanceof RuntimeException wrong && !isAnswer(wrong)) {
            throw new IllegalStateException("an error has led to another one, which is no answer to it", wrong);
        }
        if (result.stillInBlock) {
            throw new IllegalStateException("the thread is inside a block");
        }
        boolean open = isOpen();
        boolean defaultPoisoned = open && JNVM.heap().stats().poisoned();
        boolean otherPoisoned = books.other.stats().poisoned();
        if ((defaultPoisoned || otherPoisoned) && !mayPoison) {
            throw new IllegalStateException(
                    "a heap is poisoned: default=" + defaultPoisoned + ", other=" + otherPoisoned);
        }
        if (otherPoisoned || defaultPoisoned && !operation.closes()) {
            poisoned++;
            reopenPoisoned(open && defaultPoisoned, otherPoisoned);
        } else if (!open || operation.closes()) {
            reopen(Recovery.AUTO); // an error may have come in between: to close again goes on with it
        } else {
            requireNoBlock(JNVM.heap());
            requireNoBlock(books.other);
        }
        Model found = books.read();
        boolean whole = found.equals(after);
        boolean allowed =
                whole || result.thrown != null && (found.equals(before) || isBetween(operation, n, before, found));
        if (!allowed) {
            throw new IllegalStateException("state is neither before nor after it:\n   found " + found + "\n  before "
                    + before + "\n   after " + after);
        }
        model = found;
        workOn();
        every(operation == CollectionOperation.GROW && result.thrown != null);
    }

    private static boolean isBetween(Operation operation, int n, Model before, Model found) {
        boolean[] is = {false};
        operation.between(before.copy(), n, left -> is[0] |= left.equals(found));
        return is[0];
    }

    private static void requireNoBlock(Heap heap) {
        if (heap.stats().openFaBlocks() != 0) {
            throw new IllegalStateException(
                    "blocks are open: heap=" + heap + ", blocks=" + heap.stats().openFaBlocks());
        }
    }

    /** Opens heaps again: those only that are poisoned, while the other one goes on, or both, in any order. */
    private void reopenPoisoned(boolean defaultPoisoned, boolean otherPoisoned) {
        if (defaultPoisoned == otherPoisoned || random.nextBoolean()) {
            reopen(Recovery.FULL);
        } else if (defaultPoisoned) {
            books = books.reopenDefault(Recovery.FULL);
        } else if (isOpen()) {
            books = books.reopenOther(Recovery.FULL);
        } else {
            reopen(Recovery.FULL);
        }
    }

    /** Tells whether an operation may throw it when it meets an error, or on purpose. */
    private static boolean isAnswer(RuntimeException thrown) {
        return thrown instanceof JnvmException || thrown instanceof Boom;
    }

    private static boolean isOpen() {
        try {
            JNVM.heap();
            return true;
        } catch (JnvmException e) {
            return false;
        }
    }

    /** Uses whatever the operation may have left locked or claimed, in a block and outside. */
    private void workOn() {
        long probe = books.ledger.probe + 1;
        JNVM.heap().atomically((Runnable) () -> books.ledger.probe = probe);
        if (books.ledger.probe != probe) {
            throw new IllegalStateException("a block of another thread returned, and its change is not there: probe="
                    + books.ledger.probe + ", expected=" + probe);
        }
        JNVM.heap().atomically((Runnable) () -> {
            Ledger ledger = books.ledger;
            ledger.count += 0;
            ledger.bytes.set(0, ledger.bytes.get(0));
            touch();
        });
        books.ledger.count += 0;
        touch();
        touch(GrowingMap.current(), model.growing);
        PArrayList<PString> list = books.list;
        if (!list.isEmpty()) {
            list.set(0, list.get(0));
        }
        workOnOther(probe);
    }

    private void workOnOther(long probe) {
        books.both.atomically(() -> {
            books.ledger.count += 0;
            books.otherLedger.probe = probe;
            touchOther();
        });
        if (books.otherLedger.probe != probe) {
            throw new IllegalStateException("a block over both heaps returned, and its change is not there: probe="
                    + books.otherLedger.probe + ", expected=" + probe);
        }
        books.other.atomically((Runnable) () -> books.otherLedger.count += 0);
        books.otherLedger.count += 0;
        touchOther();
    }

    private void touchOther() {
        touch(books.otherMap, model.otherMap);
    }

    private void touch() {
        for (Map<CharSequence, CharSequence> map : books.maps.subList(0, Books.CONVERTING)) {
            touch(map, model.maps.get(0));
        }
    }

    private static void touch(Map<CharSequence, CharSequence> map, Map<String, String> keys) {
        for (String key : keys.keySet()) {
            map.computeIfPresent(key, (same, value) -> value);
        }
    }

    /** Does what is done now and then; more often where a program has gone on after an error, before that changes all again. */
    private void every(boolean goneOn) {
        if (number % CHECKED_EVERY == 0) {
            requireSound(JNVM.heap());
            requireSound(books.other);
        }
        if (number % CRASHED_EVERY == 0 || goneOn && random.nextInt(GONE_ON_CRASHED_EVERY) == 0) {
            crash();
        }
        if (number % REOPENED_EVERY == 0) {
            reopen(random.nextBoolean() ? Recovery.AUTO : Recovery.FULL);
            requireSame("the heap that was closed");
        }
    }

    private static void requireSound(Heap heap) {
        HeapCheck check = heap.check();
        if (!check.isSound()) {
            throw new IllegalStateException("heap is not sound: " + check);
        }
    }

    /** Opens the heaps as a process would find them that starts after this one was killed. */
    private void crash() {
        if (domain == DurabilityDomain.DISK) {
            return; // its pages are this process' own
        }
        Path folder = file.resolveSibling("killed");
        Path copy = folder.resolve(file.getFileName());
        try {
            Files.createDirectories(folder);
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(
                    file.resolveSibling(Books.OTHER), folder.resolve(Books.OTHER), StandardCopyOption.REPLACE_EXISTING);
            books.close();
            books = Books.open(copy, domain, Recovery.AUTO, random.nextBoolean());
            requireSame("the heaps of a killed process");
            requireSound(JNVM.heap());
            requireSound(books.other);
            books.close();
            Files.delete(copy);
            Files.delete(folder.resolve(Books.OTHER));
            books = Books.open(file, domain, Recovery.AUTO, random.nextBoolean());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reopen(Recovery recovery) {
        books.close();
        books = Books.open(file, domain, recovery, random.nextBoolean());
    }

    private void requireSame(String what) {
        Model found = books.read();
        if (!found.equals(model)) {
            throw new IllegalStateException(what + " has another state:\n   found " + found + "\nexpected " + model);
        }
    }

    /** Returns what came of all trials. */
    String summary() {
        return "trials=" + number + " errors=" + errors + " poisoned=" + poisoned + " " + outcomes;
    }

    @Override
    public void close() {
        reopen(Recovery.FULL);
        requireSame("the heap that was closed");
        requireSound(JNVM.heap());
        requireSound(books.other);
        books.close();
    }
}
