import java.util.Map;
import org.jnvm.Persistent;
import org.jnvm.pdt.PArrayList;
import org.jnvm.pdt.PHashMap;

/** The persistent counterpart of an {@link Order}; its fields own values, and its methods are failure-atomic. */
@Persistent(fa = "non-private")
class TestOrder {
    private String number;
    private Long total;
    private TestOrder replaces;
    private PArrayList<TestOrder> parts;
    private PHashMap<Object, TestOrder> index;

    TestOrder(String number, long total) {
        this.number = number;
        this.total = total;
    }

    void refer(TestOrder replaced, PArrayList<TestOrder> itsParts, PHashMap<Object, TestOrder> itsIndex) {
        replaces = replaced;
        parts = itsParts;
        index = itsIndex;
    }

    String text() {
        return number + " " + total;
    }

    TestOrder replaces() {
        return replaces;
    }

    PArrayList<TestOrder> parts() {
        return parts;
    }

    Map<Object, TestOrder> index() {
        return index;
    }
}
