package corpus.lambdas;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Streams over persistent objects, with collectors that read and mappers that change. */
public class Streams {
    enum Colour {
        RED,
        BLUE
    }

    @Persistent
    static class Ball {
        final int weight;
        Colour colour;
        int touched;
        Ball twin;

        Ball(int weight) {
            this.weight = weight;
            colour = Colour.values()[weight % 2];
        }

        Ball touch() {
            touched++;
            return this;
        }
    }

    public static void run(Stage s) {
        List<Ball> balls = IntStream.rangeClosed(1, 9).mapToObj(Ball::new).toList();
        s.print(balls.stream()
                .collect(Collectors.groupingBy(b -> b.colour, TreeMap::new, Collectors.summingInt(b -> b.weight))));
        balls.stream()
                .filter(b -> b.weight > 4)
                .map(Ball::touch)
                .peek(b -> b.touched *= 3)
                .forEach(b -> b.colour = null);
        s.print(balls.stream().map(b -> b.touched + ":" + b.colour).collect(Collectors.joining(" ")));
        balls.stream().reduce((a, b) -> {
            a.twin = b;
            return b;
        });
        s.print(Stream.iterate(balls.get(0), b -> b != null, b -> b.twin)
                .mapToInt(b -> b.weight)
                .sum());
        s.print(balls.stream()
                .max(Comparator.comparing((Ball b) -> b.touched).thenComparing(b -> -b.weight))
                .get()
                .weight);
    }
}
