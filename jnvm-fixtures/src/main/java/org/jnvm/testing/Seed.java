package org.jnvm.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a parameter of a test its random numbers, as a {@link java.util.Random}, or only the seed, as a {@code long}. The
 * seed is printed; {@code -Djnvm.seed=…} runs the test with it again. See {@link Seeds} for which one it is.
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SeedResolver.class)
public @interface Seed {
    /** The name that is printed, and from which the seed of an ordinary build follows. */
    String value();
}
