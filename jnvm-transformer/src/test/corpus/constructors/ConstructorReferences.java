package corpus.constructors;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Constructors as method references, also of arrays. */
public class ConstructorReferences {
    @Persistent
    static class Point {
        int x;
        int y;

        Point() {
            this(-1, -1);
        }

        Point(Integer x) {
            this(x, 0);
        }

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    public static void run(Stage s) {
        Supplier<Point> none = Point::new;
        Function<Integer, Point> one = Point::new;
        BiFunction<Integer, Integer, Point> two = Point::new;
        IntFunction<Point[]> many = Point[]::new;
        Point[] points = many.apply(4);
        points[0] = none.get();
        points[1] = one.apply(4);
        points[2] = two.apply(5, 6);
        s.print(Arrays.stream(points)
                .map(p -> p == null ? "-" : p.x + "/" + p.y)
                .toArray());
    }
}
