package org.jnvm.tools;

import java.util.Locale;
import org.jnvm.RecoveryListener;

/** Hears how far a tool is; called by the thread that uses it. */
@FunctionalInterface
public interface ToolProgress {
    /** Hears nothing. */
    ToolProgress NONE = (step, done, total) -> {};

    /**
     * Called now and then, at least about once a second while something takes long.
     *
     * @param step what is being done, in a word or two
     * @param done how much of it is done
     * @param total how much it is, about, in the same unit; -1 if unknown
     */
    void progress(String step, long done, long total);

    /** Returns a listener for passes of core that passes on what it hears. */
    default RecoveryListener passes() {
        return (phase, done, total, elapsed) -> progress(phase.name().toLowerCase(Locale.ROOT), done, total);
    }
}
