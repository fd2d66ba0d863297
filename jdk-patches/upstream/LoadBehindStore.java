import jdk.internal.misc.Unsafe;

/** C2 loads behind the store: prints how often. */
public class LoadBehindStore {
    static final Unsafe U = Unsafe.getUnsafe();

    static long swap(long address, long value) {
        U.writebackMemory(address, 8);
        long old = U.getLong(address);
        U.putLong(address, value);
        return old;
    }

    public static void main(String[] args) {
        long address = (U.allocateMemory(128) + 63) & -64;
        int wrong = 0;
        for (int i = 0; i < 100_000; i++) {
            U.putLong(address, 42);
            wrong += swap(address, i) == 42 ? 0 : 1;
        }
        System.out.println("wrong: " + wrong);
    }
}
