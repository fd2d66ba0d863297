import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.pdt.Conversion;
import org.jnvm.pdt.Convertible;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;

/** A volatile class of a program. */
class Order implements Convertible<TestOrder> {
    String number;
    long total;
    Order replaces;
    List<Object> parts = new ArrayList<>();
    Map<String, Order> index = new HashMap<>();

    Order(String number, long total) {
        this.number = number;
        this.total = total;
    }

    @Override
    public TestOrder toPersistent() {
        return new TestOrder(number, total);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void fill(TestOrder made, Conversion conversion) {
        made.refer(
                conversion.convert("replaces", replaces),
                (PArrayList<TestOrder>) conversion.convert("parts", parts),
                (PHashMap<Object, TestOrder>) conversion.convert("index", index));
    }
}
