package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** switch on int fields: fall-through, default in the middle, changes of the field inside. */
public class SwitchOnInt {
    @Persistent(fa = "non-private")
    static class State {
        int state;
        int steps;

        String step() {
            String out = "";
            switch (state++) {
                case 0:
                    out += "zero ";
                case 1:
                    out += "one ";
                    break;
                default:
                    out += "other ";
                    state = -1;
                case 2:
                    out += "two ";
                    steps += state;
                    return out + steps;
                case 1000:
                    state = 0;
            }
            return out + ++steps;
        }
    }

    public static void run(Stage s) {
        State st = new State();
        for (int i = 0; i < 7; i++) {
            s.print(st.step(), st.state);
        }
    }
}
