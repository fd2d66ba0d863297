package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Failure-atomic constructors: nested, delegating, and left by an exception. */
public class ConstructorBlocks {
    @Persistent(fa = "non-private")
    static class Registry {
        int made;
        Item last;
    }

    @Persistent(fa = "non-private")
    static class Base {
        int size;

        Base(Registry r) {
            r.made++;
            size = r.made;
        }
    }

    @Persistent(fa = "non-private")
    static class Item extends Base {
        String name;
        Item previous;

        Item(Registry r, String name) {
            super(r);
            this.name = name.trim();
            previous = r.last;
            r.last = this;
            if (name.isEmpty()) {
                throw new IllegalArgumentException("empty at " + r.made);
            }
        }

        Item(Registry r) {
            this(r, "item" + r.made);
            name += "!";
        }
    }

    public static void run(Stage s) {
        Registry r = new Registry();
        new Item(r, " a ");
        new Item(r);
        Item last = r.last;
        s.caught(() -> new Item(r, null));
        s.print(r.made, r.last.name);
        // the constructor of Base is a block of its own, which has ended
        r.made += 10;
        try {
            new Item(r, "");
        } catch (IllegalArgumentException e) {
            s.print(e.getMessage());
            r.last = last;
        }
        s.print(r.made, r.last.name, r.last.size, r.last.previous.name, r.last.previous.previous == null);
    }
}
