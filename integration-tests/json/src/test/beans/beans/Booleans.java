package beans;

import org.jnvm.Persistent;

/** Getters that begin with is. */
@Persistent
public class Booleans {
    private boolean active = true;
    private Boolean boxed = true;
    private boolean isOpen = true;
    private boolean both = true;
    public boolean shown = true;
    public boolean isShut = true;
    boolean inPackage = true;

    public boolean isActive() {
        return active;
    }

    public void setActive(boolean active) {
        this.active = active;
    }

    public Boolean isBoxed() {
        return boxed;
    }

    public boolean isOpen() {
        return isOpen;
    }

    public void setOpen(boolean open) {
        isOpen = open;
    }

    public boolean isBoth() {
        return both;
    }

    private boolean getBoth() {
        return !both;
    }

    public boolean isShown() {
        return !shown;
    }

    public boolean isInPackage() {
        return inPackage;
    }

    public static Booleans sample() {
        Booleans b = new Booleans();
        b.shown = false;
        return b;
    }

    public String state() {
        return active + " " + boxed + isOpen + both + shown + isShut + inPackage;
    }
}
