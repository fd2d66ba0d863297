package org.jnvm.bench.alloc;

import java.nio.file.Path;
import org.jnvm.DurabilityDomain;
import org.jnvm.HeapOptions;

/** Makes contenders by their names. */
final class Contenders {
    /** libpmemobj's atomic allocation. */
    static final String LLPL = "llpl";
    /** Its transactions. */
    static final String LLPL_TRANSACTIONS = "llpl-tx";

    /** Of the module's profile {@code llpl}. */
    private static final String LLPL_CLASS = "org.jnvm.bench.alloc.LlplContender";

    private Contenders() {}

    /**
     * Makes one with a new heap.
     *
     * @param name a domain of J-NVM, which {@link JnvmContender#STRINGS} may follow, or that of another contender
     * @param file of the heap
     * @param bytes at most
     * @param options of a heap of J-NVM but for the domain
     */
    static Contender open(String name, Path file, long bytes, HeapOptions options) throws ReflectiveOperationException {
        return switch (name) {
            case NoContender.NAME -> new NoContender();
            case JavaContender.NAME -> new JavaContender();
            case LLPL, LLPL_TRANSACTIONS ->
                (Contender) Class.forName(LLPL_CLASS)
                        .getConstructor(Path.class, long.class, boolean.class)
                        .newInstance(file, bytes, name.equals(LLPL_TRANSACTIONS));
            default ->
                new JnvmContender(
                        file,
                        bytes,
                        options.domain(DurabilityDomain.valueOf(name.replace(JnvmContender.STRINGS, ""))),
                        name.endsWith(JnvmContender.STRINGS));
        };
    }
}
