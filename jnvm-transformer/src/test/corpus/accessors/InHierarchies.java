package corpus.accessors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Methods of superclasses, subclasses and interfaces with the names of accessors. */
public class InHierarchies {
    static class Plain {
        public int getA() {
            return 100;
        }

        protected void setA(int a) {}
    }

    interface HasB {
        int getB();
    }

    @Persistent
    static class Base extends Plain implements HasB {
        int a = 1;
        int b = 2;
        int c = 3;

        @Override
        public int getB() {
            return b * 10;
        }

        int viaA() {
            return getA() + a;
        }
    }

    @Persistent
    static class Derived extends Base {
        int a = 5;

        public int getC() {
            return c * -1;
        }

        @Override
        public int getA() {
            return super.getA() + a + super.a;
        }

        public void setC(int c) {
            this.c = c / 2;
        }
    }

    public static void run(Stage s) {
        Derived d = new Derived();
        Base base = d;
        HasB hasB = d;
        base.c = 9;
        d.setC(d.getC());
        s.print(base.viaA(), d.getA(), hasB.getB(), d.getC(), base.c, new Base().viaA());
        d.c += 4;
        ((Base) d).a--;
        s.print(d.c, base.a, d.a, base.viaA());
    }
}
