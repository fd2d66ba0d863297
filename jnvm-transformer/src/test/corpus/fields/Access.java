package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Private fields of nested classes, of outer classes and of siblings. */
public class Access {
    private int outer = 1;

    @Persistent
    private static class Left {
        private int own = 2;
        private Right right;

        private static class Reader {
            private int read(Left left) {
                return left.own++ + left.right.own + left.right.deep.own;
            }
        }
    }

    @Persistent
    private static class Right {
        private int own = 3;
        private Deep deep = new Deep();

        @Persistent
        private static class Deep {
            private int own = 4;
        }
    }

    private int use(Left left) {
        left.right = new Right();
        left.right.own += outer;
        left.right.deep.own *= 10;
        outer = left.own;
        return new Left.Reader().read(left);
    }

    public static void run(Stage s) {
        Access access = new Access();
        Left left = new Left();
        s.print(access.use(left), access.outer, left.own);
    }
}
