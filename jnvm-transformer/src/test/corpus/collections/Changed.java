package corpus.collections;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Collections in fields, changed by all that their interfaces have, and found again. */
public class Changed {
    @Persistent
    static class Diary {
        List<Integer> list = new ArrayList<>(List.of(5, 3, 8));
        Set<String> names = new TreeSet<>();
        NavigableMap<LocalDate, String> notes = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();

        void count(String name) {
            counts.merge(name, 1, Integer::sum);
            names.add(name);
        }
    }

    public static void run(Stage s) {
        Diary d = new Diary();
        s.put("Changed", d);
        d.list.add(1, 4);
        d.list.sort(Comparator.reverseOrder());
        d.list.replaceAll(x -> x * 2);
        d.list.removeIf(x -> x == 8);
        d.list.addAll(0, List.of(1, 1));
        s.print(d.list, d.list.remove((Integer) 16), d.list.remove(0), d.list.set(0, 7), d.list);
        for (ListIterator<Integer> i = d.list.listIterator(); i.hasNext(); ) {
            int each = i.next();
            if (each == 10) {
                i.set(11);
                i.add(12);
            }
        }
        s.print(d.list, d.list.subList(1, 3), d.list.stream().mapToInt(x -> x).sum());
        for (String name : "a b a c b a".split(" ")) {
            d.count(name);
        }
        s.print(d.counts, d.names, d.counts.getOrDefault("z", -1), d.counts.computeIfPresent("b", (k, v) -> null));
        for (int day = 0; day < 40; day += 3) {
            d.notes.put(LocalDate.ofEpochDay(day), "note " + day);
        }
        s.reopen();
        Diary e = s.get("Changed");
        s.print(e.list, e.counts, e.names, e.notes.size());
        LocalDate middle = LocalDate.ofEpochDay(20);
        s.print(
                e.notes.floorEntry(middle),
                e.notes.higherKey(middle),
                e.notes.firstKey(),
                e.notes.descendingMap().firstKey());
        e.notes.headMap(middle, true).clear();
        for (Iterator<Map.Entry<LocalDate, String>> i = e.notes.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<LocalDate, String> entry = i.next();
            entry.setValue(entry.getValue() + "!");
            if (entry.getKey().getDayOfMonth() % 2 == 0) {
                i.remove();
            }
        }
        s.print(e.notes, e.notes.values().stream().collect(Collectors.joining("+")));
        s.caught(() -> {
            for (Integer each : e.list) {
                e.list.add(each);
            }
        });
        s.print(e.list.size());
    }
}
