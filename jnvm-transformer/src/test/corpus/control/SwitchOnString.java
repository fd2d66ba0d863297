package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** switch on String fields, with equal hash codes. */
public class SwitchOnString {
    @Persistent
    static class Word {
        String word;
        int count;

        int classify() {
            switch (word) {
                case "Aa":
                    return count += 1;
                case "BB":
                    return count += 10;
                case "":
                    word = "BB";
                    return classify() * 2;
                default:
                    return -count;
            }
        }
    }

    public static void run(Stage s) {
        Word w = new Word();
        for (String word : new String[] {"Aa", "BB", "", "C#", new String("Aa")}) {
            w.word = word;
            s.print(w.classify(), w.word);
        }
        w.word = null;
        s.caught(w::classify);
    }
}
