package corpus.legacy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Listeners in transient fields, an object that tells them about changes, and one that changes it back. */
public class Observers {
    @Persistent(fa = "non-private")
    static class Thermostat {
        private int degrees = 20;
        private int changes;
        private transient List<BiConsumer<Thermostat, Integer>> listeners = new ArrayList<>();

        void listen(BiConsumer<Thermostat, Integer> listener) {
            listeners.add(listener);
        }

        void set(int to) {
            int before = degrees;
            if (degrees == (degrees = to)) {
                return;
            }
            changes++;
            for (BiConsumer<Thermostat, Integer> l : List.copyOf(listeners)) {
                l.accept(this, before);
            }
        }
    }

    public static void run(Stage s) {
        Thermostat t = new Thermostat();
        t.listen((x, before) -> s.print(before, "->", x.degrees));
        t.listen((x, before) -> {
            if (x.degrees > 30) {
                x.set(30);
            }
        });
        t.set(20);
        t.set(25);
        t.set(35);
        s.print(t.degrees, t.changes);
    }
}
