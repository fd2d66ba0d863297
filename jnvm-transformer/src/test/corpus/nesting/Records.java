package corpus.nesting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Records that hold persistent objects: their accessors, patterns of construction, equals by content. */
public class Records {
    @Persistent
    static class Item {
        int stock;
        final String name;

        Item(String name, int stock) {
            this.name = name;
            this.stock = stock;
        }
    }

    record Line(Item item, int amount) {
        Line {
            if (amount > item.stock) {
                throw new IllegalArgumentException(item.name + ": " + item.stock);
            }
            item.stock -= amount;
        }

        Line(Item item) {
            this(item, item.stock);
        }

        int rest() {
            return item.stock;
        }
    }

    public static void run(Stage s) {
        Item a = new Item("a", 5);
        Item b = new Item("b", 2);
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(a, 2));
        lines.add(new Line(b));
        lines.add(new Line(a, 1));
        s.caught(() -> lines.add(new Line(a, 3)));
        Map<String, Integer> sums = new TreeMap<>();
        for (Line line : lines) {
            sums.merge(line.item().name, line.amount(), Integer::sum);
            line.item.stock += 10;
        }
        s.print(sums, lines.get(0).rest(), lines.get(1).rest());
        s.print(new Line(a, 0).equals(new Line(a, 0)), new Line(a, 0).equals(new Line(b, 0)));
    }
}
