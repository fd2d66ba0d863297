package beans;

import org.jnvm.Persistent;

/** Private fields that nobody but the class is to see. */
@Persistent
public class Account {
    private String passwordHash = "hash";
    private boolean admin;
    private String name = "ann";
    private int logins = 3;
    private Account manager;

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public String passwordHint() {
        return passwordHash.substring(0, 1);
    }

    public static Account sample() {
        Account a = new Account();
        a.manager = new Account();
        return a;
    }

    public String state() {
        return passwordHash + admin + name + logins + (manager == null);
    }
}
