package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Persistent objects as resources: closed in order, exceptions suppressed. */
public class TryWithResources {
    @Persistent
    static class Door implements AutoCloseable {
        static String trace = "";
        final String name;
        boolean jammed;
        int uses;

        Door(String name, boolean jammed) {
            this.name = name;
            this.jammed = jammed;
            trace += "+" + name;
        }

        @Override
        public void close() {
            trace += "-" + name + uses;
            if (jammed) {
                throw new IllegalStateException(name);
            }
        }
    }

    static int enter(boolean first, boolean second, boolean fail) {
        try (Door a = new Door("a", first);
                Door b = new Door("b", second);
                Door none = null) {
            a.uses += 2;
            b.uses = a.uses++;
            if (fail) {
                throw new IllegalArgumentException("inside");
            }
            return a.uses;
        } catch (IllegalArgumentException | IllegalStateException e) {
            Door.trace += e.getMessage();
            for (Throwable t : e.getSuppressed()) {
                Door.trace += "(" + t.getMessage() + ")";
            }
            return -1;
        } finally {
            Door.trace += ";";
        }
    }

    public static void run(Stage s) {
        for (int i = 0; i < 8; i++) {
            s.print(enter((i & 1) != 0, (i & 2) != 0, (i & 4) != 0), Door.trace);
            Door.trace = "";
        }
    }
}
