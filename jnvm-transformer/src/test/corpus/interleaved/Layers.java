package corpus.interleaved;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Persistent, transient and persistent classes on top of each other, each with fields, constructors and overrides. */
public class Layers {
    @Persistent
    static class Ground {
        int ground;
        String name = "ground";

        Ground(int ground) {
            this.ground = ground;
            name += describe();
        }

        String describe() {
            return "G" + ground;
        }
    }

    static class Between extends Ground {
        transient int calls = 2;
        transient String note;

        Between(int n) {
            super(n * 2);
            note = "note" + n;
            ground += calls;
        }

        @Override
        String describe() {
            return super.describe() + "B" + calls++;
        }
    }

    @Persistent
    static class Upper extends Between {
        long upper = ground;

        Upper(int n) {
            super(n + 1);
            upper *= 10;
        }

        @Override
        String describe() {
            return super.describe() + "U" + upper++ + (note == null);
        }
    }

    static class Top extends Upper {
        Top() {
            this(5);
        }

        private Top(int n) {
            super(n);
            calls *= 100;
            name += "T";
        }
    }

    public static void run(Stage s) {
        for (Ground g : new Ground[] {new Ground(1), new Between(2), new Upper(3), new Top()}) {
            s.print(g.describe(), g.name, g.ground, g.describe());
            if (g instanceof Between b) {
                s.print(b.calls, b.note, b instanceof Upper u ? u.upper : -1);
            }
        }
    }
}
