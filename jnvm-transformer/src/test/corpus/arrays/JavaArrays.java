package corpus.arrays;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Java arrays of persistent objects: many dimensions, array fields that are transient, ArrayStoreException. */
public class JavaArrays {
    @Persistent
    static class A {
        int n;
        transient A[] friends = {this, null};
        transient int[][] grid = {{1, 2}, {3}};
    }

    @Persistent
    static class B extends A {}

    public static void run(Stage s) {
        A a = new A();
        A[][] all = {{a, new B()}, new A[3]};
        all[0][1].n = 5;
        all[1][2] = all[0][0].friends[0];
        all[1][2].n += all[0][1].n++;
        a.friends[0].friends[1] = all[0][1];
        a.friends[1].n *= a.grid[0][1] += a.grid[1][0]--;
        s.print(a.n, all[0][1].n, a.grid, all[1][0] == null, all.length, a.friends.length);
        A[] really = new B[1];
        s.caught(() -> really[0] = a);
        s.caught(() -> all[2][0].n++);
        s.caught(() -> a.grid[1][1]++);
        A[] copy = a.friends.clone();
        copy[1] = null;
        s.print(a.friends[1].n, copy[0].n);
        Object object = new B[0];
        s.print(object instanceof A[], object instanceof B[], object.getClass().getSimpleName());
    }
}
