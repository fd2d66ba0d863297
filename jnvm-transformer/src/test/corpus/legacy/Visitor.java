package corpus.legacy;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** The visitor pattern with generic results, over an abstract syntax tree. */
public class Visitor {
    interface Cases<R> {
        R number(Number n);

        R sum(Sum s);

        R name(Name n);
    }

    @Persistent
    abstract static class Expr {
        int visits;

        abstract <R> R accept(Cases<R> cases);
    }

    @Persistent
    static class Number extends Expr {
        double value;

        Number(double value) {
            this.value = value;
        }

        @Override
        <R> R accept(Cases<R> cases) {
            visits++;
            return cases.number(this);
        }
    }

    @Persistent
    static class Name extends Expr {
        String name;

        Name(String name) {
            this.name = name;
        }

        @Override
        <R> R accept(Cases<R> cases) {
            visits += 10;
            return cases.name(this);
        }
    }

    @Persistent
    static class Sum extends Expr {
        Expr left;
        Expr right;

        Sum(Expr left, Expr right) {
            this.left = left;
            this.right = right;
        }

        @Override
        <R> R accept(Cases<R> cases) {
            visits += 100;
            return cases.sum(this);
        }
    }

    public static void run(Stage s) {
        Expr e = new Sum(new Sum(new Number(1.5), new Name("x")), new Number(-2));
        String text = e.accept(new Cases<String>() {
            @Override
            public String number(Number n) {
                return "" + n.value;
            }

            @Override
            public String sum(Sum sum) {
                return "(" + sum.left.accept(this) + "+" + sum.right.accept(this) + ")" + sum.visits;
            }

            @Override
            public String name(Name n) {
                return n.name;
            }
        });
        double value = e.accept(new Cases<Double>() {
            @Override
            public Double number(Number n) {
                return n.value *= 2;
            }

            @Override
            public Double sum(Sum sum) {
                return sum.left.accept(this) + sum.right.accept(this) + sum.left.visits;
            }

            @Override
            public Double name(Name n) {
                return (double) (n.visits + n.name.length());
            }
        });
        s.print(text, value);
    }
}
