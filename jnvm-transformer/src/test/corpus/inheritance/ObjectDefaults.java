package corpus.inheritance;

import java.util.HashSet;
import java.util.Set;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** equals and hashCode as Object has them mean the object; getClass its class. */
public class ObjectDefaults {
    @Persistent
    static class A {
        A other;
    }

    @Persistent
    static class B extends A {}

    public static void run(Stage s) {
        A a = new A();
        A b = new B();
        a.other = b;
        b.other = a;
        s.print(a.equals(b.other), b.equals(a.other), a.equals(b), a.equals(null), a.other.other.equals(a));
        s.print(a.hashCode() == b.other.hashCode(), a.toString().equals(b.other.toString()));
        Set<Object> set = new HashSet<>(Set.of(a, b));
        set.add(b.other);
        set.remove(a.other);
        s.print(set.size(), set.contains(a));
        s.print(a.getClass().getSimpleName(), a.other.getClass().getSimpleName(), b.getClass() == a.other.getClass());
        s.print(a.getClass().isInstance(b), b.getClass().getSuperclass().getSimpleName());
    }
}
