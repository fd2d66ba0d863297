package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Switch expressions in the middle of other expressions, with values of two slots and stores in their arms. */
public class SwitchExpressions {
    @Persistent
    static class N {
        int i;
        long l = 100;
        double d = 0.5;
        String s = "b";
        N n;

        double mix(int k) {
            return switch (k % 4) {
                                case 0 -> d;
                                case 1 -> {
                                    try {
                                        yield Integer.parseInt(s);
                                    } catch (NumberFormatException e) {
                                        yield l += 3;
                                    }
                                }
                                case 2 -> n == null ? (n = new N()).l : n.l--;
                                default ->
                                    switch (s) {
                                        case "b" -> {
                                            s += k;
                                            yield i;
                                        }
                                        default -> i += k;
                                    };
                            }
                            * 2
                    + l++;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        for (int k = 0; k < 12; k++) {
            s.print(n.mix(k), n.i, n.l, n.s);
        }
        s.print(n.n.l);
    }
}
