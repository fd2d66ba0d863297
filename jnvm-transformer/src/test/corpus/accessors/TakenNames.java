package corpus.accessors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Methods with the names of accessors and other parameters, static ones, and fields that look like accessors. */
public class TakenNames {
    @Persistent
    static class N {
        int x = 1;
        int y = 2;
        String z = "z";
        N n;
        int _getX = 3;
        int $jnvm = 4;

        int getX(int by) {
            return x * by;
        }

        void setX(long by) {
            x += by;
        }

        static int getY() {
            return 1000;
        }

        static void setY(int y) {}

        String _getZ() {
            return "own" + z;
        }

        void _setZ(String z) {
            this.z = "set" + z;
        }

        void pwbX() {
            x = -x;
        }

        void updateN(N n) {
            this.n = n == null ? this : n;
        }

        int replaceN(N n) {
            return n.x;
        }

        N getN() {
            return n == null ? this : n.n;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        n.setX(4L);
        N.setY(7);
        n._setZ(n._getZ());
        n.pwbX();
        s.print(n.x, n.getX(3), N.getY(), n.y, n.z, n._getX, n.$jnvm);
        n.updateN(null);
        s.print(n.n.x, n.getN().x, n.replaceN(n), n.n.n.n.x++, n.x);
    }
}
