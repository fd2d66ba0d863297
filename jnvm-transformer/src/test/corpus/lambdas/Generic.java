package corpus.lambdas;

import java.io.Serializable;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Generic higher-order functions, intersections, and lambdas that throw. */
public class Generic {
    @Persistent
    static class Box<T extends PObject> implements PObject {
        T content;
        int opened;

        <R> Optional<R> open(Function<? super T, ? extends R> f) {
            opened++;
            return Optional.ofNullable(content).map(f);
        }

        static <A extends PObject, B extends A> Box<A> widen(Box<B> box) {
            Box<A> wide = new Box<>();
            box.open(b -> wide.content = b);
            return wide;
        }
    }

    @Persistent
    static class Nut implements PObject {
        int weight = 7;
    }

    static <T> T call(Callable<T> c) {
        try {
            return c.call();
        } catch (Exception e) {
            return null;
        }
    }

    public static void run(Stage s) {
        Box<Nut> box = new Box<>();
        s.print(box.open(n -> n.weight).isPresent(), call(() -> box.content.weight));
        box.content = new Nut();
        s.print(box.open(n -> n.weight++).get(), box.open(n -> "w" + n.weight).get(), box.opened);
        Box<PObject> wide = Box.widen(box);
        Box<Box<Nut>> outer = new Box<>();
        outer.content = box;
        s.print(
                ((Nut) wide.content).weight,
                outer.open(b -> b.open(n -> n.weight *= 2)).get().get());
        Runnable r = (Runnable & Serializable) () -> box.opened = -1;
        r.run();
        s.print(
                box.opened,
                r instanceof Serializable,
                call(() -> outer.content.opened--),
                call(() -> outer.content.opened));
    }
}
