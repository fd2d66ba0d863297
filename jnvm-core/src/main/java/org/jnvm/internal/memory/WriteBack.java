package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

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
        try {
            LINE.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError("cache-line write-back failed: address=0x" + Long.toHexString(address), e);
        }
    }

    /** Fences what this thread wrote back. */
    void fence() {
        if (this == INTRINSIC) {
            try {
                FENCE.invokeExact();
            } catch (Throwable e) {
                throw new AssertionError("persistent fence failed", e);
            }
        }
    }
}
