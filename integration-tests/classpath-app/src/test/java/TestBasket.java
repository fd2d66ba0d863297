import org.jnvm.PObject;
import org.jnvm.Persistent;

/** A persistent class among the tests, which extends and refers to one of the program. */
@Persistent
class TestBasket extends Tally implements PObject {
    private Tally inner;
    private double weight = 1.5;
    private transient int resurrections;

    TestBasket(Tally inner) {
        this.inner = inner;
    }

    Tally inner() {
        return inner;
    }

    double weight() {
        return weight;
    }

    int resurrections() {
        return resurrections;
    }

    boolean isPersistent() {
        return (Object) this instanceof PObject;
    }

    public void resurrect() {
        resurrections++;
    }
}
