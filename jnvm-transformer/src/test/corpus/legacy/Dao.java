package corpus.legacy;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A generic repository over entities with generated ids, looked up by predicate, and lazily computed values. */
public class Dao {
    @Persistent
    abstract static class Entity<K extends Comparable<K>> implements PObject {
        long id;
        Entity<?> next;

        abstract K key();
    }

    @Persistent
    static class Repository<E extends Entity<?>> {
        private Entity<?> first;
        private long ids;

        E save(E e) {
            if (e.id == 0) {
                e.id = ++ids;
                e.next = first;
                first = e;
            }
            return e;
        }

        @SuppressWarnings("unchecked")
        Optional<E> find(Predicate<? super E> p) {
            for (Entity<?> e = first; e != null; e = e.next) {
                if (p.test((E) e)) {
                    return Optional.of((E) e);
                }
            }
            return Optional.empty();
        }
    }

    @Persistent
    static class User extends Entity<String> {
        String name;
        Integer cached;

        User(String name) {
            this.name = name;
        }

        @Override
        String key() {
            return name + id;
        }

        int length() {
            return cached != null ? cached : (cached = key().length());
        }
    }

    public static void run(Stage s) {
        Repository<User> users = new Repository<>();
        for (String name : List.of("ann", "bob", "christine")) {
            users.save(new User(name));
        }
        User bob = users.find(u -> u.name.startsWith("b")).get();
        users.save(bob).name = "robert";
        s.print(bob.key(), bob.length(), users.find(u -> u.length() > 9).map(Entity::key), bob.cached);
        bob.name = "r";
        s.print(bob.length(), users.find(u -> u.id == 7).isPresent(), users.ids);
    }
}
