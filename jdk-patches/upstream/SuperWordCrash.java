import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.internal.misc.Unsafe;

/** JDK 17 crashes in SuperWord::dependence_graph. */
public class SuperWordCrash {
    static final Unsafe U = Unsafe.getUnsafe();
    static final MethodHandle WRITEBACK = writeback();

    /** What writebackMemory calls for each line; it is private. */
    static MethodHandle writeback() {
        try {
            return MethodHandles.privateLookupIn(Unsafe.class, MethodHandles.lookup())
                    .findVirtual(Unsafe.class, "writeback0", MethodType.methodType(void.class, long.class))
                    .bindTo(U);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static long loops(long address) throws Throwable {
        long sum = 0;
        for (int k = 0; k < 500; k++) {
            U.putLong(address, k);
            if (k % 50 == 0) {
                for (int i = 0; i < 100; i++) {
                    long v = U.getLong(address);
                    WRITEBACK.invokeExact(address);
                    U.putLong(address, i);
                    sum += v;
                }
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Throwable {
        long address = (U.allocateMemory(128) + 63) & -64;
        long sum = 0;
        for (int k = 0; k < 20_000; k++) {
            sum += loops(address);
        }
        System.out.println("no crash " + sum);
    }
}
