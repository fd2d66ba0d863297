package org.jnvm.internal.file;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Short files in which Linux says something of itself. Read so that few classes are loaded, as each opening needs one. */
final class KernelFile {
    private KernelFile() {}

    /** Returns the text without white space around it, null if there is no such file or it cannot be read. */
    static @Nullable String read(File file) {
        try (InputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).trim();
        } catch (IOException e) {
            return null; // another system, or a container that hides it
        }
    }
}
