package corpus.accessors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Native methods that wait for bodies from the transformer; only a persistent heap has them. */
public class NativeStubs {
    @Persistent
    static class N {
        int x;
        String s = "s";
        N next;

        native void pwbX();

        native void pwbS();

        native void updateNext(N next);

        native void replaceNext(N next);

        native void updateS(String s);

        N link(Stage stage, N n) {
            next = n;
            stage.onPersistentHeap(() -> {
                updateNext(null);
                updateNext(n);
                pwbX();
            });
            return this;
        }
    }

    public static void run(Stage s) {
        N a = new N();
        N b = new N();
        a.x = 5;
        b.x = a.link(s, b).next.x + a.x++;
        a.s += b.x;
        s.onPersistentHeap(() -> {
            a.pwbS();
            String before = a.s;
            a.updateS("other");
            a.updateS(before);
            a.replaceNext(b);
        });
        s.print(a.x, a.s, a.next.x, b.s);
    }
}
