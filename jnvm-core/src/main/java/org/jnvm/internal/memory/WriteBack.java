package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/**
 * How a cache line is written back and a fence is issued.
 *
 * <ul>
 *   <li>{@link #NONE}: page cache; a process crash loses no store, so there is nothing to do.
 *   <li>{@link #INTRINSIC}: the JDK's own cache-line write-back, one instruction each once compiled. Needs a JDK with
 *       the patches of {@code jdk-patches}, or else {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED} (or
 *       {@code =org.jnvm.core} on the module path).
 *   <li>{@link #FORCE}: {@code MappedByteBuffer.force} of the line, on a DAX file where the intrinsics cannot be
 *       reached; it fences by itself.
 *   <li>{@link #MARK}: the line is marked, for J-NVM itself to write it to the disk; see {@link Barriers}.
 * </ul>
 *
 * <p><b>What keeps loads before later stores.</b> C2 of the JDKs 17 to 26, unless patched, takes the intrinsics for loads
 * or for nothing: where one stands between a load and a store to the same address, or before both, it may put the load
 * behind the store. So each stands between two {@linkplain #keepOrder fences}, here and nowhere else:
 *
 * <ul>
 *   <li>The fence before it ends the state of memory of every earlier load, which C2 then puts before the fence. A store
 *       behind has a later state.
 *   <li>The fence behind it begins the state of memory of every later load. Without it that would be the state that the
 *       write-back made, and a load of which C2 does not keep before any store.
 *   <li>SuperWord of 17 crashes on a loop with a write-back between loads and stores. It gives up on a loop that has a
 *       fence, so there is a pair for each write-back also where we write back lines in a loop.
 * </ul>
 *
 * <p>{@link #FORCE} is the same intrinsics once C2 inlines it, so it has the same fences ({@code MappedChunk}). {@link
 * #MARK} sets its bit by an atomic instruction, which for C2 is a fence before and one behind. With {@link #NONE} there is
 * nothing that C2 could get wrong. C1 and the interpreter keep calls and accesses in the order of the program.
 */
public enum WriteBack {
    /** Nothing to do. */
    NONE,
    /** The JDK's intrinsics. */
    INTRINSIC,
    /** {@code force} of the mapped line. */
    FORCE,
    /** A mark in {@link DirtyLines}. */
    MARK;

    /** How a user lets the intrinsics be reached. */
    public static final String FLAG = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final MethodHandle LINE;
    private static final MethodHandle FENCE;

    static {
        MethodHandle line = null;
        MethodHandle fence = null;
        if (PatchedUnsafe.AVAILABLE) {
            if (PatchedUnsafe.isSupported()) {
                line = PatchedUnsafe.PWB;
                fence = PatchedUnsafe.PFENCE;
            }
        } else if (OpenedUnsafe.AVAILABLE && stubsExist()) {
            try {
                boolean enabled = (boolean) OpenedUnsafe.LOOKUP
                        .findStatic(
                                OpenedUnsafe.LOOKUP.lookupClass(),
                                "isWritebackEnabled",
                                MethodType.methodType(boolean.class))
                        .invoke();
                if (enabled) {
                    line = OpenedUnsafe.method("writeback0", MethodType.methodType(void.class, long.class));
                    fence = OpenedUnsafe.method("writebackPostSync0", MethodType.methodType(void.class));
                }
            } catch (Throwable e) {
                throw new ExceptionInInitializerError(e);
            }
        }
        LINE = line;
        FENCE = fence;
    }

    /**
     * From JDK 24 on the stubs behind the intrinsics are made by the C2 compiler thread; without C2 a call kills the
     * JVM although the JDK says that write-back is enabled. The patches mend it.
     */
    private static boolean stubsExist() {
        if (PatchedUnsafe.AVAILABLE) {
            return true;
        }
        String info = System.getProperty("java.vm.info", "");
        return Runtime.version().feature() < 24 || info.startsWith("mixed mode") && !info.contains("emulated-client");
    }

    /** Tells whether {@code force} of a {@code MAP_SYNC} mapping, which uses the same stubs, can be called. */
    public static boolean mappedForceIsSafe() {
        return stubsExist();
    }

    /** Tells whether {@link #INTRINSIC} can be used in this JVM. */
    public static boolean intrinsicsAvailable() {
        return LINE != null;
    }

    /** Returns what it is, for people. */
    public String route() {
        return this == INTRINSIC && PatchedUnsafe.AVAILABLE ? name() + " of the patched JDK" : name();
    }

    /** Writes back the line at a native address with the intrinsic. */
    static void intrinsicLine(long address) {
        keepOrder();
        try {
            LINE.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError("cache-line write-back failed: address=0x" + Long.toHexString(address), e);
        }
        keepOrder();
    }

    /** Fences what this thread wrote back. */
    void fence() {
        if (this == INTRINSIC) {
            keepOrder();
            try {
                FENCE.invokeExact();
            } catch (Throwable e) {
                throw new AssertionError("persistent fence failed", e);
            }
            keepOrder();
        }
    }

    /**
     * Stands on both sides of what writes back: no compiler moves a load or store of any memory across. No instruction on
     * x86-64.
     */
    static void keepOrder() {
        VarHandle.acquireFence();
    }
}
