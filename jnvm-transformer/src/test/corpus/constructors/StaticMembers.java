package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Static fields and methods of a persistent class: initialisers that make objects of it, counters, constants. */
public class StaticMembers {
    @Persistent
    static class Unit {
        static final Unit METRE = new Unit("m");
        static final String PREFIX = "unit ";
        static final long LIMIT = 1L << 40;
        static int made;
        static Unit last;

        static {
            made += 10;
        }

        final String name;

        Unit(String name) {
            this.name = name;
            made++;
            last = this;
        }

        static String describe(Unit unit) {
            return PREFIX + unit.name + " of " + made + " below " + LIMIT;
        }
    }

    public static void run(Stage s) {
        s.print(Unit.describe(Unit.METRE));
        new Unit("kg");
        s.print(Unit.describe(Unit.last));
    }
}
