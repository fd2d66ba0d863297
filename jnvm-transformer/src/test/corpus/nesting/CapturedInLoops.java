package corpus.nesting;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Classes and lambdas made in loops, each with its own captured object. */
public class CapturedInLoops {
    @Persistent
    static class Cell {
        int v;
        Cell next;
    }

    abstract static class Task {
        abstract int run(int x);
    }

    public static void run(Stage s) {
        List<Task> tasks = new ArrayList<>();
        Cell first = new Cell();
        Cell last = first;
        for (int i = 0; i < 4; i++) {
            Cell cell = new Cell();
            last.next = cell;
            int times = i;
            Cell before = last;
            last = cell;
            tasks.add(new Task() {
                int calls;

                @Override
                int run(int x) {
                    before.v += calls++;
                    return cell.v += x * times + before.v;
                }
            });
        }
        for (int round = 1; round < 4; round++) {
            for (Task t : tasks) {
                s.print(t.run(round));
            }
        }
        int sum = 0;
        for (Cell c = first; c != null; c = c.next) {
            sum = sum * 3 + c.v;
        }
        s.print(sum);
    }
}
