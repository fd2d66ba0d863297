package corpus.control;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** instanceof with patterns on fields and parameters, negated and combined. */
public class Patterns {
    interface Shape extends PObject {}

    @Persistent
    static class Circle implements Shape {
        double r = 1;
    }

    @Persistent
    static class Rect implements Shape {
        int w = 2;
        int h = 3;
        Shape inner;
    }

    static double area(PObject o) {
        if (!(o instanceof Shape shape)) {
            return -1;
        }
        if (shape instanceof Rect rect && rect.w > 0) {
            return rect.w * rect.h++
                    - (rect.inner instanceof Circle c ? c.r *= 2 : rect.inner instanceof Rect r ? area(r) : 0);
        }
        return shape instanceof Circle c && c.r < 100 ? c.r * c.r * 3 : 0;
    }

    public static void run(Stage s) {
        Rect rect = new Rect();
        s.print(area(rect), area(new Circle()), area(null));
        rect.inner = new Circle();
        s.print(area(rect), area(rect));
        Rect outer = new Rect();
        outer.inner = rect;
        Object o = outer;
        s.print(
                area(outer),
                o instanceof Rect r && r.inner instanceof Rect in && in.inner instanceof Circle c ? c.r : -1);
        outer.w = 0;
        s.print(area(outer));
    }
}
