package corpus.identity;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** == and != on paths that lead to one object, on null, on this, and on what javac knows as Object or as an interface. */
public class References {
    interface Shape extends PObject {}

    @Persistent
    static class N implements Shape {
        N next;
        Shape shape;
        PObject any;

        boolean isMe(Object o) {
            return this == o;
        }

        boolean isNext(N n) {
            return next == n && n.next != n;
        }
    }

    static <T> boolean same(T a, T b) {
        return a == b;
    }

    public static void run(Stage s) {
        N a = new N();
        N b = new N();
        a.next = b;
        b.next = a;
        a.shape = b;
        a.any = b;
        s.print(a.next == b, a.next != b, a.next.next == a, a.next == a, a.next.next.next == b, a == b, a != b);
        s.print(a.shape == b, a.any == b, a.any == a.shape, a.shape == a.next, a.any != b.any, b.any == null);
        s.print(a.isMe(b.next), a.isMe(b), a.isNext(b), b.isNext(a.next), a.next.isMe(a.shape));
        Object object = a.any;
        Object text = "text";
        s.print(
                object == b.next.next,
                object == text,
                text == object,
                null == object,
                same(a, b.next),
                same(a, object));
    }
}
