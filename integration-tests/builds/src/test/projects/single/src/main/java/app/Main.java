package app;

import org.jnvm.JNVM;

public class Main {
    public static void main(String[] args) {
        JNVM.init(args[0], 1 << 20);
        if (!JNVM.root.exists("p")) {
            JNVM.root.put("p", new Person("Ann"));
        }
        Person p = (Person) JNVM.root.get("p");
        p.visit();
        System.out.println(p.name + " " + p.visits);
        JNVM.close();
    }
}
