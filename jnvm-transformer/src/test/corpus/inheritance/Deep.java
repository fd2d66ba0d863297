package corpus.inheritance;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Ten classes deep, each with a field and an override that calls super. */
public class Deep {
    @Persistent
    static class D0 {
        byte f0 = 1;

        long sum() {
            return f0;
        }
    }

    @Persistent
    static class D1 extends D0 {
        long f1 = 2;

        @Override
        long sum() {
            return super.sum() * 3 + f1++;
        }
    }

    @Persistent
    static class D2 extends D1 {
        short f2 = 3;
    }

    @Persistent
    static class D3 extends D2 {
        double f3 = 4;
        D0 link = this;

        @Override
        long sum() {
            return super.sum() * 3 + (long) f3++;
        }
    }

    @Persistent
    abstract static class D4 extends D3 {
        boolean f4 = true;
    }

    @Persistent
    static class D5 extends D4 {
        String f5 = "five";

        @Override
        long sum() {
            return super.sum() * 3 + f5.length();
        }
    }

    @Persistent
    static class D6 extends D5 {
        transient int f6 = 7;
    }

    @Persistent
    static class D7 extends D6 {
        char f7 = 8;

        @Override
        long sum() {
            f4 = !f4;
            f6++;
            return super.sum() * 3 + f7-- + f6;
        }
    }

    @Persistent
    static class D8 extends D7 {}

    @Persistent
    static class D9 extends D8 {
        Integer f9 = 9;

        @Override
        long sum() {
            return f4 ? super.sum() * 3 + f9++ : -super.sum() - f0--;
        }
    }

    public static void run(Stage s) {
        for (D0 d :
                new D0[] {new D0(), new D1(), new D2(), new D3(), new D5(), new D6(), new D7(), new D8(), new D9()}) {
            s.print(d.sum(), d.sum(), d.f0);
        }
        D9 d = new D9();
        s.print(d.sum(), ((D9) d.link).f5, d.sum(), d.f9, d.f4);
    }
}
