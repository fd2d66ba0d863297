package org.jnvm.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Where the JVM puts the fields of objects that one thread writes and none shares a cache line with. */
public final class CacheLines {
    /** A cache line, and the one that processors load with it. */
    private static final long APART = 128;

    private CacheLines() {}

    /** Fails unless all fields that change lie far from both ends of the object: any object may lie there. */
    public static void requireApart(Class<?> type) throws ReflectiveOperationException {
        Field instance = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Method objectFieldOffset = instance.getType().getMethod("objectFieldOffset", Field.class);
        long end = 0;
        long firstChanging = Long.MAX_VALUE;
        long lastChanging = 0;
        for (Class<?> part = type; part.getName().startsWith("org.jnvm"); part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                long offset = (long) objectFieldOffset.invoke(instance.get(null), field);
                end = Math.max(end, offset);
                if (!Modifier.isFinal(field.getModifiers()) && !field.getName().matches("p|[pt]\\d+")) {
                    firstChanging = Math.min(firstChanging, offset);
                    lastChanging = Math.max(lastChanging, offset);
                }
            }
        }
        assertThat(firstChanging).as("first field of %s that changes", type).isBetween(APART, end);
        assertThat(end - lastChanging)
                .as("what lies behind the last field of %s that changes", type)
                .isGreaterThanOrEqualTo(APART - Long.BYTES);
    }
}
