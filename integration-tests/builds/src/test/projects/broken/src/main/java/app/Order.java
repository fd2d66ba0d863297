package app;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.Persistent;

@Persistent
class Order {
    int number;
    List<String> items = new ArrayList<>();

    @Persistent
    class Line {}
}
