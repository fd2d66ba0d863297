import jdk.internal.misc.Unsafe;

/** With -Xint, JDK 24 and later call a stub that is not there. */
public class StubCrash {
    public static void main(String[] args) {
        Unsafe u = Unsafe.getUnsafe();
        u.writebackMemory(u.allocateMemory(64), 8);
        System.out.println("no crash");
    }
}
