package corpus.legacy;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A doubly linked queue with sentinels, moved, reversed and drained. */
public class LinkedQueue {
    @Persistent
    static class Queue {
        private final Node head = new Node(Long.MIN_VALUE);
        private final Node tail = new Node(Long.MAX_VALUE);
        private int size;

        @Persistent
        static class Node {
            long value;
            Node previous;
            Node next;

            Node(long value) {
                this.value = value;
            }
        }

        Queue() {
            (head.next = tail).previous = head;
        }

        void add(long value) {
            Node n = new Node(value);
            n.previous = tail.previous;
            n.next = tail;
            n.previous.next = n.next.previous = n;
            size++;
        }

        long remove() {
            Node n = head.next;
            (head.next = n.next).previous = head;
            size -= n.value == Long.MAX_VALUE ? 0 : 1;
            n.next = n.previous = null;
            return n.value;
        }

        void reverse() {
            Node a = head.next;
            Node b = tail.previous;
            for (int i = 0; i < size / 2; i++) {
                long swap = a.value;
                a.value = b.value;
                b.value = swap;
                a = a.next;
                b = b.previous;
            }
        }
    }

    public static void run(Stage s) {
        Queue q = new Queue();
        for (int i = 0; i < 7; i++) {
            q.add(i * 1_000_000_007L);
        }
        q.reverse();
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            sum = sum * 31 + q.remove();
        }
        q.add(sum);
        q.reverse();
        s.print(q.size, sum);
        while (q.size > 0) {
            s.print(q.remove(), q.size, q.head.next.value);
        }
    }
}
