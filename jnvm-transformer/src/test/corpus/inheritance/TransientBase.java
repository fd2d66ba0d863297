package corpus.inheritance;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A persistent class that extends a plain one with state, constructors and overridable methods. */
public class TransientBase {
    static class Plain {
        protected int calls;
        final long created;
        String note = "plain";

        protected Plain() {
            this(7);
        }

        Plain(long created) {
            this.created = created;
            calls++;
            init();
        }

        protected void init() {
            note += "!";
        }

        int calls() {
            return calls++;
        }
    }

    @Persistent
    static class Kept extends Plain {
        int kept = 5;
        String text;

        Kept() {
            text = note;
        }

        Kept(long created, String text) {
            super(created * 2);
            this.text = text + super.note;
        }

        @Override
        protected void init() {
            super.init();
            calls += 10;
        }

        @Override
        int calls() {
            return super.calls() * 100 + kept++;
        }
    }

    @Persistent
    static class More extends Kept {
        long more = created;

        More() {
            super(3, "more");
            note = text;
        }
    }

    public static void run(Stage s) {
        for (Kept k : new Kept[] {new Kept(), new Kept(4, "k"), new More()}) {
            s.print(k.calls(), k.calls(), k.calls, k.created, k.note, k.text, k.kept);
        }
        s.print(new More().more);
    }
}
