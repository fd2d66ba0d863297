package org.jnvm.internal.value;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.jnvm.JnvmException;
import org.jnvm.ValueType;
import org.jspecify.annotations.Nullable;

/** The {@link ValueType}s of the program: looked for when the first value is asked for that is of no known class. */
final class ValueTypes {
    private final Map<String, ValueType<?>> byName = new HashMap<>();

    ValueTypes() {
        Set<ClassLoader> loaders = new LinkedHashSet<>();
        loaders.add(Thread.currentThread().getContextClassLoader());
        loaders.add(ValueTypes.class.getClassLoader());
        loaders.remove(null);
        for (ClassLoader loader : loaders) {
            for (ValueType<?> type : ServiceLoader.load(ValueType.class, loader)) {
                ValueType<?> other = byName.putIfAbsent(type.type().getName(), type);
                if (other != null && other.getClass() != type.getClass()) {
                    throw new JnvmException("two value types of one class: class="
                            + type.type().getName() + ", value types="
                            + other.getClass().getName() + " and "
                            + type.getClass().getName() + "; take one of them out of META-INF/services/"
                            + ValueType.class.getName());
                }
            }
        }
    }

    @Nullable
    ValueType<?> of(String className) {
        return byName.get(className);
    }
}
