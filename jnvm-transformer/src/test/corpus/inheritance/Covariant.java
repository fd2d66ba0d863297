package corpus.inheritance;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Results that become narrower along a hierarchy, also to persistent types. */
public class Covariant {
    interface Shape extends PObject {
        PObject copy();

        Number size();
    }

    @Persistent
    static class Base implements Shape {
        int n = 1;

        @Override
        public Base copy() {
            Base b = new Base();
            b.n = n;
            return b;
        }

        @Override
        public Number size() {
            return n;
        }
    }

    @Persistent
    static class Derived extends Base {
        Base origin;

        @Override
        public Derived copy() {
            Derived d = new Derived();
            d.n = n * 2;
            d.origin = super.copy();
            return d;
        }

        @Override
        public Integer size() {
            return super.size().intValue() + 100;
        }
    }

    public static void run(Stage s) {
        Derived d = new Derived();
        Base b = d;
        Shape shape = b;
        d.n = 3;
        s.print(d.copy().origin.n, b.copy().n, ((Derived) shape.copy()).copy().size(), shape.size(), d.size() + 1);
    }
}
