package org.jnvm.bench.micro;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Ways to write back a cache line, as constant method handles: what the patches of {@code jdk-patches} add to {@code
 * sun.misc.Unsafe}, and what stands in the internal {@code Unsafe} of a stock JDK.
 */
public final class PwbMethods {
    /** Whether the JDK is patched. */
    static final boolean PATCHED = isPatched();

    private static final MethodHandle PATCHED_LINE = PATCHED ? method("sun.misc.Unsafe", "pwb", long.class) : null;
    private static final MethodHandle PATCHED_FENCE = PATCHED ? method("sun.misc.Unsafe", "pfence") : null;
    private static final MethodHandle STOCK_LINE = method("jdk.internal.misc.Unsafe", "writeback0", long.class);
    private static final MethodHandle STOCK_FENCE = method("jdk.internal.misc.Unsafe", "writebackPostSync0");
    private static final MethodHandle STOCK_RANGE =
            method("jdk.internal.misc.Unsafe", "writebackMemory", long.class, long.class);

    private PwbMethods() {}

    private static boolean isPatched() {
        try {
            return Arrays.stream(Class.forName("sun.misc.Unsafe").getMethods())
                    .anyMatch(method -> method.getName().equals("pwb"));
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle method(String holder, String name, Class<?>... parameters) {
        try {
            Class<?> type = Class.forName(holder);
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVirtual(type, name, MethodType.methodType(void.class, parameters))
                    .bindTo(RawMemory.unsafe(type));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Writes back the line of an address: the patched JDK's pwb. */
    static void patchedLine(long address) {
        try {
            PATCHED_LINE.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The patched JDK's pfence. */
    static void patchedFence() {
        try {
            PATCHED_FENCE.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Writes back the line of an address: the stock intrinsic, between fences as in J-NVM. They are no instruction on
     * x86-64; without them C2 moves loads across, and SuperWord of JDK 17 may crash on a loop.
     */
    static void stockLine(long address) {
        VarHandle.acquireFence();
        try {
            STOCK_LINE.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        VarHandle.acquireFence();
    }

    /** The stock intrinsic that follows write-backs, between the same fences. */
    static void stockFence() {
        VarHandle.acquireFence();
        try {
            STOCK_FENCE.invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        VarHandle.acquireFence();
    }

    /** Writes back the line of an address, in the best way that this JDK has. */
    public static void line(long address) {
        if (PATCHED) {
            patchedLine(address);
        } else {
            stockLine(address);
        }
    }

    /** Fences, in the best way that this JDK has. */
    public static void fence() {
        if (PATCHED) {
            patchedFence();
        } else {
            stockFence();
        }
    }

    /** Writes back lines and fences: what {@code force} does on DAX. */
    static void stockRange(long address, long bytes) {
        VarHandle.acquireFence();
        try {
            STOCK_RANGE.invokeExact(address, bytes);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        VarHandle.acquireFence();
    }
}
