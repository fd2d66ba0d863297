package corpus.inheritance;

import java.util.List;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Interfaces as field and variable types, with constants, static and generic methods, and casts among them. */
public class Interfaces {
    interface Priced extends PObject {
        int VAT = 20;

        int price();

        static int total(List<? extends Priced> all) {
            int sum = 0;
            for (Priced p : all) {
                sum += p.price();
            }
            return sum * (100 + VAT) / 100;
        }
    }

    interface Named {
        String name();
    }

    interface Article extends Priced, Named {
        default String label() {
            return name() + "=" + price();
        }
    }

    @Persistent
    static class Book implements Article {
        private int price;
        private final String title;
        Priced better;

        Book(int price, String title) {
            this.price = price;
            this.title = title;
        }

        @Override
        public int price() {
            return better == null ? price++ : better.price();
        }

        @Override
        public String name() {
            return title;
        }
    }

    static <T extends Priced & Named> String cheapest(List<T> all) {
        T best = null;
        for (T t : all) {
            if (best == null || t.price() < best.price()) {
                best = t;
            }
        }
        return best.name();
    }

    public static void run(Stage s) {
        Book a = new Book(10, "a");
        Book b = new Book(8, "b");
        s.print(Priced.total(List.of(a, b)), cheapest(List.of(a, b)), a.label(), Book.VAT);
        b.better = a;
        Article article = (Article) b.better;
        Named named = (Named) b.better;
        s.print(b.label(), article.label(), named.name(), b.price);
    }
}
