package org.jnvm.internal.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.util.function.BiFunction;
import org.jnvm.JnvmException;
import org.jnvm.internal.file.FileBytes;
import org.jspecify.annotations.Nullable;

/** A file that is made under another name, and gets its own when it is whole. */
public final class NewFile {
    private final Path file;
    private final Path partial;
    private final boolean replaces;
    private final BiFunction<String, @Nullable Throwable, ? extends JnvmException> refusal;

    /** Makes the file. */
    @FunctionalInterface
    public interface Maker<T> {
        /** Writes the file and forces it; returns what the caller wants to know. */
        T make(Path partial) throws IOException;
    }

    /**
     * Gets ready; touches nothing.
     *
     * @param out the file, which must not exist
     * @param refusal makes the exception of a message and its cause
     */
    public NewFile(Path out, BiFunction<String, @Nullable Throwable, ? extends JnvmException> refusal) {
        this(out, false, refusal);
    }

    /**
     * Gets ready; touches nothing.
     *
     * @param out the file
     * @param replaces whether it takes the place of a file that exists; who has that one open keeps it
     * @param refusal makes the exception of a message and its cause
     */
    public NewFile(
            Path out, boolean replaces, BiFunction<String, @Nullable Throwable, ? extends JnvmException> refusal) {
        this.replaces = replaces;
        this.file = out.toAbsolutePath();
        this.partial = file.resolveSibling(file.getFileName() + ".partial");
        this.refusal = refusal;
    }

    /** Returns the attribute that lets only the owner read and write, where the file system has such. */
    public static FileAttribute<?>[] ownerOnly(Path file) {
        return FileBytes.ownerOnly(file);
    }

    /**
     * Makes the file, from nothing. If that fails, there is none.
     *
     * @throws JnvmException the refusal, if the file exists, or cannot be written
     */
    public <T> T make(Maker<T> maker) {
        return guarded(() -> {
            Files.deleteIfExists(partial); // of one that was killed
            return finish(maker);
        });
    }

    /** Does the same, but goes on with what a process has left that was killed while it made the file. */
    public <T> T resume(Maker<T> maker) {
        return guarded(() -> finish(maker));
    }

    /** Makes a file, or part of it. */
    private interface Step<T> {
        T take() throws IOException;
    }

    private <T> T guarded(Step<T> step) {
        try {
            refuseExisting();
            return step.take();
        } catch (IOException e) {
            throw refusal.apply(
                    "file cannot be written: file=" + file + ", error=" + e
                            + "; check its folder, and the space on the disk",
                    e);
        }
    }

    // persist-order: [every byte of the file] < force (by the maker) < rename < force of the folder
    private <T> T finish(Maker<T> maker) throws IOException {
        try {
            T result = maker.make(partial);
            refuseExisting();
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            FileBytes.force(file.getParent());
            return result;
        } finally {
            Files.deleteIfExists(partial);
            Files.deleteIfExists(partial.resolveSibling(partial.getFileName() + ".lock")); // of a heap
        }
    }

    private void refuseExisting() {
        if (!replaces && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw refusal.apply(
                    "file exists already, and must not exist yet: file=" + file + "; remove it, or take another name",
                    null);
        }
    }
}
