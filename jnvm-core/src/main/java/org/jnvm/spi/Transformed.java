package org.jnvm.spi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stamps a class that the transformer rewrote. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Transformed {
    /** Returns the version of the transformer. */
    String version();

    /** Returns the layout of the class, in the text form of the class table. */
    String layout();

    /** Returns whether a constructor may give {@code this} away, so that what it leaves by an exception is not freed. */
    boolean leaksThis() default true;

    /** Returns whether {@code resurrect()} of the class is J-NVM's callback; if not, it is no method that core may call. */
    boolean resurrects() default true;
}
