package corpus.inheritance;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** equals, hashCode, toString and compareTo of the program's own, in collections of Java. */
public class ObjectMethods {
    @Persistent
    static class Point implements Comparable<Point> {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            if (!(o instanceof Point)) {
                return false;
            }
            Point p = (Point) o;
            return p.x == x && p.y == y;
        }

        @Override
        public int hashCode() {
            return 31 * x + y;
        }

        @Override
        public String toString() {
            return "(" + x + "," + y + ")";
        }

        @Override
        public int compareTo(Point p) {
            return x != p.x ? Integer.compare(x, p.x) : Integer.compare(y, p.y);
        }
    }

    @Persistent
    static class Named extends Point {
        String name;

        Named(int x, int y, String name) {
            super(x, y);
            this.name = name;
        }

        @Override
        public String toString() {
            return name + super.toString();
        }
    }

    public static void run(Stage s) {
        Set<Point> set = new HashSet<>();
        Map<Point, String> map = new HashMap<>();
        TreeSet<Point> sorted = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            Point p = i % 3 == 0 ? new Named(i % 4, i % 2, "n" + i) : new Point(i % 4, i % 2);
            set.add(p);
            sorted.add(p);
            map.merge(p, p.toString(), String::concat);
        }
        s.print(
                set.size(),
                map.get(new Point(3, 1)),
                sorted,
                List.copyOf(sorted).indexOf(new Point(2, 0)));
        s.print(new Point(1, 2).equals(null), new Point(1, 2).equals(new Named(1, 2, "x")), "" + new Named(0, 0, null));
    }
}
