package org.jnvm.internal.wal;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A file of the operating system. On an asynchronous channel whose work is done by the caller: an interrupted thread
 * closes any other channel under all threads.
 */
public final class OsFile implements BlockFile {
    private final AsynchronousFileChannel channel;

    /**
     * Opens a file for reading and writing.
     *
     * @param file the file, which must exist and be no symbolic link
     */
    public OsFile(Path file) throws IOException {
        this(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    private OsFile(Path file, Set<? extends OpenOption> how) throws IOException {
        channel = AsynchronousFileChannel.open(file, how, new Caller());
    }

    /** Opens a file for reading; {@link #write} throws. */
    public static OsFile toRead(Path file) throws IOException {
        return new OsFile(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public void write(ByteBuffer bytes, long offset) throws IOException {
        for (long at = offset; bytes.hasRemaining(); ) {
            at += done(channel.write(bytes, at));
        }
    }

    @Override
    public void read(ByteBuffer bytes, long offset) throws IOException {
        for (long at = offset; bytes.hasRemaining(); ) {
            int count = done(channel.read(bytes, at));
            if (count < 0) {
                throw new EOFException("file ended while it was read, at byte " + at);
            }
            at += count;
        }
    }

    /** Returns the result of work that the caller has done already, so that an interrupt is no matter. */
    private static int done(Future<Integer> work) throws IOException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException ? (IOException) e.getCause() : new IOException(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError("waited for work that was done", e);
        }
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Runs everything in the thread that asks for it. */
    private static final class Caller extends AbstractExecutorService {
        @Override
        public void execute(Runnable command) {
            command.run();
        }

        @Override
        public void shutdown() {
            // there is nothing that could be shut down
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
