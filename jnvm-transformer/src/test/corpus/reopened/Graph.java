package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.pdt.PArray;
import org.jnvm.transform.corpus.Stage;

/** A graph with cycles and shared nodes, walked with a mark in each node. */
public class Graph {
    @Persistent
    static class Vertex {
        final String name;
        PArray<Vertex> edges;
        int mark;

        Vertex(String name, int degree) {
            this.name = name;
            edges = new PArray<>(degree);
        }

        int walk(int round) {
            if (mark == round) {
                return 0;
            }
            mark = round;
            int sum = name.hashCode();
            for (int i = 0; i < edges.length(); i++) {
                if (edges.get(i) != null) {
                    sum = sum * 31 + edges.get(i).walk(round);
                }
            }
            return sum;
        }
    }

    public static void run(Stage s) {
        Vertex[] all = new Vertex[20];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Vertex("v" + i, i % 4);
        }
        for (int i = 0; i < all.length; i++) {
            for (int k = 0; k < all[i].edges.length(); k++) {
                all[i].edges.set(k, (i + k) % 5 == 0 ? null : all[(i * 3 + k * 7) % all.length]);
            }
        }
        s.put("Graph", all[7]);
        for (int round = 1; round < 3; round++) {
            s.reopen();
            Vertex v = s.get("Graph");
            s.print(v.walk(round), v.walk(round), v.edges.get(1).name);
            v.edges.set(
                    0, v.edges.get(1).edges.length() > 1 ? v.edges.get(1).edges.get(1) : v);
            s.print(v.walk(round + 10), v.edges.get(0).name);
        }
    }
}
