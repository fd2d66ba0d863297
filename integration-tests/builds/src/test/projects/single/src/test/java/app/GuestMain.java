package app;

import org.jnvm.JNVM;

class GuestMain {
    public static void main(String[] args) throws Exception {
        JNVM.init(args[0], 1 << 20);
        Guest guest = new Guest("Bob", new Person("Ann"));
        guest.host.visit();
        System.out.println(guest.name() + " " + guest.host.name() + " " + guest.host.visit());
        JNVM.close();
    }

    static Object look() throws Exception {
        return Person.class.getDeclaredField("visits");
    }
}
