package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import sun.misc.Unsafe;

/**
 * What the patches of {@code jdk-patches} add to {@code sun.misc.Unsafe}, which is open to every program: through
 * constant method handles, which the JIT turns into the instructions themselves.
 */
final class PatchedUnsafe {
    /** {@code void pwb(long)}; null where the JDK is not patched. */
    static final MethodHandle PWB = method("pwb", MethodType.methodType(void.class, long.class));

    /** {@code void pfence()}; null where the JDK is not patched. */
    static final MethodHandle PFENCE = method("pfence", MethodType.methodType(void.class));

    /** Whether the JDK is patched. */
    static final boolean AVAILABLE = PWB != null && PFENCE != null;

    private PatchedUnsafe() {}

    private static MethodHandle method(String name, MethodType type) {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Unsafe.class, name, type)
                    .bindTo(NativeMemory.unsafe());
        } catch (NoSuchMethodException e) {
            return null; // a stock JDK
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Tells whether the processor has the instructions. */
    static boolean isSupported() {
        try {
            PFENCE.invokeExact();
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
