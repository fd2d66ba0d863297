package corpus.reopened;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Objects of several classes behind fields of superclass and interface type. */
public class Hierarchies {
    interface Shape extends PObject {
        double area();
    }

    @Persistent
    abstract static class Base implements Shape {
        String name = getClass().getSimpleName();
        Shape neighbour;

        @Override
        public String toString() {
            return name + ":" + area();
        }
    }

    @Persistent
    static class Circle extends Base {
        double r;

        Circle(double r) {
            this.r = r;
        }

        @Override
        public double area() {
            return 3 * r * r++;
        }
    }

    @Persistent
    static class Square extends Base {
        int side;
        final boolean filled;

        Square(int side, boolean filled) {
            this.side = side;
            this.filled = filled;
        }

        @Override
        public double area() {
            return filled ? side * side : 0;
        }
    }

    @Persistent
    static class Tilted extends Square {
        float angle = 45;

        Tilted(int side) {
            super(side, true);
        }

        @Override
        public double area() {
            return super.area() + (angle -= 0.5f);
        }
    }

    public static void run(Stage s) {
        Circle c = new Circle(2);
        Tilted t = new Tilted(3);
        Square q = new Square(4, false);
        c.neighbour = t;
        t.neighbour = q;
        q.neighbour = c;
        s.put("Hierarchies", q);
        for (int i = 0; i < 2; i++) {
            s.reopen();
            Base b = s.get("Hierarchies");
            for (int k = 0; k < 4; k++) {
                s.print(b, b instanceof Square, b.neighbour instanceof Circle);
                b = (Base) b.neighbour;
            }
        }
    }
}
