package app;

import java.util.ArrayList;
import org.jnvm.Persistent;

@Persistent
class Order {
    int number;
    ArrayList<String> items = new ArrayList<>();

    @Persistent
    class Line {}
}
