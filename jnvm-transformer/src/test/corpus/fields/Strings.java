package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** String fields: null, empty, short, long, of all planes, and unpaired surrogates. */
public class Strings {
    @Persistent
    static class Text {
        String text = "initial";
        String other;
    }

    public static void run(Stage s) {
        Text t = new Text();
        s.print(t.text, t.other);
        String[] values = {
            "",
            "a",
            "\u00e4\u00f6\u00fc\u00df",
            "\u20ac",
            "\ud83d\ude00 smile",
            "\ud800",
            "tail\udc00",
            "\0zero\0",
            "x".repeat(300),
            "y".repeat(5000),
            null,
            "end"
        };
        for (String value : values) {
            t.other = t.text;
            t.text = value;
            s.print(
                    java.util.Objects.equals(value, t.text),
                    t.text == null ? -1 : t.text.length(),
                    t.other == null ? -1 : t.other.hashCode());
        }
        s.print(t.text.substring(1) + t.text.toUpperCase() + t.text.indexOf('d'), t.text.isEmpty());
    }
}
