package beans;

import org.jnvm.Persistent;

/** Public fields with some accessors of the program, of other access and types. */
@Persistent
public class Mixed {
    public int number = 1;
    public int lone = 2;
    public String text = "t";
    public boolean flag = true;
    public int overloaded = 3;

    int getNumber() {
        return number * 10;
    }

    private void setLone(int n) {
        lone = n + 1;
    }

    public String getText() {
        return "<" + text + ">";
    }

    public void setText(String text) {
        this.text = text + "!";
    }

    public boolean isFlag() {
        return !flag;
    }

    public void setOverloaded(String text) {
        overloaded = text.length();
    }

    public static Mixed sample() {
        return new Mixed();
    }

    public String state() {
        return number + " " + lone + text + flag + overloaded;
    }
}
