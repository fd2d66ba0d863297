package app;

import org.jnvm.Persistent;

@Persistent
class Guest extends Person {
    Person host;

    Guest(String name, Person host) {
        super(name);
        this.host = host;
    }
}
