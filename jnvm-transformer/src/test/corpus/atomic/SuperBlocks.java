package corpus.atomic;

import org.jnvm.FailureAtomic;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** super.method() from one block into another, through a hierarchy and a default method. */
public class SuperBlocks {
    interface Step extends PObject {
        default long step(long by) {
            return by * 2;
        }
    }

    @Persistent(fa = "non-private")
    static class A implements Step {
        long total;

        @Override
        public long step(long by) {
            total += Step.super.step(by);
            return total;
        }
    }

    @Persistent(fa = "non-private")
    static class B extends A {
        int calls;

        @Override
        public long step(long by) {
            calls++;
            return super.step(by + calls) + super.step(1);
        }
    }

    @Persistent
    static class C extends B {
        @Override
        @FailureAtomic
        public long step(long by) {
            return -super.step(by);
        }

        Runnable up() {
            return () -> super.step(100);
        }
    }

    public static void run(Stage s) {
        C c = new C();
        s.print(c.step(1), c.step(2), c.total, c.calls);
        c.up().run();
        Step step = c;
        s.print(step.step(0), c.total, new B().step(7));
    }
}
