package corpus.collections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Collections of fields handed on: to other fields, to Java's own collections, streams and arrays. */
public class Copies {
    @Persistent
    static class Source {
        List<Integer> numbers = new ArrayList<>(List.of(4, 1, 3));
        List<Integer> same;
        ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
        ConcurrentNavigableMap<Integer, String> sorted = new ConcurrentSkipListMap<>(Map.of(2, "two", 1, "one"));
    }

    static int sum(Iterable<Integer> numbers) {
        int sum = 0;
        for (int each : numbers) {
            sum += each;
        }
        return sum;
    }

    public static void run(Stage s) {
        Source a = new Source();
        Source b = new Source();
        b.numbers = a.numbers;
        a.same = a.numbers;
        b.numbers.add(7);
        s.print(a.numbers, a.same == b.numbers, a.numbers == b.same, sum(a.same));
        List<Integer> copy = new ArrayList<>(a.numbers);
        copy.add(0);
        s.print(
                copy,
                a.numbers.size(),
                copy.containsAll(a.numbers),
                List.copyOf(a.numbers).hashCode());
        Integer[] array = a.numbers.toArray(new Integer[0]);
        Arrays.sort(array);
        s.print(array, a.numbers.toArray(), a.numbers.stream().map(x -> x + "").collect(Collectors.joining(",")));
        s.print(a.map.putIfAbsent("k", 1), a.map.putIfAbsent("k", 2), a.map.replace("k", 1, 5), a.map);
        Map<String, Integer> plain = new HashMap<>(a.map);
        s.print(plain.equals(a.map), a.map.equals(plain), a.map.remove("k", 1), a.map.remove("k", 5), plain);
        s.print(
                a.sorted,
                a.sorted.headMap(2),
                a.sorted.firstEntry().getValue(),
                a.sorted.pollLastEntry(),
                b.sorted.size());
    }
}
