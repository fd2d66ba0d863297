import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdk.internal.misc.Unsafe;

/**
 * Methods whose machine code PwbTest looks at. Their stores are of the constants below, which are found in the code; a
 * store to native memory goes by the internal Unsafe, what is tested by that of sun.misc.
 */
public class PwbCode {
    static final int FIRST = 0x5EED0001;
    static final int SECOND = 0x5EED0002;
    static final int THIRD = 0x5EED0003;
    /** A displacement that is found in the code of what accesses memory there. */
    static final int FAR = 0x5EED4;
    static final Unsafe U = Unsafe.getUnsafe();
    static final sun.misc.Unsafe S = PwbSemantics.S;

    static int used;

    int field;

    static void storePwbFenceStore(long a) {
        U.putInt(a, FIRST);
        S.pwb(a);
        S.pfence();
        U.putInt(a, SECOND);
    }

    static void storePwbSyncStore(long a) {
        U.putInt(a, FIRST);
        S.pwb(a);
        S.psync();
        U.putInt(a, SECOND);
    }

    static void twoLines(long a) {
        U.putInt(a, FIRST);
        S.pwb(a);
        U.putInt(a + 64, SECOND);
        S.pwb(a + 64);
        S.pfence();
        U.putInt(a, THIRD);
    }

    static void sameLineTwice(long a) {
        U.putInt(a, FIRST);
        S.pwb(a);
        S.pwb(a);
        U.putInt(a, SECOND);
    }

    static void loop(long a, int n) {
        for (int i = 0; i < n; i++) {
            U.putInt(a, FIRST);
            S.pwb(a);
        }
    }

    static void heap(PwbCode o) {
        o.field = FIRST;
        S.pfence();
        o.field = SECOND;
    }

    static void buffer(ByteBuffer b, long a) {
        b.putInt(0, FIRST);
        S.pwb(a);
        S.pfence();
        b.putInt(0, SECOND);
    }

    static int loadPwbStore(long a) {
        int v = U.getInt(a + FAR);
        S.pwb(a);
        U.putInt(a + FAR, SECOND);
        return v;
    }

    static int loadFenceStore(long a) {
        int v = U.getInt(a + FAR);
        S.pfence();
        U.putInt(a + FAR, SECOND);
        return v;
    }

    static int pwbLoadStore(long a) {
        S.pwb(a);
        int v = U.getInt(a + FAR);
        U.putInt(a + FAR, SECOND);
        return v;
    }

    static int fenceLoadStore(long a) {
        S.pfence();
        int v = U.getInt(a + FAR);
        U.putInt(a + FAR, SECOND);
        return v;
    }

    static int loadRangeStore(long a) {
        int v = U.getInt(a + FAR);
        U.writebackMemory(a, 8);
        U.putInt(a + FAR, SECOND);
        return v;
    }

    static void bySunMiscOnly(long a) {
        S.pwb(a);
        S.pfence();
    }

    static void byInternalOnly(long a) {
        U.pwb(a);
        U.pfence();
    }

    public static void main(String[] args) {
        long a = (U.allocateMemory(FAR + 256) + 63) & -64;
        PwbCode o = new PwbCode();
        ByteBuffer b = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 30_000; i++) {
            storePwbFenceStore(a);
            storePwbSyncStore(a);
            twoLines(a);
            sameLineTwice(a);
            loop(a, i % 5);
            heap(o);
            buffer(b, a);
            used += loadPwbStore(a);
            used += loadFenceStore(a);
            used += pwbLoadStore(a);
            used += fenceLoadStore(a);
            used += loadRangeStore(a);
            bySunMiscOnly(a);
            byInternalOnly(a);
        }
    }
}
