package org.jnvm.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A long test whose outcome does not depend on the JDK, such as an exploration of crash points: {@code .ci/run} runs it on the
 * first JDK only. A build by hand runs it on any.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Tag("once")
public @interface Once {}
