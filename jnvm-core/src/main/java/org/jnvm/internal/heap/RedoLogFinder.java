package org.jnvm.internal.heap;

import java.util.Iterator;
import java.util.ServiceLoader;
import org.jnvm.FailureAtomicException;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.spi.RedoLogProvider;
import org.jnvm.spi.RedoLogs;

/** Finds who reads the redo logs of a heap. As {@link HeapOpener}, without lambdas and streams. */
public final class RedoLogFinder {
    private RedoLogFinder() {}

    /**
     * Attaches to the redo logs of a heap, which must be readable if it has any.
     *
     * @param space the heap's objects
     * @return the redo logs, or null if there is nobody to read or write them
     * @throws FailureAtomicException if the heap has redo logs, and nothing to read them is there
     */
    public static RedoLogs attach(ObjectSpace space) {
        boolean logsLeft = space.load(StateLayout.LOGS_OFFSET) != Reference.NULL;
        ClassLoader[] loaders = {Thread.currentThread().getContextClassLoader(), RedoLogFinder.class.getClassLoader()};
        for (ClassLoader loader : loaders) {
            Iterator<RedoLogProvider> providers =
                    ServiceLoader.load(RedoLogProvider.class, loader).iterator();
            if (providers.hasNext()) {
                return providers.next().attach(new LogMemory(space));
            }
        }
        if (logsLeft) {
            throw new FailureAtomicException("heap has redo logs and nothing to read them: heap="
                    + space.file().path() + "; add the artifact org.jnvm:jnvm-pfa to the class path or module path");
        }
        return null;
    }
}
