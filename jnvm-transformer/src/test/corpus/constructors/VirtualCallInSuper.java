package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A constructor calls a method that a subclass overrides, before the fields of the subclass are set. */
public class VirtualCallInSuper {
    @Persistent
    static class Base {
        String seen;

        Base() {
            seen = describe();
            reset();
        }

        String describe() {
            return "base";
        }

        void reset() {}
    }

    @Persistent
    static class Derived extends Base {
        int number = 7;
        String text;
        Derived self;
        boolean flag;

        Derived() {
            seen += "," + describe();
        }

        @Override
        String describe() {
            return number + text + flag + (self == null);
        }

        @Override
        void reset() {
            number = 1;
            text = "early";
            self = this;
            flag = true;
        }
    }

    public static void run(Stage s) {
        Derived d = new Derived();
        s.print(d.seen, d.self.number, new Base().seen);
    }
}
