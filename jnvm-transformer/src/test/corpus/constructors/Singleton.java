package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A holder whose one object is made by the class initialiser of a nested class. */
public class Singleton {
    @Persistent
    static class Settings {
        int version = 3;

        private Settings() {}

        private static final class Holder {
            static final Settings INSTANCE = new Settings();
        }

        static Settings get() {
            return Holder.INSTANCE;
        }
    }

    public static void run(Stage s) {
        Settings.get().version++;
        Settings.get().version *= 2;
        s.print(Settings.get().version);
    }
}
