package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields of one name in a hierarchy, with other types, static and not. */
public class Hiding {
    @Persistent
    static class A {
        int x = 1;
        static int y = 10;
        String z = "a";
    }

    @Persistent
    static class B extends A {
        long x = 2;
        int y = 20;
        transient String z = "b";

        String all() {
            return x + " " + super.x + " " + y + " " + A.y + " " + z + " " + super.z;
        }
    }

    @Persistent
    static class C extends B {
        double x = 3;

        String all() {
            x++;
            super.x += 5;
            ((A) this).x += 7;
            y++;
            z += "!";
            ((A) this).z += "?";
            return x + " / " + super.all();
        }
    }

    public static void run(Stage s) {
        C c = new C();
        s.print(c.all());
        s.print(c.all());
        B b = c;
        A a = c;
        s.print(a.x, b.x, c.x, a.z, b.z, c.z, A.y, b.y);
    }
}
