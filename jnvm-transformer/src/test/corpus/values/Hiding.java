package corpus.values;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Values in fields that hide each other, of other types, in lambdas, anonymous classes and static methods. */
public class Hiding {
    @Persistent
    static class Base {
        UUID id = new UUID(0, 1);
        Long count = 1L;
        protected Object value = "base";

        Supplier<Object> all() {
            return () -> id + "/" + count++ + "/" + value;
        }
    }

    @Persistent
    static class Derived extends Base {
        Duration id = Duration.ofMinutes(5);
        Short count = 7;
        Integer value = 3;

        @Override
        Supplier<Object> all() {
            Supplier<Object> above = super.all();
            return new Supplier<>() {
                @Override
                public Object get() {
                    value *= 2;
                    count--;
                    Derived.super.count += count;
                    id = id.plusSeconds(value);
                    return above.get() + " " + id + "/" + count + "/" + value;
                }
            };
        }
    }

    static Object swap(Base base) {
        Object before = base.value;
        base.value = base.count;
        base.count = (long) base.id.hashCode();
        return before;
    }

    public static void run(Stage s) {
        Derived d = new Derived();
        Supplier<Object> all = d.all();
        s.print(all.get(), all.get());
        s.print(swap(d), swap(d), ((Base) d).value, d.value, ((Base) d).count, d.count);
        Base b = d;
        b.id = null;
        s.print(b.id == null && d.id != null, d.all().get());
    }
}
