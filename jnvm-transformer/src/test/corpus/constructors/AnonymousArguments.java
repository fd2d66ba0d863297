package corpus.constructors;

import java.util.Comparator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Anonymous classes as arguments of super(...), and made in initialisers. */
public class AnonymousArguments {
    @Persistent
    static class Sorted {
        String words = "";

        Sorted(Comparator<String> order, String... parts) {
            String[] copy = parts.clone();
            java.util.Arrays.sort(copy, order);
            for (String part : copy) {
                words += part + ";";
            }
        }
    }

    @Persistent
    static class ByLength extends Sorted {
        transient Runnable later = new Runnable() {
            @Override
            public void run() {
                words += words.length();
            }
        };

        ByLength(String... parts) {
            super(
                    new Comparator<>() {
                        @Override
                        public int compare(String a, String b) {
                            return a.length() - b.length();
                        }
                    },
                    parts);
            later.run();
        }
    }

    public static void run(Stage s) {
        s.print(new ByLength("ccc", "a", "bb").words);
        s.print(new Sorted(Comparator.reverseOrder(), "x", "z", "y").words);
    }
}
