package corpus.collections;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Failure-atomic blocks that assign and change collections, and are undone. */
public class InBlocks {
    @Persistent(fa = "non-private")
    static class Basket {
        List<String> items = new ArrayList<>();
        Map<String, Integer> prices = new HashMap<>();

        int add(String item, int price) {
            items.add(item);
            prices.put(item, price);
            if (price < 0) {
                items = new ArrayList<>(List.of("lost"));
                items.add(item);
                throw new IllegalArgumentException("price=" + price);
            }
            return items.size();
        }

        void sort() {
            items = new ArrayList<>(items);
            items.sort(null);
            prices = new TreeMap<>(prices);
        }
    }

    public static void run(Stage s) {
        Basket b = new Basket();
        s.put("InBlocks", b);
        s.print(b.add("pear", 3), b.add("apple", 2));
        s.aborted(() -> b.add("nut", -1), b, b.items, b.prices);
        s.print(b.items, b.prices.size(), b.prices.get("nut"));
        b.sort();
        s.print(b.items, b.prices);
        s.aborted(() -> b.add("fig", -2), b, b.items, b.prices);
        b.add("fig", 1);
        s.reopen();
        Basket again = s.get("InBlocks");
        s.print(again.items, again.prices, again.prices.containsKey("nut"));
    }
}
