package corpus.collections;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** What Java has for lists, assigned to fields of all their interfaces. */
public class Assigned {
    @Persistent
    static class Box {
        List<String> list = new ArrayList<>();
        final Collection<Integer> collection;
        Iterable<Long> iterable = List.of(3L, 2L);
        Set<Character> set = new HashSet<>();

        Box(Collection<Integer> collection) {
            this.collection = collection;
        }
    }

    public static void run(Stage s) {
        Box b = new Box(new ArrayDeque<>(List.of(1, 2)).stream().toList());
        s.print(b.list, b.collection.size(), b.collection.contains(2), b.set.isEmpty());
        b.list.add("first");
        b.list.add(null);
        s.print(b.list, b.list.indexOf(null), b.list.equals(Arrays.asList("first", null)));
        List<List<String>> lists = List.of(
                new LinkedList<>(List.of("a", "b", "a")),
                Arrays.asList("c", null),
                Collections.nCopies(3, "d"),
                Stream.of("e", "f").toList(),
                Collections.emptyList(),
                new ArrayList<>(List.of("g", "h", "i", "j")).subList(1, 3));
        for (List<String> each : lists) {
            b.list = each;
            s.print(
                    b.list,
                    b.list.equals(each),
                    each.equals(b.list),
                    b.list.hashCode() == each.hashCode(),
                    b.list.lastIndexOf("a"));
        }
        int sum = 0;
        for (long each : b.iterable) {
            sum += each;
        }
        b.iterable = new TreeSet<>(Set.of(9L, 8L));
        for (long each : b.iterable) {
            s.print(sum += each);
        }
        b.set = Set.of('x', 'y');
        s.print(b.set.equals(new HashSet<>(List.of('y', 'x'))), b.set.containsAll(List.of('x')), b.set.hashCode());
        b.list = null;
        s.caught(() -> b.list.add("k"));
    }
}
