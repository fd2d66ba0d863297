package corpus.nesting;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Persistent classes nested in interfaces and enums, and interfaces nested in persistent classes. */
public class NestedInInterface {
    interface Tree extends PObject {
        int sum();

        @Persistent
        class Leaf implements Tree {
            int value;

            public Leaf(int value) {
                this.value = value;
            }

            @Override
            public int sum() {
                return value++;
            }
        }

        @Persistent
        class Fork implements Tree {
            interface Visitor {
                void visit(Fork fork);
            }

            final Tree left;
            final Tree right;
            int visits;

            Fork(Tree left, Tree right) {
                this.left = left;
                this.right = right;
            }

            void accept(Visitor v) {
                visits++;
                v.visit(this);
                if (left instanceof Fork f) {
                    f.accept(v);
                }
            }

            @Override
            public int sum() {
                return left.sum() + right.sum() + visits;
            }
        }
    }

    enum Kind {
        ONE,
        TWO;

        @Persistent
        static class Tagged {
            Kind kind = TWO;
            int n = kind.ordinal();
        }
    }

    public static void run(Stage s) {
        Tree.Fork f = new Tree.Fork(new Tree.Fork(new Tree.Leaf(1), new Tree.Leaf(2)), new Tree.Leaf(3));
        f.accept(x -> x.visits += x.sum());
        s.print(f.sum(), f.visits, ((Tree.Fork) f.left).visits, new Kind.Tagged().n, new Kind.Tagged().kind);
    }
}
