package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A class whose methods are failure-atomic blocks by default, with all kinds of results. */
public class NonPrivate {
    @Persistent(fa = "non-private")
    static class All {
        int i = 1;
        long l = 2;
        float f = 3;
        double d = 4;
        boolean z;
        byte b = 6;
        char c = 'c';
        short s = 8;
        String t = "t";
        All self = this;

        int addInt(int n) {
            return i += n;
        }

        long addLong(long n) {
            return l += n;
        }

        float addFloat(float n) {
            return f += n;
        }

        double addDouble(double n) {
            return d += n;
        }

        boolean flip() {
            return z = !z;
        }

        byte addByte(int n) {
            return b += n;
        }

        char next() {
            return ++c;
        }

        short negate() {
            return s = (short) -s;
        }

        String append(Object o) {
            return t += o;
        }

        All self() {
            i++;
            return self;
        }

        long[] both() {
            return new long[] {i, l};
        }

        void all() {
            addInt(1);
            addLong(1);
            self().append(addFloat(0.5f) + addDouble(0.25));
            if (flip()) {
                return;
            }
            all();
        }
    }

    public static void run(Stage s) {
        All a = new All();
        s.print(a.addInt(1), a.addLong(1L << 33), a.addFloat(0.5f), a.addDouble(1e-3), a.flip(), a.addByte(250));
        s.print(a.next(), a.negate(), a.append("!"), a.self().i, a.both());
        a.all();
        a.all();
        s.print(a.i, a.l, a.f, a.d, a.z, a.t);
    }
}
