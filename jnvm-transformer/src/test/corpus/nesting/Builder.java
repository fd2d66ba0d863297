package corpus.nesting;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A nested builder that fills a persistent object through its private constructor. */
public class Builder {
    @Persistent
    static class Person {
        private final String name;
        private final int age;
        private Person friend;

        private Person(Maker maker) {
            name = maker.name;
            age = maker.age;
            friend = maker.friend;
            maker.built++;
        }

        static class Maker {
            private String name = "nobody";
            private int age = -1;
            private Person friend;
            private int built;

            Maker name(String name) {
                this.name = name + built;
                return this;
            }

            Maker age(int age) {
                this.age = age;
                return this;
            }

            Maker friend(Person friend) {
                this.friend = friend;
                return this;
            }

            Person build() {
                Person p = new Person(this);
                if (friend != null && friend.friend == null) {
                    friend.friend = p;
                }
                return p;
            }
        }
    }

    public static void run(Stage s) {
        Person.Maker maker = new Person.Maker();
        Person nobody = maker.build();
        Person ann = maker.name("Ann").age(30).friend(nobody).build();
        Person bob = maker.name("Bob").friend(ann).build();
        s.print(nobody.name, nobody.age, nobody.friend.name, ann.friend.friend.name, bob.name, bob.age, bob.friend.age);
        s.print(ann.friend.friend.friend.friend.friend.name);
    }
}
