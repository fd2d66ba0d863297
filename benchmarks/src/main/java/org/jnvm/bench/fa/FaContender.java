package org.jnvm.bench.fa;

import java.nio.file.Path;
import org.jnvm.DurabilityDomain;

/**
 * Who runs failure-atomic blocks, on {@link #OBJECTS} objects for each of {@link #THREADS} threads, each with {@link
 * #FIELDS} fields of eight bytes. Each block is durable when its method returns. Values differ from call to call.
 */
public interface FaContender extends AutoCloseable {
    /** Objects of each thread. */
    int OBJECTS = 256;
    /** Fields of an object: what fills a block of J-NVM. */
    int FIELDS = 31;
    /** Threads that work at most. */
    int THREADS = 16;
    /** The name of the contender of the module's profile {@code llpl}. */
    String LLPL = "LLPL";

    /** What the heap may grow to. */
    long HEAP_BYTES = 256L << 20;

    /** Lets the calling thread work, until the result is closed by it. */
    AutoCloseable enterThread();

    /** Runs a block that does nothing. */
    void empty();

    /** Writes one field each of the first objects of a thread. */
    void write(int thread, int count, long value);

    /** Writes some fields of an object that lie one behind the other. */
    void writeFields(int thread, int fields, long value);

    /** Makes an object and links it in the place of the one before, which it frees. */
    void replace(int thread, long value);

    /** Writes one field of an object, of another one in a block inside, and of another one in a block inside that. */
    void nested(int thread, long value);

    /** Writes one field of an object, and of another one in a block inside, which is undone. */
    void innerUndone(int thread, long value);

    /** Returns how many fences and lines written back there were so far; null if they are counted from outside. */
    long[] fencesAndLines();

    /** Ends all; the caller deletes the file. */
    @Override
    void close();

    /**
     * Opens a contender.
     *
     * @param name {@link #LLPL}, or a durability domain of J-NVM
     * @param file its file
     */
    static FaContender open(String name, Path file) {
        if (!name.equals(LLPL)) {
            return new JnvmFa(file, DurabilityDomain.valueOf(name));
        }
        try {
            return (FaContender) Class.forName("org.jnvm.bench.fa.LlplFa")
                    .getConstructor(Path.class)
                    .newInstance(file);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("LLPL is not there: build with -Pllpl, and put it on the class path", e);
        }
    }
}
