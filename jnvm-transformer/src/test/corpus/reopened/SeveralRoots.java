package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Several names, two for one object, and objects that only one of them reaches. */
public class SeveralRoots {
    @Persistent
    static class N {
        int n;
        N link;

        N(int n, N link) {
            this.n = n;
            this.link = link;
        }
    }

    public static void run(Stage s) {
        N shared = new N(1, null);
        N a = new N(2, shared);
        s.put("roots.a", a);
        s.put("roots.b", new N(3, shared));
        s.put("roots.same", a);
        s.reopen();
        N first = s.get("roots.a");
        N second = s.get("roots.b");
        N same = s.get("roots.same");
        first.link.n += 10;
        same.n += 100;
        s.print(
                first.n,
                second.link.n,
                same.link.n,
                first.equals(same),
                first.link.equals(second.link),
                first.equals(second));
        second.link = first;
        s.reopen();
        N again = s.get("roots.b");
        s.print(again.link.n, again.link.link.n, s.get("roots.none"));
    }
}
