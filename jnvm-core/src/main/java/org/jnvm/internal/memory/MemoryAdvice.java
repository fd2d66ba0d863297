package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Tells the system how mapped memory is used: {@code madvise}, where {@link NativeFunctions} can be called.
 * Elsewhere nothing is done, and nothing is printed.
 */
final class MemoryAdvice {
    /** {@code MADV_RANDOM} of Linux. */
    private static final int RANDOM = 1;
    /** {@code MADV_DONTNEED} of Linux. */
    private static final int DROP = 4;

    /** {@code int madvise(void *, size_t, int)}; null where it cannot be called. */
    private static final @Nullable MethodHandle MADVISE =
            NativeFunctions.find("madvise", MethodType.methodType(int.class, long.class, long.class, int.class));

    private MemoryAdvice() {}

    /**
     * Says that pages are read here and there, so that those around one that is missing are not read with it.
     *
     * @param address where they begin
     * @param bytes how many
     */
    static void expectRandomAccess(long address, long bytes) {
        if (MADVISE == null) {
            return;
        }
        if (advise(MADVISE, address, bytes, RANDOM) != 0) {
            // no field: a logging library without a backend prints lines of its own when it is first used
            LoggerFactory.getLogger(MemoryAdvice.class)
                    .warn("madvise(MADV_RANDOM) is refused, pages are read with those around them: bytes={}", bytes);
        }
    }

    /**
     * Has whole pages of a private mapping forgotten that this process has copies of: what is in the file is read there next.
     *
     * @param address where they begin
     * @param bytes how many
     * @return whether that was done; if not, some of them may be forgotten
     */
    static boolean drop(long address, long bytes) {
        return MADVISE != null && advise(MADVISE, address, bytes, DROP) == 0;
    }

    private static int advise(MethodHandle madvise, long address, long bytes, int advice) {
        try {
            return (int) madvise.invokeExact(address, bytes, advice);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // a downcall throws nothing checked
        }
    }
}
