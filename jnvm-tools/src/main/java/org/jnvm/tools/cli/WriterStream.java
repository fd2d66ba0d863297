package org.jnvm.tools.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/** Bytes of ASCII text to a writer. */
final class WriterStream extends OutputStream {
    private final PrintWriter writer;

    WriterStream(PrintWriter writer) {
        this.writer = writer;
    }

    @Override
    public void write(int b) throws IOException {
        writer.write(b & 0x7F);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) (bytes[from + i] & 0x7F);
        }
        writer.write(chars);
        if (writer.checkError()) {
            throw new IOException("output cannot be written: its reader is gone, or the disk is full");
        }
    }

    @Override
    public void flush() throws IOException {
        writer.flush();
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
