package corpus.identity;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** References in Java arrays, compared and swapped, and arrays themselves. */
public class Arrays {
    @Persistent
    static class Card {
        final int rank;
        Card under;

        Card(int rank) {
            this.rank = rank;
        }
    }

    static int find(Card[] cards, Card wanted) {
        for (int i = 0; i < cards.length; i++) {
            if (cards[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    public static void run(Stage s) {
        Card[] cards = new Card[8];
        for (int i = 0; i < cards.length; i++) {
            cards[i] = new Card(i);
            cards[i].under = cards[i / 2];
        }
        for (Card c : cards) {
            s.print(c.rank, find(cards, c.under), find(cards, c.under.under), find(cards, new Card(c.rank)));
        }
        Card[] other = cards.clone();
        s.print(other == cards, other[3] == cards[7].under, find(other, null));
    }
}
