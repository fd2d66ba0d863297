package org.jnvm.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs a test only in the long mode, which {@code -Pfull} asks for; else its report says why it was skipped. */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = Full.PROPERTY, matches = "true", disabledReason = "takes long: only with -Pfull")
public @interface Full {
    /** The system property that {@code -Pfull} sets. */
    String PROPERTY = "jnvm.test.full";

    /** Whether the long mode is asked for: for tests that are short in an ordinary build, and long in that. */
    boolean ON = Boolean.getBoolean(PROPERTY);
}
