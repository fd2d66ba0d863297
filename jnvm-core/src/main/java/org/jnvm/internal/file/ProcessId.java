package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The id of this process, for people who look for the one that has a heap open. */
final class ProcessId {
    private static final long CURRENT = read();

    private ProcessId() {}

    static long current() {
        return CURRENT;
    }

    /** Asks the system: {@code ProcessHandle}, which starts threads, takes a tenth of the opening of a heap. */
    private static long read() {
        try {
            return Long.parseLong(Files.readSymbolicLink(Path.of("/proc/self")).toString());
        } catch (IOException | UnsupportedOperationException | NumberFormatException e) {
            return ProcessHandle.current().pid(); // not Linux
        }
    }
}
