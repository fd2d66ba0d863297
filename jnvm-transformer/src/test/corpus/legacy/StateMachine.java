package corpus.legacy;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** States as persistent objects that replace each other, with a shared context. */
public class StateMachine {
    @Persistent
    static class Door {
        State state = new Closed();
        int opened;
        String log = "";

        void handle(char event) {
            State next = state.on(this, event);
            log += event + next.getClass().getSimpleName().substring(0, 1) + " ";
            state = next;
        }
    }

    @Persistent
    abstract static class State {
        int uses;

        State on(Door door, char event) {
            uses++;
            return this;
        }
    }

    @Persistent
    static class Closed extends State {
        @Override
        State on(Door door, char event) {
            return switch (event) {
                case 'o' -> new Open(this);
                case 'l' -> new Locked(uses);
                default -> super.on(door, event);
            };
        }
    }

    @Persistent
    static class Open extends State {
        final Closed from;

        Open(Closed from) {
            this.from = from;
        }

        @Override
        State on(Door door, char event) {
            if (event != 'c') {
                return super.on(door, event);
            }
            door.opened++;
            from.uses += 10 + uses;
            return from;
        }
    }

    @Persistent
    static class Locked extends State {
        final int code;

        Locked(int code) {
            this.code = code;
        }

        @Override
        State on(Door door, char event) {
            super.on(door, event);
            return event - '0' == uses + code ? new Closed() : this;
        }
    }

    public static void run(Stage s) {
        Door d = new Door();
        for (char c : "oxcxlx123456789oclox".toCharArray()) {
            d.handle(c);
        }
        s.print(d.log, d.opened, d.state.uses);
    }
}
