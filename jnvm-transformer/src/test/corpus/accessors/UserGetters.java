package corpus.accessors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Getters and setters of the program's own, which compute, validate, count, and have other types than the field. */
public class UserGetters {
    @Persistent
    static class Person {
        private String name;
        private int age;
        private boolean active;
        private double weight;
        private int reads;

        public String getName() {
            reads++;
            return "<" + name + ">";
        }

        public void setName(String name) {
            if (name == null) {
                throw new IllegalArgumentException("no name");
            }
            this.name = name.trim();
        }

        public long getAge() {
            return age * 12L;
        }

        public Person setAge(int age) {
            this.age = Math.max(0, age);
            return this;
        }

        public boolean isActive() {
            return !active;
        }

        boolean getActive() {
            return active;
        }

        private double getWeight() {
            return weight / 2;
        }

        private void setWeight(float weight) {
            this.weight = weight * 4;
        }

        double both() {
            setWeight((float) weight + 1);
            return getWeight() + weight;
        }
    }

    public static void run(Stage s) {
        Person p = new Person();
        p.setName("  Ann ");
        p.setAge(-4).setAge(30).active = true;
        s.print(
                p.getName(),
                p.name,
                p.getAge(),
                p.age,
                p.isActive(),
                p.getActive(),
                p.active,
                p.both(),
                p.both(),
                p.reads);
        s.caught(() -> p.setName(null));
        p.name += p.getName();
        p.age -= p.getAge();
        s.print(p.name, p.age, p.reads);
    }
}
