package corpus.collections;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Collections in collections, with persistent objects in them, shared ones too. */
public class Nested {
    record Key(String text, int number) {}

    @Persistent
    static class Person {
        final String name;
        List<Person> friends = new ArrayList<>();

        Person(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name + friends.size();
        }
    }

    @Persistent
    static class Registry {
        Map<Key, List<Person>> byKey = new HashMap<>();
        SortedMap<String, Map<String, Integer>> tables = new TreeMap<>();
        List<List<String>> rows;
        Object any;

        List<Person> of(Key key) {
            if (!byKey.containsKey(key)) {
                byKey.put(key, new ArrayList<>());
            }
            return byKey.get(key);
        }
    }

    public static void run(Stage s) {
        Registry r = new Registry();
        s.put("Nested", r);
        Person ann = new Person("ann");
        Person bob = new Person("bob");
        ann.friends.add(bob);
        bob.friends.add(ann);
        bob.friends.add(bob);
        r.of(new Key("k", 1)).add(ann);
        r.of(new Key("k", 1)).add(bob);
        r.of(new Key("l", 2)).add(bob);
        s.print(r.byKey.size(), r.of(new Key("k", 1)), r.of(new Key("l", 2)));
        List<String> shared = new ArrayList<>(List.of("s"));
        r.rows = new ArrayList<>(List.of(shared, shared, new ArrayList<>()));
        r.rows.get(0).add("t");
        s.print(r.rows, r.rows.get(0) == r.rows.get(1), r.rows.get(1) == r.rows.get(2));
        Map<String, Integer> table = new LinkedHashMap<>();
        table.put("one", 1);
        r.tables.put("first", table);
        r.tables.get("first").put("two", 2);
        s.print(r.tables.get("first").get("two"), r.tables.firstKey(), r.tables.get("second"));
        r.any = r.rows;
        s.reopen();
        Registry again = s.get("Nested");
        s.print(again.any == again.rows, again.rows, again.rows.get(0) == again.rows.get(1));
        Person found = again.of(new Key("l", 2)).get(0);
        s.print(
                found,
                found == found.friends.get(1),
                found.friends.contains(found),
                found.friends.get(0).friends.get(0) == found);
        s.print(
                again.any instanceof List<?> list ? list.size() : -1,
                again.tables.get("first").size());
    }
}
