package corpus.lambdas;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Method references of all kinds: bound, unbound, static, super, to interface, generic and private methods. */
public class MethodReferences {
    @Persistent
    static class A {
        int n;

        A(int n) {
            this.n = n;
        }

        int add(int k) {
            return n += k;
        }

        int value() {
            return n;
        }

        static A larger(A a, A b) {
            return a.n >= b.n ? a : b;
        }

        String text() {
            return "A" + n;
        }
    }

    @Persistent
    static class B extends A {
        B(int n) {
            super(n);
        }

        @Override
        String text() {
            Supplier<String> up = super::text;
            Supplier<String> own = this::secret;
            return up.get() + own.get();
        }

        private String secret() {
            return "B" + ++n;
        }

        @Override
        int value() {
            ToIntFunction<B> f = B::half;
            return f.applyAsInt(this);
        }

        private int half() {
            return n / 2;
        }
    }

    public static void run(Stage s) {
        A a = new A(3);
        IntFunction<Integer> bound = a::add;
        BiFunction<A, Integer, Integer> unbound = A::add;
        Function<A, String> virtual = A::text;
        IntFunction<B> make = B::new;
        B b = make.apply(10);
        s.print(bound.apply(4), unbound.apply(a, 5), unbound.apply(b, 1), virtual.apply(a), virtual.apply(b));
        List<A> all = List.of(b, a, new A(1), make.apply(5));
        s.print(all.stream()
                .sorted(Comparator.comparingInt(A::value))
                .map(A::text)
                .toList());
        s.print(all.stream().reduce(A::larger).map(A::text).get());
        A none = null;
        s.caught(() -> s.print(((Supplier<Integer>) none::value).get()));
    }
}
