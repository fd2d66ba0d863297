package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Enum fields: null, constants with bodies, enums with fields and methods. */
public class Enums {
    enum Level {
        LOW,
        MIDDLE,
        HIGH;

        Level next() {
            return values()[(ordinal() + 1) % values().length];
        }
    }

    enum Shape {
        ROUND(3) {
            @Override
            int area(int n) {
                return factor * n * n;
            }
        },
        FLAT(1) {
            @Override
            int area(int n) {
                return factor * n;
            }
        };

        final int factor;

        Shape(int factor) {
            this.factor = factor;
        }

        abstract int area(int n);
    }

    @Persistent
    static class Tag {
        Level level;
        Shape shape = Shape.FLAT;
        final Level fixed;

        Tag(Level fixed) {
            this.fixed = fixed;
        }
    }

    public static void run(Stage s) {
        Tag t = new Tag(Level.HIGH);
        s.print(t.level, t.shape, t.fixed, t.shape.area(5));
        t.level = t.fixed.next();
        t.shape = Shape.ROUND;
        s.print(
                t.level,
                t.shape.area(5),
                t.level.compareTo(t.fixed),
                t.shape.getDeclaringClass().getSimpleName());
        t.level = t.level.next().next();
        // constants are unique in Java, so comparing them by reference is what programs do
        s.print(t.level == Level.HIGH, t.level == t.fixed, t.level != Level.LOW, t.shape == Shape.FLAT);
        t.level = null;
        s.print(t.level, t.level == null);
        s.caught(() -> s.print(t.level.ordinal()));
    }
}
