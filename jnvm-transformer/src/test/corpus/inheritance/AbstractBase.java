package corpus.inheritance;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A template method in an abstract class with fields and an abstract method without. */
public class AbstractBase {
    @Persistent
    abstract static class Job {
        int runs;
        String log = "";

        Job() {
            log += "<" + name() + ">";
        }

        abstract String name();

        abstract int work(int input) throws Exception;

        final int execute(int input) {
            runs++;
            try {
                int result = work(input);
                log += result + ";";
                return result;
            } catch (Exception e) {
                log += e.getMessage() + ";";
                return -1;
            }
        }
    }

    @Persistent
    static class Divide extends Job {
        final int by;

        Divide(int by) {
            this.by = by;
        }

        @Override
        String name() {
            return "divide by " + by;
        }

        @Override
        int work(int input) {
            return input / by;
        }
    }

    @Persistent
    abstract static class Limited extends Job {
        int limit = 2;

        @Override
        int work(int input) throws Exception {
            if (runs > limit) {
                throw new Exception("limit");
            }
            return really(input);
        }

        protected abstract int really(int input);
    }

    @Persistent
    static class Square extends Limited {
        @Override
        String name() {
            return "square" + limit;
        }

        @Override
        protected int really(int input) {
            return input * input + limit;
        }
    }

    public static void run(Stage s) {
        for (Job j : new Job[] {new Divide(3), new Divide(0), new Square()}) {
            s.print(j.execute(10), j.execute(-7), j.execute(5), j.execute(4), j.log, j.runs);
        }
    }
}
