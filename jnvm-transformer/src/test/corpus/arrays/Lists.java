package corpus.arrays;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.pdt.PArrayList;
import org.jnvm.transform.corpus.Stage;

/** A persistent list in a field: iteration, sorting, removal, nested in objects. */
public class Lists {
    @Persistent
    static class Task implements PObject, Comparable<Task> {
        final int rank;
        String name;
        PArrayList<Task> parts = new PArrayList<>();

        Task(int rank, String name) {
            this.rank = rank;
            this.name = name;
        }

        @Override
        public int compareTo(Task other) {
            return Integer.compare(rank, other.rank);
        }

        int total() {
            int sum = rank;
            for (Task part : parts) {
                sum += part.total();
            }
            return sum;
        }
    }

    public static void run(Stage s) {
        Task root = new Task(1, "root");
        for (int i = 0; i < 6; i++) {
            Task t = new Task(i * 5 % 7, "t" + i);
            root.parts.add(t);
            if (i > 2) {
                root.parts.get(i - 3).parts.add(t);
            }
        }
        s.print(root.total(), root.parts.size());
        root.parts.sort(null);
        for (Task t : root.parts) {
            s.print(t.name, t.rank, t.parts.size());
        }
        root.parts.removeIf(t -> t.rank % 2 == 0);
        root.parts.get(0).name += "!";
        s.print(root.parts.stream().map(t -> t.name).toList());
    }
}
