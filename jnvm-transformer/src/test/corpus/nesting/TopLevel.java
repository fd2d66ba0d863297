package corpus.nesting;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Persistent classes at top level, one of them package-private in the file of another. */
@Persistent
public class TopLevel {
    protected int x = 1;
    private Helper helper = new Helper(this);

    int work() {
        return helper.add() + helper.owner.x;
    }

    public static void run(Stage s) {
        TopLevel t = new TopLevel();
        s.print(t.work(), t.work(), t.x, t.helper.calls);
    }
}

@Persistent(fa = "non-private")
class Helper {
    int calls;
    final TopLevel owner;

    Helper(TopLevel owner) {
        this.owner = owner;
        owner.x++;
    }

    int add() {
        return owner.x += ++calls;
    }
}
