package corpus.legacy;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A small stack machine whose program, stack and variables are persistent objects. */
public class Interpreter {
    enum Code {
        PUSH,
        LOAD,
        STORE,
        ADD,
        MUL,
        LESS,
        JUMP_IF,
        PRINT,
        HALT
    }

    @Persistent
    static class Insn {
        final Code code;
        final int operand;
        Insn next;

        Insn(Code code, int operand) {
            this.code = code;
            this.operand = operand;
        }
    }

    @Persistent
    static class Value {
        long v;
        Value below;

        Value(long v, Value below) {
            this.v = v;
            this.below = below;
        }
    }

    @Persistent(fa = "non-private")
    static class Machine {
        Insn first;
        Insn at;
        Value top;
        Value variables;
        long steps;
        String output = "";

        Machine(int... program) {
            Insn last = null;
            for (int i = 0; i < program.length; i += 2) {
                Insn insn = new Insn(Code.values()[program[i]], program[i + 1]);
                if (last == null) {
                    first = insn;
                } else {
                    last.next = insn;
                }
                last = insn;
            }
            for (int i = 0; i < 3; i++) {
                variables = new Value(0, variables);
            }
            at = first;
        }

        private void push(long v) {
            top = new Value(v, top);
        }

        private long pop() {
            long v = top.v;
            top = top.below;
            return v;
        }

        private Value variable(int i) {
            Value v = variables;
            while (i-- > 0) {
                v = v.below;
            }
            return v;
        }

        boolean step() {
            steps++;
            Insn now = at;
            at = now.next;
            switch (now.code) {
                case PUSH -> push(now.operand);
                case LOAD -> push(variable(now.operand).v);
                case STORE -> variable(now.operand).v = pop();
                case ADD -> push(pop() + pop());
                case MUL -> push(pop() * pop());
                case LESS -> push(pop() > pop() ? 1 : 0);
                case JUMP_IF -> {
                    if (pop() != 0) {
                        at = first;
                        for (int i = 0; i < now.operand; i++) {
                            at = at.next;
                        }
                    }
                }
                case PRINT -> output += pop() + " ";
                case HALT -> {
                    return false;
                }
            }
            return true;
        }
    }

    public static void run(Stage s) {
        Machine m = new Machine(
                0, 1, 2, 1, 1, 0, 0, 1, 3, 0, 2, 0, 1, 1, 1, 0, 4, 0, 2, 1, 1, 1, 7, 0, 1, 0, 0, 10, 5, 0, 6, 2, 8, 0);
        while (m.step()) {
            if (m.steps > 1000) {
                break;
            }
        }
        s.print(m.steps, m.output, m.variable(0).v, m.variable(1).v, m.top == null);
    }
}
