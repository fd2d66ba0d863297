package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the C library, called where the JDK has a foreign linker, from 22 on, and the program allows native access. Elsewhere
 * there are none, and nothing is printed.
 */
final class NativeFunctions {
    /** Why there are no functions, for people; empty if there are. */
    static final String WHY_NOT = whyNot();

    private NativeFunctions() {}

    private static String whyNot() {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "the system is not Linux";
        }
        if (!NativeMemory.FOREIGN) {
            return "it takes JDK 22 or later";
        }
        return isNativeAccessEnabled()
                ? ""
                : "native access is not allowed; start Java with --enable-native-access=org.jnvm.core, or"
                        + " =ALL-UNNAMED if J-NVM is on the class path";
    }

    /**
     * Returns a function; by reflection, as JDK 17 to 21 have none of it.
     *
     * @param name its name in the C library
     * @param type its type, of {@code int} and {@code long} only; a pointer is passed like a long
     * @return null where it cannot be called
     */
    static @Nullable MethodHandle find(String name, MethodType type) {
        return find(name, type, type.parameterCount());
    }

    /**
     * Returns a function that takes a variable number of arguments.
     *
     * @param name its name in the C library
     * @param type its type; see {@link #find(String, MethodType)}
     * @param named how many arguments the function has names for: others are passed in another way, on some machines
     * @return null where it cannot be called
     */
    static @Nullable MethodHandle find(String name, MethodType type, int named) {
        if (!WHY_NOT.isEmpty()) {
            return null;
        }
        try {
            Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
            Class<?> lookupType = Class.forName("java.lang.foreign.SymbolLookup");
            Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
            Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
            Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
            Object linker = linkerType.getMethod("nativeLinker").invoke(null);
            Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
            Optional<?> symbol =
                    (Optional<?>) lookupType.getMethod("find", String.class).invoke(lookup, name);
            if (symbol.isEmpty()) {
                return null;
            }
            Object arguments = Array.newInstance(layoutType, type.parameterCount());
            for (int i = 0; i < type.parameterCount(); i++) {
                Array.set(arguments, i, layout(type.parameterType(i)));
            }
            Object descriptor = descriptorType
                    .getMethod("of", layoutType, arguments.getClass())
                    .invoke(null, layout(type.returnType()), arguments);
            Object options = Array.newInstance(optionType, named < type.parameterCount() ? 1 : 0);
            if (named < type.parameterCount()) {
                Array.set(
                        options,
                        0,
                        optionType.getMethod("firstVariadicArg", int.class).invoke(null, named));
            }
            MethodHandle handle = (MethodHandle) linkerType
                    .getMethod("downcallHandle", segmentType, descriptorType, options.getClass())
                    .invoke(linker, symbol.get(), descriptor, options);
            return handle.asType(type);
        } catch (ReflectiveOperationException e) {
            return null; // a JDK without a final foreign linker
        }
    }

    private static Object layout(Class<?> type) throws ReflectiveOperationException {
        return Class.forName("java.lang.foreign.ValueLayout")
                .getField(type == int.class ? "JAVA_INT" : "JAVA_LONG")
                .get(null);
    }

    /** Asked first: without it the first call prints a warning, or is refused. */
    private static boolean isNativeAccessEnabled() {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(NativeFunctions.class.getModule());
        } catch (ReflectiveOperationException e) {
            return false; // a JDK that does not tell
        }
    }
}
