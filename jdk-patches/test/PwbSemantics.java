import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jdk.internal.misc.Unsafe;

/** What pwb, pfence and psync do, in whatever mode this JVM runs. Prints "ok" and ends with 0, or throws. */
public class PwbSemantics {
    static final int LINE = 64;
    static final int LINES = 1024;
    static final Unsafe U = Unsafe.getUnsafe();
    static final sun.misc.Unsafe S = sunUnsafe();

    static int left;
    static int right;
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "supported" -> {
                methodsArePublic();
                everyAddressOfALine(Path.of(args[1]));
                writebackMemoryWorks();
                ordersStoresToNativeMemory(Integer.parseInt(args[2]));
                ordersStoresToTheJavaHeap(Integer.parseInt(args[2]));
                refusesNull();
            }
            case "unsupported" -> refusesWithoutInstructions();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("ok");
    }

    static void check(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    static void methodsArePublic() throws NoSuchMethodException {
        for (Class<?> c : new Class<?>[] {Unsafe.class, sun.misc.Unsafe.class}) {
            Method[] methods = {c.getMethod("pwb", long.class), c.getMethod("pfence"), c.getMethod("psync")};
            for (Method m : methods) {
                check(m.getReturnType() == void.class && !Modifier.isStatic(m.getModifiers()), "signature: " + m);
                check(!m.isAnnotationPresent(Deprecated.class), "deprecated: " + m);
            }
        }
    }

    /** Stores, writes back through every address of each line, and finds in the file what was stored. */
    static void everyAddressOfALine(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, LINES * LINE);
            long base = addressOf(map);
            for (int round = 1; round <= 20; round++) {
                for (int line = 0; line < LINES; line++) {
                    long at = base + (long) line * LINE;
                    long value = round * 0x10001L + line;
                    U.putLong(at, value);
                    S.pwb(at + line % LINE);
                    S.pfence();
                    U.putLong(at + LINE - 8, ~value);
                    U.pwb(at + (line * 7) % LINE);
                    if (line % 2 == 0) {
                        U.psync();
                    } else {
                        S.psync();
                    }
                    check(U.getLong(at) == value && U.getLong(at + LINE - 8) == ~value, "changed by a write-back");
                }
            }
            ByteBuffer read = ByteBuffer.allocate(LINES * LINE).order(ByteOrder.nativeOrder());
            channel.read(read, 0);
            for (int line = 0; line < LINES; line++) {
                long value = 20 * 0x10001L + line;
                check(read.getLong(line * LINE) == value, "line " + line + " of the file, first word");
                check(read.getLong(line * LINE + LINE - 8) == ~value, "line " + line + " of the file, last word");
                check(read.getLong(line * LINE + 8) == 0, "line " + line + " of the file, a word never stored to");
            }
        }
        Files.delete(file);
    }

    /** The JDK's own methods on the same intrinsics, which crash a stock JDK 25 without C2. */
    static void writebackMemoryWorks() {
        long memory = U.allocateMemory(4 * LINE);
        for (int i = 0; i < 20_000; i++) {
            U.putInt(memory + LINE, i);
            U.writebackMemory(memory, 4 * LINE);
            check(U.getInt(memory + LINE) == i, "changed by writebackMemory");
        }
        U.freeMemory(memory);
    }

    interface Step {
        /** Stores i left, then i right; or reads right, then left, and returns whether left is behind. */
        boolean run(int i);
    }

    /** One thread writes left before right; another that sees right sees left. Nothing but pfence orders the writer. */
    static void litmus(String what, int millis, Step write, Step isBehind) throws InterruptedException {
        stop = false;
        boolean[] failed = new boolean[1];
        Thread reader = new Thread(() -> {
            while (!stop) {
                failed[0] |= isBehind.run(0);
            }
        });
        reader.start();
        long end = System.nanoTime() + millis * 1_000_000L;
        for (int i = 1; System.nanoTime() < end; i++) {
            write.run(i);
        }
        stop = true;
        reader.join();
        check(!failed[0], what + ": a store after a fence was seen, the one before it was not");
    }

    static void ordersStoresToNativeMemory(int millis) throws InterruptedException {
        long memory = (U.allocateMemory(4 * LINE) + LINE - 1) & -LINE;
        U.setMemory(memory, 2 * LINE, (byte) 0);
        litmus(
                "native memory",
                millis,
                i -> {
                    U.putInt(memory, i);
                    U.pwb(memory);
                    U.pfence();
                    U.putInt(memory + LINE, i);
                    return true;
                },
                i -> {
                    int right = U.getIntAcquire(null, memory + LINE);
                    return U.getInt(memory) - right < 0;
                });
    }

    static void ordersStoresToTheJavaHeap(int millis) throws InterruptedException {
        litmus(
                "Java heap",
                millis,
                i -> {
                    left = i;
                    S.pfence();
                    right = i;
                    return true;
                },
                i -> {
                    int r = right;
                    U.loadFence();
                    return left - r < 0;
                });
    }

    static void refusesNull() {
        sun.misc.Unsafe none = LINES == 0 ? S : null;
        Runnable[] calls = {() -> none.pwb(0), none == null ? () -> none.pfence() : null, () -> none.psync()};
        for (int i = 0; i < 3_000; i++) {
            try {
                calls[i % 3].run();
            } catch (NullPointerException e) {
                continue;
            }
            throw new AssertionError("a call on null did something");
        }
    }

    /** On a processor without the instructions, here one that is made to look so, all three say so. */
    static void refusesWithoutInstructions() throws Exception {
        Field size = Class.forName("jdk.internal.misc.UnsafeConstants").getDeclaredField("DATA_CACHE_LINE_FLUSH_SIZE");
        U.putInt(U.staticFieldBase(size), U.staticFieldOffset(size), 0);
        check(!Unsafe.isWritebackEnabled(), "the JVM still finds write-backs");
        long memory = U.allocateMemory(LINE);
        Runnable[] calls = {
            () -> U.pwb(memory), U::pfence, U::psync, () -> S.pwb(memory), S::pfence, S::psync
        };
        for (int i = 0; i < 60_000; i++) {
            try {
                calls[i % calls.length].run();
            } catch (UnsupportedOperationException e) {
                check(e.getMessage().contains("no instruction that writes back a cache line"), e.getMessage());
                continue;
            }
            throw new AssertionError("call " + i % calls.length + " did something");
        }
    }

    static long addressOf(MappedByteBuffer map) {
        try {
            return U.getLong(map, U.objectFieldOffset(java.nio.Buffer.class.getDeclaredField("address")));
        } catch (NoSuchFieldException e) {
            throw new AssertionError(e);
        }
    }

    static sun.misc.Unsafe sunUnsafe() {
        try {
            Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
