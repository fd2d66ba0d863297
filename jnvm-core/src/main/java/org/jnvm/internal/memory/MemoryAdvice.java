package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Tells the system how mapped memory will be used: {@code madvise}, called where the JDK has a foreign linker, from 22 on, and the
 * program allows native access. Elsewhere nothing is done, and nothing is printed.
 */
final class MemoryAdvice {
    /** {@code MADV_RANDOM} of Linux. */
    private static final int RANDOM = 1;

    /** {@code int madvise(void *, size_t, int)}; null where it cannot be called. */
    private static final MethodHandle MADVISE = find();

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
        int result;
        try {
            result = (int) MADVISE.invokeExact(address, bytes, RANDOM);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // a downcall throws nothing checked
        }
        if (result != 0) {
            // no field: a logging library without a backend prints lines of its own when it is first used
            LoggerFactory.getLogger(MemoryAdvice.class)
                    .warn("madvise(MADV_RANDOM) is refused, pages are read with those around them: bytes={}", bytes);
        }
    }

    /** By reflection: JDK 17 to 21 have none of it. */
    private static MethodHandle find() {
        if (!System.getProperty("os.name").equals("Linux") || !NativeMemory.FOREIGN || !isNativeAccessEnabled()) {
            return null;
        }
        try {
            Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
            Class<?> lookupType = Class.forName("java.lang.foreign.SymbolLookup");
            Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
            Class<?> valueType = Class.forName("java.lang.foreign.ValueLayout");
            Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
            Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
            Object linker = linkerType.getMethod("nativeLinker").invoke(null);
            Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
            Optional<?> symbol =
                    (Optional<?>) lookupType.getMethod("find", String.class).invoke(lookup, "madvise");
            if (symbol.isEmpty()) {
                return null;
            }
            Object ofLong = valueType.getField("JAVA_LONG").get(null);
            Object ofInt = valueType.getField("JAVA_INT").get(null);
            Object arguments = java.lang.reflect.Array.newInstance(layoutType, 3);
            java.lang.reflect.Array.set(arguments, 0, ofLong); // a pointer is passed like a long
            java.lang.reflect.Array.set(arguments, 1, ofLong);
            java.lang.reflect.Array.set(arguments, 2, ofInt);
            Object descriptor = descriptorType
                    .getMethod("of", layoutType, arguments.getClass())
                    .invoke(null, ofInt, arguments);
            Object noOptions = java.lang.reflect.Array.newInstance(optionType, 0);
            MethodHandle handle = (MethodHandle) linkerType
                    .getMethod("downcallHandle", segmentType, descriptorType, noOptions.getClass())
                    .invoke(linker, symbol.get(), descriptor, noOptions);
            return handle.asType(MethodType.methodType(int.class, long.class, long.class, int.class));
        } catch (ReflectiveOperationException e) {
            return null; // a JDK without a final foreign linker
        }
    }

    /** Asked first: without it the first call prints a warning, or is refused. */
    private static boolean isNativeAccessEnabled() {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(MemoryAdvice.class.getModule());
        } catch (ReflectiveOperationException e) {
            return false; // a JDK that does not tell
        }
    }
}
