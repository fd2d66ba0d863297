package org.jnvm.spring.boot;

import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.HeapLockedException;
import org.jnvm.JnvmException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says, in place of a stack trace, why an application does not start whose heap cannot be opened, and what to do. */
final class HeapFailureAnalyzer extends AbstractFailureAnalyzer<JnvmException> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, JnvmException cause) {
        return new FailureAnalysis(cause.getMessage(), action(cause), cause);
    }

    /** Returns what to do besides what the message says, in the words of Spring. */
    private static @Nullable String action(JnvmException cause) {
        if (cause instanceof HeapLockedException) {
            return "One application has a heap open at a time. Stop the other one, or give this one a file of its own with"
                    + " jnvm.heap.path. If it is another context of this JVM, as in tests, close that with @DirtiesContext, or"
                    + " set jnvm.heap.default-heap=false if the files differ.";
        }
        if (cause instanceof HeapFormatException) {
            return "The file was left as it was. Check that jnvm.heap.path names the file that is meant. 'jnvm info FILE' says"
                    + " what it is, 'jnvm check FILE' what is damaged, and 'jnvm salvage FILE' makes a new heap of what is sound.";
        }
        if (cause instanceof HeapFullException) {
            return "Raise jnvm.heap.max-size, or free space on the disk. jnvm.heap.recovery=full reclaims what nothing leads to"
                    + " when the heap is opened, jnvm.heap.collector=background while it is open.";
        }
        return null;
    }
}
