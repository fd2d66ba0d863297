package corpus.values;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Enums, boxes and strings that are values, in all forms of switch. */
public class Switches {
    enum Light {
        RED,
        GREEN,
        OFF
    }

    @Persistent
    static class Crossing {
        Light light = Light.RED;
        Character sign = 'a';
        Byte level = 1;
        String name = "n";
        Object any = Light.GREEN;

        int next() {
            switch (light) {
                case RED:
                    light = Light.GREEN;
                    break;
                case GREEN:
                    light = Light.OFF;
                // falls through
                case OFF:
                    level++;
                    break;
                default:
                    throw new AssertionError(light);
            }
            return switch (level) {
                case 1 -> sign++;
                case 2, 3 -> {
                    name += level;
                    yield light.ordinal();
                }
                default -> -1;
            };
        }

        String all() {
            return switch (name) {
                case "n" -> "new";
                case "n2" ->
                    switch (sign) {
                        case 'a' -> "a";
                        case 'b' -> "b" + any;
                        default -> "?";
                    };
                default -> light + name + sign + level;
            };
        }
    }

    public static void run(Stage s) {
        Crossing c = new Crossing();
        for (int i = 0; i < 4; i++) {
            s.print(c.next(), c.all(), c.light);
        }
        c.light = (Light) c.any;
        s.print(c.next(), c.all(), c.light == Light.OFF, c.light != c.any);
        c.light = null;
        s.caught(c::next);
        c.level = null;
        c.light = Light.OFF;
        s.caught(c::next);
        s.print(c.all());
    }
}
