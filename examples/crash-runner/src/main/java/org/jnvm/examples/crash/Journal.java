package org.jnvm.examples.crash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Standard output as a journal: what was printed before a kill has reached the reader.
 *
 * <p>Each line is one write to the descriptor. {@code System.out} would write a line and its end one after the other, and
 * a kill in between would leave a line of which nobody can tell whether it is whole.
 *
 * <p>Safe for use by several threads.
 */
public final class Journal {
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    /** Opens the journal on standard output, which is not to be used by anything else. */
    public Journal() {}

    /**
     * Prints a line.
     *
     * @param line the line, without its end
     * @throws UncheckedIOException if nobody reads any more
     */
    public void print(String line) {
        byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (out) {
                out.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the reader of the journal is gone", e);
        }
    }
}
