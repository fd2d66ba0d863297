package corpus.interleaved;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Objects of transient subclasses found again: persistent fields as they were, transient ones as resurrect() sets them. */
public class Found {
    @Persistent
    static class Item {
        int stock = 4;
        Item substitute;
    }

    static class Counted extends Item implements PObject {
        transient int reads = 1;

        public void resurrect() {
            reads = 100;
        }

        int read() {
            reads++;
            return stock;
        }
    }

    @Persistent
    static class Priced extends Counted {
        double price = 2.5;

        @Override
        int read() {
            price *= 2;
            return super.read() + 1000;
        }
    }

    public static void run(Stage s) {
        Counted c = new Counted();
        Priced p = new Priced();
        c.substitute = p;
        p.substitute = c;
        s.put("Found", c);
        s.print(c.read(), c.reads, p.read(), p.price, p.reads);
        s.reopen();
        c = s.get("Found");
        p = (Priced) c.substitute;
        // what Java has to be told, as it forgets nothing
        c.resurrect();
        p.resurrect();
        s.print(c.read(), c.reads, p.read(), p.price, p.reads, ((Counted) p.substitute).read(), c.reads);
    }
}
