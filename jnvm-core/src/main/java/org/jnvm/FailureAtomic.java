package org.jnvm;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an instance method or constructor of a {@link Persistent} class a failure-atomic block, whatever its class says:
 * after a crash, all of its persistent effects are there or none. An exception that leaves the method undoes them.
 * Called in another failure-atomic block it is an inner one; see {@link Heap#atomically(FailureAtomicAction)}.
 */
@Documented
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Retention(RetentionPolicy.CLASS)
public @interface FailureAtomic {
    /**
     * Returns the exceptions that do not undo the block: if one of these types, or a subclass, leaves the method, its
     * effects are kept, and durable when the outermost block has ended, as if it had returned. If the commit itself
     * fails, what it throws leaves the method, with the exception suppressed.
     */
    Class<? extends Throwable>[] commitOn() default {};
}
