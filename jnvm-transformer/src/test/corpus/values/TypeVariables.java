package corpus.values;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields whose types are type variables: what they hold is looked at when it is assigned. */
public class TypeVariables {
    @Persistent
    static class Cell<T> {
        T value;
        T before;

        Cell(T value) {
            this.value = value;
        }

        T change(UnaryOperator<T> change) {
            before = value;
            return value = change.apply(value);
        }
    }

    @Persistent
    static class Least<T extends Comparable<? super T>> extends Cell<T> {
        Least(T value) {
            super(value);
        }

        void offer(T other) {
            value = value == null || other.compareTo(value) < 0 ? other : value;
        }
    }

    @Persistent
    static class Counter extends Cell<Integer> {
        Integer value = 100;

        Counter() {
            super(1);
        }

        int both() {
            super.value++;
            value += super.value;
            return value;
        }
    }

    public static void run(Stage s) {
        Cell<Object> any = new Cell<>("a");
        s.print(any.change(x -> x + "b"), any.value, any.before);
        any.value = new Counter();
        s.print(
                ((Counter) any.value).both(),
                ((Counter) any.value).both(),
                ((Cell<Integer>) (Counter) any.value).value);
        Least<LocalDate> least = new Least<>(null);
        for (int day : new int[] {5, 3, 9}) {
            least.offer(LocalDate.ofEpochDay(day));
        }
        s.print(least.value, least.change(d -> d.minusDays(1)), least.before);
        Cell<DayOfWeek> day = new Cell<>(DayOfWeek.SUNDAY);
        s.print(
                switch (day.change(d -> d.plus(3))) {
                    case WEDNESDAY -> "in the middle";
                    default -> day.before;
                });
        Cell<Optional<UUID>> id = new Cell<>(Optional.empty());
        id.change(x -> Optional.of(x.orElse(new UUID(1, 2))));
        s.print(id.value.get(), id.before, id.value.equals(Optional.of(new UUID(1, 2))));
        Cell<List<String>> list = new Cell<>(List.of("x"));
        s.print(list.value.get(0), list.value.size());
        @SuppressWarnings({"unchecked", "rawtypes"}) // what is not noticed when it is assigned is when it is read
        Cell<Integer> wrong = (Cell) any;
        any.value = "text";
        s.caught(() -> s.print(wrong.value + 1));
    }
}
