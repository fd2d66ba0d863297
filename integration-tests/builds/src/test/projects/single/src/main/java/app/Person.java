package app;

import org.jnvm.Persistent;

@Persistent(fa = "non-private")
public class Person {
    String name;
    int visits;

    public Person(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    int visit() {
        return ++visits;
    }
}
