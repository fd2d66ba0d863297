package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Private constructors, called by a factory, by a nested class and by a subclass that is nested, too. */
public class PrivateConstructor {
    @Persistent
    static class Token {
        private final String kind;
        private int uses;

        private Token(String kind) {
            this.kind = kind;
        }

        static Token of(String kind) {
            Token token = new Token(kind);
            token.uses++;
            return token;
        }

        @Persistent
        private static class Special extends Token {
            private Special() {
                super("special");
                super.uses = 50;
            }
        }
    }

    public static void run(Stage s) {
        Token special = new Token.Special();
        Token plain = new Token("direct");
        Token made = Token.of("made");
        s.print(special.kind, special.uses, plain.kind, plain.uses, made.kind, made.uses);
    }
}
