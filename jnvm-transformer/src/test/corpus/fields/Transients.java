package corpus.fields;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Transient fields of all kinds, which stay on the Java heap. */
public class Transients {
    @Persistent
    static class Cache {
        int kept = 1;
        transient int count = 2;
        transient long[] numbers = {1, 2, 3};
        transient List<String> names = new ArrayList<>();
        transient Map<String, Integer> map;
        transient Object any = 'c';
        transient Cache other;
        transient double real;

        void use(String name) {
            names.add(name);
            if (map == null) {
                map = new TreeMap<>();
            }
            map.merge(name, ++count, Integer::sum);
            numbers[count % numbers.length] += kept++;
            real += numbers[0] / 2.0;
            other = this;
        }
    }

    public static void run(Stage s) {
        Cache c = new Cache();
        c.use("a");
        c.use("b");
        c.use("a");
        s.print(c.kept, c.count, c.numbers, c.names, c.map, c.any, c.other.kept, c.real);
        s.put("Transients", c);
        Cache same = s.get("Transients");
        same.use("z");
        s.print(c.kept, c.count, c.names);
    }
}
