package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** switch on enum fields, as statement and as expression, with yield. */
public class SwitchOnEnum {
    enum Light {
        RED,
        GREEN,
        AMBER
    }

    @Persistent(fa = "non-private")
    static class Signal {
        Light light = Light.RED;
        int changes;

        Light next() {
            light = switch (light) {
                case RED -> Light.GREEN;
                case GREEN -> {
                    changes += 10;
                    yield Light.AMBER;
                }
                case AMBER -> {
                    if (changes > 20) {
                        throw new IllegalStateException("worn out");
                    }
                    yield Light.RED;
                }
            };
            switch (light) {
                case RED, AMBER:
                    changes++;
                    break;
                default:
            }
            return light;
        }
    }

    public static void run(Stage s) {
        Signal signal = new Signal();
        for (int i = 0; i < 5; i++) {
            s.print(signal.next(), signal.changes);
        }
        s.caught(signal::next);
        signal.light = null;
        s.caught(signal::next);
        s.print(signal.changes);
    }
}
