package org.jnvm.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that takes half a minute or more: not part of an ordinary build, but of {@code -Pfull}, of {@code mvn verify
 * -Dtest.excluded=}, and of {@code .ci/run}, on the last of its JDKs.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Tag("long")
public @interface LongRunning {}
