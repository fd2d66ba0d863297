package corpus.arrays;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.pdt.PArray;
import org.jnvm.transform.corpus.Stage;

/** A persistent array of persistent objects: null elements, elements of a subclass, a.get(i).x++. */
public class ObjectArrays {
    @Persistent
    static class Cell implements PObject {
        int v;

        Cell(int v) {
            this.v = v;
        }

        int worth() {
            return v;
        }
    }

    @Persistent
    static class Rich extends Cell {
        Rich(int v) {
            super(v);
        }

        @Override
        int worth() {
            return super.worth() * 100;
        }
    }

    @Persistent
    static class Row {
        PArray<Cell> cells = new PArray<>(5);
        int at;
    }

    public static void run(Stage s) {
        Row r = new Row();
        r.cells.set(r.at++, new Cell(1));
        r.cells.set(r.at++, new Rich(2));
        r.cells.set(r.at += 2, r.cells.get(0));
        r.cells.get(0).v++;
        r.cells.get(1).v += r.cells.get(4).v--;
        int sum = 0;
        for (int i = 0; i < r.cells.length(); i++) {
            Cell c = r.cells.get(i);
            sum += c == null ? 1000 : c.worth();
        }
        s.print(sum, r.at, r.cells.get(4).v);
        s.caught(() -> r.cells.get(2).v++);
        s.caught(() -> r.cells.set(5, null));
    }
}
