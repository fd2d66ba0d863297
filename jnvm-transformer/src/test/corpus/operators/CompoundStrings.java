package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** += on String fields, with operands of all types. */
public class CompoundStrings {
    @Persistent
    static class Text {
        String s = "";
        Text next;
        int count;

        Text self() {
            count++;
            return this;
        }
    }

    public static void run(Stage s) {
        Text t = new Text();
        t.s += 1;
        t.s += 'c';
        t.s += 2L;
        t.s += 1.5f;
        t.s += null;
        t.s += true;
        t.s += t.s;
        t.s += new char[0].length;
        t.s += t.count + t.s.length();
        s.print(t.s);
        t.self().s += t.self().count;
        t.self().s += t.self().s.length() + (t.s = "replaced");
        s.print(t.s, t.count);
        t.next = new Text();
        t.next.s = null;
        t.next.s += t.next.s;
        s.print(t.next.s);
    }
}
