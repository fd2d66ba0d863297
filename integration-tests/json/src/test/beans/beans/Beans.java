package beans;

import org.jnvm.Persistent;

/** Private fields with getters and setters. */
@Persistent
public class Beans {
    private int number = 1;
    private String text = "t";
    private Double ratio = 0.5;
    private Level level = Level.LOW;
    private Beans next;

    enum Level {
        LOW,
        HIGH
    }

    public int getNumber() {
        return number;
    }

    public void setNumber(int number) {
        this.number = number;
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }

    public Double getRatio() {
        return ratio;
    }

    public void setRatio(Double ratio) {
        this.ratio = ratio;
    }

    public Level getLevel() {
        return level;
    }

    public void setLevel(Level level) {
        this.level = level;
    }

    public Beans getNext() {
        return next;
    }

    public void setNext(Beans next) {
        this.next = next;
    }

    public static Beans sample() {
        Beans b = new Beans();
        b.next = new Beans();
        b.next.level = Level.HIGH;
        b.next.ratio = null;
        return b;
    }

    public String state() {
        return number + text + ratio + level + (next == null ? "" : next.state());
    }
}
