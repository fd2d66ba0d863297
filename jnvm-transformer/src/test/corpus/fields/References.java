package corpus.fields;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields of class, interface, PObject and generic type, null and cyclic. */
public class References {
    interface Named extends PObject {
        String name();
    }

    @Persistent
    static class Thing implements Named {
        String name;
        PObject any;
        Named named;
        Thing thing;
        final Thing parent;

        Thing(String name, Thing parent) {
            this.name = name;
            this.parent = parent;
        }

        @Override
        public String name() {
            return name;
        }
    }

    public static void run(Stage s) {
        Thing a = new Thing("a", null);
        Thing b = new Thing("b", a);
        a.any = b;
        a.named = b;
        a.thing = b;
        b.thing = a;
        b.named = a.thing.thing;
        s.print(((Thing) a.any).name, a.named.name(), a.thing.parent.name, b.named.name(), a.parent);
        a.thing.thing.thing.thing.name += "+";
        s.print(a.name, b.name, a.any instanceof Named, b.any instanceof Named);
        a.any = null;
        a.named = (Named) (PObject) a.thing.parent;
        s.print(a.any, a.named.name());
        s.caught(() -> s.print(a.thing.any.addr()));
    }
}
