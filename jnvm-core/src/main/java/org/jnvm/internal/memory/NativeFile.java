package org.jnvm.internal.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file by a descriptor of the system, for what Java's channels cannot do: to give parts of it back to the file system, to make
 * it a clone of another one. Not safe for use by several threads. Closing it drops the locks that this process has on the file, as closing any channel does.
 */
public final class NativeFile implements AutoCloseable {
    private static final int READ_WRITE = 2;
    private static final int NO_FOLLOW = isArm() ? 0x8000 : 0x20000;
    private static final int CLOSE_ON_EXEC = 0x80000;
    /** {@code FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE}. */
    private static final int PUNCH = 0x02 | 0x01;

    private static final MethodType OPEN_TYPE = MethodType.methodType(int.class, long.class, int.class);
    private static final MethodType PUNCH_TYPE =
            MethodType.methodType(int.class, int.class, int.class, long.class, long.class);
    private static final MethodType CLOSE_TYPE = MethodType.methodType(int.class, int.class);
    private static final MethodType CONTROL_TYPE = MethodType.methodType(int.class, int.class, long.class, long.class);
    /** {@code FICLONE}, on x86-64 and AArch64. */
    private static final long CLONE = 0x40049409L;

    private static final @Nullable MethodHandle OPEN = NativeFunctions.find("open", OPEN_TYPE);
    private static final @Nullable MethodHandle FALLOCATE = NativeFunctions.find("fallocate", PUNCH_TYPE);
    private static final @Nullable MethodHandle CLOSE = NativeFunctions.find("close", CLOSE_TYPE);
    private static final @Nullable MethodHandle CONTROL = NativeFunctions.find("ioctl", CONTROL_TYPE, 2);

    private final int descriptor;

    private NativeFile(int descriptor) {
        this.descriptor = descriptor;
    }

    private static boolean isArm() {
        return System.getProperty("os.arch").equals("aarch64");
    }

    /** Returns why no file can be opened, for people; empty if one can. */
    public static String whyNot() {
        if (!NativeFunctions.WHY_NOT.isEmpty()) {
            return NativeFunctions.WHY_NOT;
        }
        return OPEN == null || FALLOCATE == null || CLOSE == null ? "the C library has no fallocate" : "";
    }

    /**
     * Opens a file to be written to; only if {@link #whyNot} is empty.
     *
     * @param path the file
     * @return null if the system refused
     */
    public static @Nullable NativeFile open(Path path) {
        byte[] name =
                path.toAbsolutePath().toString().getBytes(Charset.forName(System.getProperty("sun.jnu.encoding")));
        ByteBuffer text = ByteBuffer.allocateDirect(name.length + 1).put(name);
        MemorySegment segment = MemorySegment.ofBuffer(text.rewind());
        try {
            int descriptor = (int) OPEN.invokeExact(segment.address(), READ_WRITE | NO_FOLLOW | CLOSE_ON_EXEC);
            return descriptor < 0 ? null : new NativeFile(descriptor);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // a downcall throws nothing checked
        } finally {
            java.lang.ref.Reference.reachabilityFence(text);
        }
    }

    /**
     * Gives the space of whole pages back; they read as zeros from then on.
     *
     * @param offset where they begin in the file
     * @param bytes how many
     * @return whether that was done; if not, some of it may have been
     */
    public boolean punch(long offset, long bytes) {
        try {
            return (int) FALLOCATE.invokeExact(descriptor, PUNCH, offset, bytes) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // a downcall throws nothing checked
        }
    }

    /** Tells whether {@link #cloneOf} can be called; not whether the file system can do it. */
    public static boolean mayClone() {
        return whyNot().isEmpty() && CONTROL != null;
    }

    /**
     * Makes the file a clone of another one: the same bytes, at the same place on the disk until either is written to. What
     * was stored to the other one's pages is part of it. Only if {@link #mayClone}.
     *
     * @param other the other file
     * @return whether that was done; a file system that cannot do it refuses, as it does for files of two file systems
     */
    public boolean cloneOf(NativeFile other) {
        try {
            return (int) CONTROL.invokeExact(descriptor, CLONE, (long) other.descriptor) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // a downcall throws nothing checked
        }
    }

    /** Closes the file. */
    @Override
    public void close() {
        try {
            int ignored = (int) CLOSE.invokeExact(descriptor); // nothing was written through it that could fail now
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e); // a downcall throws nothing checked
        }
    }
}
