package corpus.arrays;

import org.jnvm.Persistent;
import org.jnvm.pdt.PDoubleArray;
import org.jnvm.transform.corpus.Stage;

/** A matrix on a persistent array, with index arithmetic over fields. */
public class Matrix {
    @Persistent
    static class M {
        final int rows;
        final int columns;
        final PDoubleArray data;

        M(int rows, int columns) {
            this.rows = rows;
            this.columns = columns;
            data = new PDoubleArray(rows * columns);
        }

        double get(int r, int c) {
            return data.get(r * columns + c);
        }

        M set(int r, int c, double v) {
            data.set(r * columns + c, v);
            return this;
        }

        M times(M other) {
            M product = new M(rows, other.columns);
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < other.columns; c++) {
                    double sum = 0;
                    for (int k = 0; k < columns; k++) {
                        sum += get(r, k) * other.get(k, c);
                    }
                    product.set(r, c, sum);
                }
            }
            return product;
        }
    }

    public static void run(Stage s) {
        M a = new M(2, 3);
        M b = new M(3, 2);
        for (int i = 0; i < 6; i++) {
            a.data.set(i, i + 1);
            b.set(i / 2, i % 2, i * 0.5);
        }
        M c = a.times(b);
        s.print(
                c.get(0, 0),
                c.get(0, 1),
                c.get(1, 0),
                c.get(1, 1),
                c.times(c).times(c).get(1, 1));
    }
}
