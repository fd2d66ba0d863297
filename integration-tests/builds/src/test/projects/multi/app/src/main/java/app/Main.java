package app;

import legacy.Shifts;
import org.jnvm.JNVM;

public class Main {
    public static void main(String[] args) {
        JNVM.init(args[0], 1 << 20);
        if (!JNVM.root.exists("s")) {
            JNVM.root.put("s", new Square(3));
        }
        Square s = (Square) JNVM.root.get("s");
        new Shifts().shift(s.corner);
        System.out.println(s.rename() + " " + s.getArea() + " " + s.side + " " + s.corner.x);
        JNVM.close();
    }
}
