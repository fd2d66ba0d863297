package corpus.values;

import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Records: in each other, generic, private, without components, with constructors and methods of their own. */
public class Records {
    enum Unit {
        PIECE,
        KILO {
            @Override
            public String toString() {
                return "kg";
            }
        }
    }

    record Amount(int count, Unit unit) implements Comparable<Amount> {
        Amount {
            if (count < 0) {
                throw new IllegalArgumentException("count=" + count);
            }
        }

        Amount plus(int more) {
            return new Amount(count + more, unit);
        }

        @Override
        public int compareTo(Amount other) {
            return Integer.compare(count, other.count);
        }
    }

    record Line(String text, Amount amount, Optional<LocalDate> due, char mark, boolean open, double weight) {}

    record Two<A, B>(A first, B second) {}

    private record Empty() {}

    record Name(String text) {
        Name {
            text = text == null ? "" : text.strip();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name name && name.text.equalsIgnoreCase(text);
        }

        @Override
        public int hashCode() {
            return text.toLowerCase(java.util.Locale.ROOT).hashCode();
        }
    }

    @Persistent
    static class Order {
        Line line = new Line("first", new Amount(1, Unit.PIECE), Optional.empty(), '\0', true, -0.0);
        Amount amount;
        Two<Amount, Two<Long, Unit>> two = new Two<>(null, new Two<>(5L, Unit.KILO));
        Empty empty;
        Name name = new Name(" a ");
        Record any;
    }

    public static void run(Stage s) {
        Order o = new Order();
        s.print(o.line, o.amount, o.two, o.empty, o.name, o.any);
        o.amount = o.line.amount().plus(4);
        o.empty = new Empty();
        o.any = o.two.second();
        o.line = new Line(null, o.amount, Optional.of(LocalDate.EPOCH), 'x', !o.line.open(), Double.NaN);
        s.print(o.line, o.amount, o.empty, o.any, o.two.second().second());
        s.print(o.line.amount().equals(o.amount), o.amount.compareTo(new Amount(7, null)), o.empty.hashCode());
        s.print(o.name.equals(new Name("A")), o.name.hashCode(), Objects.equals(o.any, o.two.second()));
        s.caught(() -> o.amount = o.amount.plus(-9));
        o.two = new Two<>(o.amount, null);
        s.print(o.two, o.two.first().unit() == Unit.PIECE, o.amount);
        if (o.any instanceof Two<?, ?> pair && pair.first() instanceof Long number) {
            s.print("a number", number + 1);
        }
    }
}
