package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * A file that is open, and what the file system calls it: by that it is told whether what is at its path is still that
 * file. What was written to a file that was deleted, renamed or replaced is nowhere when the program has ended.
 *
 * @param path the path
 * @param key what the file system calls the file; null where it has no such keys
 */
record FileIdentity(Path path, Object key) {
    /** Returns the identity of the file that is at a path now. */
    static FileIdentity of(Path path) throws IOException {
        return new FileIdentity(path, attributes(path).fileKey());
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Looks whether the file is at its path, and as long as it must be.
     *
     * @param bytes the least bytes
     * @throws IOException if it is not; says what was found
     */
    void require(long bytes) throws IOException {
        BasicFileAttributes found;
        try {
            found = attributes(path);
        } catch (NoSuchFileException e) {
            throw new IOException("file was deleted or renamed while it was open: file=" + path, e);
        }
        if (!Objects.equals(key, found.fileKey())) {
            throw new IOException("another file was put in the place of an open one: file=" + path + ", found key="
                    + found.fileKey() + ", expected key=" + key);
        }
        if (found.size() < bytes) {
            throw new IOException("file was truncated while it was open: file=" + path + ", bytes=" + found.size()
                    + ", expected=" + bytes);
        }
    }
}
