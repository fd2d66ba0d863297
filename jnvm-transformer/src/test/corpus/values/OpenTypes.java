package corpus.values;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Optional;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields whose types say little: each value that they can have, and persistent objects. */
public class OpenTypes {
    interface Shape {
        int corners();
    }

    record Square(int side) implements Shape {
        @Override
        public int corners() {
            return 4;
        }
    }

    enum Round implements Shape {
        CIRCLE;

        @Override
        public int corners() {
            return 0;
        }
    }

    @Persistent
    static class Polygon implements Shape {
        int corners = 5;

        @Override
        public int corners() {
            return corners;
        }

        @Override
        public String toString() {
            return "polygon " + corners;
        }
    }

    @Persistent
    static class Holder {
        Object object;
        Number number = 1;
        Comparable<?> comparable = "c";
        CharSequence text = "abc";
        Shape shape = Round.CIRCLE;
        java.io.Serializable serializable = 2.5f;

        String kind() {
            Object value = object;
            return value instanceof Integer i
                    ? "int " + (i + 1)
                    : value instanceof String t
                            ? "text " + t.length()
                            : value instanceof Shape each ? "shape " + each.corners() : "other " + value;
        }
    }

    public static void run(Stage s) {
        Holder h = new Holder();
        s.put("OpenTypes", h);
        Object[] values = {
            7,
            "text",
            'c',
            true,
            2L,
            (byte) 3,
            (short) 4,
            0.5f,
            0.25,
            Round.CIRCLE,
            new Square(9),
            new Polygon(),
            Instant.MAX,
            BigInteger.TEN,
            Optional.empty(),
            Optional.of(Optional.of(new Square(1))),
            null
        };
        for (Object value : values) {
            h.object = value;
            s.print(h.kind(), h.object == null ? null : h.object.getClass().getSimpleName());
        }
        for (Number value : new Number[] {(byte) 1, 2.5, 3L, BigInteger.TWO}) {
            h.number = value;
            s.print(h.number.intValue() + h.number.doubleValue(), h.number);
        }
        for (Shape value : new Shape[] {new Square(2), Round.CIRCLE, new Polygon()}) {
            h.shape = value;
            s.print(
                    h.shape.corners(),
                    "" + h.shape,
                    h.shape == Round.CIRCLE,
                    h.shape == value && value instanceof Polygon);
        }
        ((Polygon) h.shape).corners++;
        h.object = h.shape;
        s.reopen();
        Holder again = s.get("OpenTypes");
        s.print(again.object == again.shape, again.shape, again.number, again.comparable, again.text.charAt(1));
        again.comparable = again.shape.corners();
        again.text = null;
        s.caught(() -> s.print(again.text.length()));
        s.print(again.comparable, again.serializable, again.comparable.equals(6));
    }
}
