package org.jnvm.tools;

import org.jnvm.JnvmException;
import org.jspecify.annotations.Nullable;

/** A file is no dump of a heap that can be loaded. */
public final class DumpFormatException extends JnvmException {
    private static final long serialVersionUID = 1L;

    DumpFormatException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
