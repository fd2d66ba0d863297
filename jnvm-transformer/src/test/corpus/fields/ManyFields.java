package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** More fields than fit into a block; those of the second and third are written and read, also through other objects. */
public class ManyFields {
    @Persistent
    static class Big {
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19;
        double b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19;
        String c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19;
        Big d0, d1, d2, d3, d4, d5, d6, d7, d8, d9;
        int e0, e1, e2, e3, e4, e5, e6, e7, e8, e9;
        byte f0, f1, f2, f3, f4, f5, f6, f7, f8, f9;
        Integer g0, g1, g2, g3, g4, g5, g6, g7, g8, g9;
        Long h0, h1, h2, h3, h4, h5, h6, h7, h8, h9;

        void fill(int n) {
            a0 = n;
            a19 = n * 3L;
            b0 = n / 2.0;
            b19 = n / 3.0;
            c0 = "c" + n;
            c19 = c0 + c0;
            d0 = this;
            d9 = n > 0 ? new Big() : null;
            e0 = n;
            e9 = -n;
            f0 = (byte) n;
            f9 = (byte) -n;
            g0 = n;
            g9 = n > 0 ? n * n : null;
            h0 = n == 0 ? null : (long) n;
            h9 = n * 5L;
            if (d9 != null) {
                d9.fill(n - 1);
            }
        }

        String text() {
            return a0 + " " + a19 + " " + b0 + " " + b19 + " " + c0 + " " + c19 + " " + e0 + " " + e9 + " " + f0 + " "
                    + f9
                    + " " + g0 + " " + g9 + " " + h0 + " " + h9 + " " + a10 + b10 + c10 + d5 + e5 + f5 + g5 + h5
                    + (d9 == null ? "" : "\n" + d9.text());
        }
    }

    @Persistent
    static class Bigger extends Big {
        int more = 5;
        long evenMore;

        @Override
        void fill(int n) {
            super.fill(n);
            evenMore += more++ + a19;
            d0.e9 += 1000;
            d9.h9++;
            d9.f9 -= 7;
        }
    }

    public static void run(Stage s) {
        Bigger b = new Bigger();
        b.fill(3);
        b.d9.d0.b19 *= 2;
        s.print(b.text());
        s.print(b.more, b.evenMore, b.d0.d0.e9++, b.e9);
    }
}
