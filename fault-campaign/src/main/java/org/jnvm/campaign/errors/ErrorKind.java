package org.jnvm.campaign.errors;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How operations meet errors. */
public enum ErrorKind {
    /** The stack ends, in compiled code as far as there is some. */
    STACK(List.of()),
    /** The same, in code that is compiled by C1 alone. */
    STACK_C1(List.of("-XX:TieredStopAtLevel=1")),
    /** The same, in the interpreter. */
    STACK_INTERPRETED(List.of("-Xint")),
    /** There is no memory at the n-th allocation. */
    ALLOCATIONS(List.of()),
    /** The n-th call inside a transaction fails. */
    CALLS(List.of());

    private final List<String> flags;

    ErrorKind(List<String> flags) {
        this.flags = flags;
    }

    /** Returns the flags of the JVM. */
    public List<String> flags() {
        return flags;
    }

    /** Tells whether it is a stack that ends. */
    boolean isStack() {
        return this != ALLOCATIONS && this != CALLS;
    }

    /**
     * Returns a class path.
     *
     * @param copies where classes go that have errors in them
     * @param mutant classes that stand in for J-NVM's, or null
     * @param usual what comes last
     */
    public String classPath(Path copies, Path mutant, String usual) throws IOException {
        String path = mutant == null ? usual : mutant + File.pathSeparator + usual;
        if (isStack()) {
            return path;
        }
        Files.createDirectories(copies);
        Instrumentation.write(this, copies, mutant);
        return copies + File.pathSeparator + path;
    }
}
