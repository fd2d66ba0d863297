package org.jnvm.crashtest.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A workload that is crashed at every moment that matters. The method has one parameter, a {@link
 * org.jnvm.crashtest.CrashRun}, and does its changes in operations of that; it runs once for each engine and mode, and
 * again when a failure is shrunk.
 *
 * <p>Methods of the class with {@link CrashSetUp}, {@link CrashState}, {@link CrashInvariant}, {@link CrashModel}, {@link
 * CrashGoOn} and {@link CrashCleanUp} say what it starts from and what must hold. See docs/CRASH-TESTING.md.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(CrashTestExtension.class)
public @interface CrashTest {
    /** How crash images are looked for. */
    Engine[] engines() default {Engine.DEVIATION, Engine.LAZY};

    /** Models of memory. */
    PersistenceMode[] modes() default {PersistenceMode.NVMM};

    /** What is left out because something like it was examined. */
    Pruning pruning() default Pruning.RECORDS;

    /** The size of the heap in bytes, which is fixed; each image takes time by it. */
    long heapBytes() default 1 << 20;

    /** The seed of what is random. */
    long seed() default 1;

    /** The most images, or runs of recovery, of one crash point. The report says if there were more. */
    long bound() default 20_000;

    /**
     * Schedules to try if the workload {@linkplain org.jnvm.crashtest.CrashRun#thread adds threads}: each order of the
     * threads without a preemption, then some with one and with two, which follow from the seed.
     */
    int schedules() default 20;

    /** Random or damaged images of each crash point. */
    int randomImages() default 20;
}
