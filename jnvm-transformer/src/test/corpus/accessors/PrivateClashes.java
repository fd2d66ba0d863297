package corpus.accessors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Methods, also inherited ones, with the names that accessors of a superclass's private fields have. */
public class PrivateClashes {
    interface Sized {
        default int getSize() {
            return 1;
        }

        default void setName(String name) {}
    }

    interface Resized extends Sized {
        @Override
        default int getSize() {
            return 2;
        }
    }

    @Persistent
    static class P {
        private int size = 10;
        private String name = "p";
        private long count = 3;
        private P next;

        String state() {
            return size + name + count + (next == null);
        }
    }

    @Persistent
    static class Q extends P implements Sized {
        private static int getCount() {
            return 30;
        }

        protected void updateNext(P next) {}

        private int pwbSize() {
            return getCount();
        }
    }

    @Persistent
    static class R extends Q {
        private int size = 11;

        int mine() {
            return size++;
        }
    }

    static class T extends Q implements Resized {}

    @Persistent
    static class U extends P implements Sized, Resized {}

    static class V extends T {
        @Override
        public int getSize() {
            return super.getSize() * 5;
        }
    }

    private static void all(Stage s, Q q) {
        Sized sized = q;
        q.setName("x");
        q.updateNext(q);
        s.print(q.getSize(), sized.getSize(), q.state(), q.pwbSize());
    }

    public static void run(Stage s) {
        all(s, new Q());
        R r = new R();
        all(s, r);
        s.print(r.mine(), r.mine());
        all(s, new T());
        all(s, new V());
        U u = new U();
        u.setName("y");
        s.print(u.getSize(), u.state());
    }
}
