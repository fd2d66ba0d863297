package org.jnvm.testing;

import java.util.Random;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Resolves parameters that have {@link Seed}. */
final class SeedResolver implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(Seed.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        String name = parameter.findAnnotation(Seed.class).orElseThrow().value();
        Class<?> type = parameter.getParameter().getType();
        if (type == Random.class) {
            return Seeds.random(name);
        }
        if (type == long.class) {
            return Seeds.of(name);
        }
        throw new IllegalArgumentException("@Seed stands at a parameter of type " + type + ": use Random or long");
    }
}
