package corpus.nesting;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** An inner class, not persistent, of a persistent one: it uses the fields of its outer object. */
public class InnerIterator {
    @Persistent
    static class Chain implements Iterable<String> {
        private Link first;
        private int size;
        private int iterators;

        @Persistent
        private static class Link {
            private final String text;
            private Link next;

            private Link(String text, Link next) {
                this.text = text;
                this.next = next;
            }
        }

        private class Walk implements Iterator<String> {
            private Link at = first;
            private final int number = ++iterators;

            @Override
            public boolean hasNext() {
                return at != null;
            }

            @Override
            public String next() {
                if (at == null) {
                    throw new NoSuchElementException("after " + Chain.this.size);
                }
                String text = at.text + number + size--;
                at = at.next;
                return text;
            }
        }

        void add(String text) {
            first = new Link(text, first);
            size++;
        }

        @Override
        public Iterator<String> iterator() {
            return new Walk();
        }
    }

    public static void run(Stage s) {
        Chain chain = new Chain();
        for (String text : "a b c".split(" ")) {
            chain.add(text);
        }
        for (String text : chain) {
            s.print(text);
        }
        Iterator<String> walk = chain.iterator();
        Iterator<String> other = chain.new Walk();
        s.print(walk.next(), other.next(), walk.next(), walk.next(), chain.iterators);
        s.caught(walk::next);
    }
}
