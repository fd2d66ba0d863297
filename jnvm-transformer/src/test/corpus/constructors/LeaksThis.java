package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A constructor that gives its object away before it is complete. */
public class LeaksThis {
    @Persistent
    static class Parent {
        Child first;
        int sum;

        void adopt(Child child) {
            child.next = first;
            first = child;
            sum += child.age;
        }
    }

    @Persistent
    static class Child {
        Child next;
        int age;
        String name;

        Child(Parent parent, int age, String name) {
            parent.adopt(this);
            this.age = age;
            parent.sum += this.age;
            this.name = name;
            parent.first.name += "!";
        }
    }

    public static void run(Stage s) {
        Parent p = new Parent();
        new Child(p, 3, "Ann");
        new Child(p, 5, "Bob");
        for (Child c = p.first; c != null; c = c.next) {
            s.print(c.name, c.age);
        }
        s.print(p.sum);
    }
}
