package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Values that objects own: replaced, shared by reading, dropped with their objects, over openings. */
public class EnumsAndStrings {
    enum Mood {
        GOOD,
        BAD {
            @Override
            String text() {
                return "very bad";
            }
        };

        String text() {
            return name().toLowerCase();
        }
    }

    @Persistent
    static class Diary {
        String text = "";
        String copy;
        Mood mood = Mood.GOOD;
        Long count = 0L;
        Double weight;
        Diary previous;

        void write(String more) {
            copy = text;
            text += more;
            mood = mood == Mood.GOOD ? Mood.BAD : Mood.GOOD;
            count++;
            weight = weight == null ? 0.1 : weight * 2;
        }
    }

    public static void run(Stage s) {
        s.put("Diary", new Diary());
        for (int round = 0; round < 4; round++) {
            s.reopen();
            Diary d = s.get("Diary");
            for (int i = 0; i < 20; i++) {
                d.write("r" + round + "i" + i + (i % 7 == 0 ? "\u00fc" : ""));
            }
            Diary next = new Diary();
            next.text = d.copy;
            next.mood = d.mood;
            next.previous = round == 2 ? null : d;
            s.print(d.text.length(), d.copy.hashCode(), d.mood.text(), d.count, d.weight);
            s.put("Diary", next);
        }
        s.reopen();
        Diary d = s.get("Diary");
        s.print(d.text.length(), d.previous.text.length(), d.previous.previous == null, d.mood, d.previous.mood.text());
    }
}
