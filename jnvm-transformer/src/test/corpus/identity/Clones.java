package corpus.identity;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** clone() as Object has it, overridden, deep, and of a subclass. */
public class Clones {
    @Persistent
    static class Point implements Cloneable {
        int x;
        String name;
        Integer box = 7;
        transient int seen = 3;
        Point link;

        Point(int x, String name) {
            this.x = x;
            this.name = name;
        }

        @Override
        public Point clone() throws CloneNotSupportedException {
            Point copy = (Point) super.clone();
            copy.seen++;
            return copy;
        }
    }

    @Persistent
    static class Deep extends Point {
        long more = 5;
        final double fixed = Math.sqrt(2);

        Deep(int x) {
            super(x, "deep" + x);
        }

        @Override
        public Deep clone() throws CloneNotSupportedException {
            Deep copy = (Deep) super.clone();
            copy.link = link == null ? null : link.clone();
            return copy;
        }
    }

    public static void run(Stage s) throws Exception {
        Deep a = new Deep(1);
        a.link = new Point(2, "inner");
        a.link.link = a;
        Deep b = a.clone();
        b.x += 10;
        b.name += "'";
        b.link.x += 100;
        b.box++;
        s.print(a.x, a.name, a.link.x, a.box, a.seen, a.more, a.fixed, a.link.name);
        s.print(b.x, b.name, b.link.x, b.box, b.seen, b.more, b.fixed, b.link.name, b.link.seen);
        s.print(b.link.link == a, a.link == b.link, a == b, a.link.clone().link == a, b.getClass() == a.getClass());
    }
}
