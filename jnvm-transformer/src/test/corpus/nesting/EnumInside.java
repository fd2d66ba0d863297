package corpus.nesting;

import java.util.EnumMap;
import java.util.Map;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Enums inside persistent classes, with constants that work on the objects, and persistent objects in constants. */
public class EnumInside {
    @Persistent
    static class Machine {
        enum Op {
            INC("+") {
                @Override
                void run(Machine m) {
                    m.value++;
                }
            },
            DOUBLE("*") {
                @Override
                void run(Machine m) {
                    m.value *= 2;
                    m.last = this;
                }
            };

            static final Map<Op, Integer> USES = new EnumMap<>(Op.class);
            final String sign;
            final Machine own = new Machine();

            Op(String sign) {
                this.sign = sign;
            }

            abstract void run(Machine m);
        }

        private int value;
        private Op last;

        Machine run(Op... ops) {
            for (Op op : ops) {
                op.run(this);
                op.run(op.own);
                Op.USES.merge(op, value, Integer::sum);
            }
            return this;
        }
    }

    public static void run(Stage s) {
        Machine m = new Machine().run(Machine.Op.values()).run(Machine.Op.DOUBLE, Machine.Op.INC);
        s.print(m.value, m.last, m.last.sign, Machine.Op.USES);
        for (Machine.Op op : Machine.Op.values()) {
            s.print(op, op.own.value, op.own.last);
        }
    }
}
