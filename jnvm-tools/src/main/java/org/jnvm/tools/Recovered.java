package org.jnvm.tools;

import org.jnvm.RecoveryReport;

/**
 * What recovering a heap did, or would do.
 *
 * @param report logs, objects, references
 * @param wasClean whether there was nothing to do, as the heap had been closed
 * @param callbacksDue whether live objects want their {@code recover()} called; the program's next opening does that, in
 *     a pass of its own
 */
public record Recovered(RecoveryReport report, boolean wasClean, boolean callbacksDue) {}
