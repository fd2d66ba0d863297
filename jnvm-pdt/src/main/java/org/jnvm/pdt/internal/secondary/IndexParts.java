package org.jnvm.pdt.internal.secondary;

import java.util.NavigableMap;
import org.jnvm.JnvmException;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.spi.Proxy;

/** What indexes take from the public types, which this package does not know. */
public interface IndexParts {
    /** Why something is refused: the exception that the program gets. */
    enum Refusal {
        /** There is no such index, it is of the other kind, or not ready. */
        INDEX,
        /** An index has no key function. */
        NOT_ATTACHED,
        /** An index does not fit a value. */
        MISMATCH,
        /** A unique index has the index key already. */
        DUPLICATE
    }

    /** Makes a persistent string, in the current heap. */
    Proxy text(String text);

    /** Makes an empty sorted map for several threads, in the current heap. */
    Proxy newEntries();

    /** Returns a sorted map as one that tells which key object it had. */
    <K, V> MapView<K, V> view(NavigableMap<K, V> entries);

    /** Makes an exception. */
    JnvmException exception(Refusal why, String message);
}
