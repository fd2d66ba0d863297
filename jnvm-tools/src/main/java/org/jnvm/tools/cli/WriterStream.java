package org.jnvm.tools.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;

/** Bytes of ASCII text to a writer. */
final class WriterStream extends OutputStream {
    private final Writer writer;

    WriterStream(Writer writer) {
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
