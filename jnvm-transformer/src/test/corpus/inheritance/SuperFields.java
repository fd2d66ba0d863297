package corpus.inheritance;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields of superclasses, changed by subclasses, by siblings and through casts. */
public class SuperFields {
    @Persistent
    static class Base {
        protected int count;
        protected String log = "";
        Base peer;

        protected int bump() {
            return count += 2;
        }
    }

    @Persistent
    static class Left extends Base {
        int extra;

        void work(Right right) {
            super.count++;
            count++;
            right.count += 5;
            ((Base) right).log += "l";
            right.peer = this;
            extra = super.count-- + right.peer.count++;
        }
    }

    @Persistent
    static class Right extends Base {
        void work() {
            peer.log = super.log += peer.bump();
            ((Left) peer).extra++;
            ((Left) (Base) peer).count = this.count = 7;
        }
    }

    public static void run(Stage s) {
        Left l = new Left();
        Right r = new Right();
        l.work(r);
        s.print(l.count, l.log, l.extra, r.count, r.log);
        r.work();
        s.print(l.count, l.log, l.extra, r.count, r.log);
    }
}
