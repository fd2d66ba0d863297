package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.JNVM;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Lombok makes of annotations works in persistent classes, and annotations of JPA stay where JPA looks. */
@Once
class ShopTest {
    @TempDir
    Path folder;

    private Heap heap;
    private Heap.Scope scope;

    @BeforeEach
    void open() {
        heap = Heap.openOrCreate(folder.resolve("shop.heap"), 4 << 20);
        scope = heap.enter();
    }

    @AfterEach
    void close() {
        scope.close();
        heap.close();
    }

    private void reopen() {
        close();
        open();
    }

    private <T> T keep(Object object, Class<T> type) {
        heap.root().put("kept", object);
        reopen();
        return heap.root().get("kept", type);
    }

    @Test
    void dataClass() {
        Customer ann = new Customer(7L, "Ann", Customer.Kind.BUSINESS, 1, true, null);
        ann.setAdvertisedBy(new Customer());
        ann.getAdvertisedBy().setName("Bob");
        String text = ann.toString();
        int hash = ann.hashCode();
        assertThat(text)
                .isEqualTo("Customer(id=7, name=Ann, kind=BUSINESS, version=1, active=true, advertisedBy="
                        + "Customer(id=null, name=Bob, kind=PRIVATE, version=0, active=false, advertisedBy=null))");
        Customer found = keep(ann, Customer.class);
        assertThat(found).hasToString(text).hasSameHashCodeAs(hash);
        Customer equal = new Customer(7L, "Ann", Customer.Kind.BUSINESS, 1, true, found.getAdvertisedBy());
        assertEquals(found, equal);
        equal.setVersion(2);
        assertThat(found).isNotEqualTo(equal);
        assertThatThrownBy(() -> found.setName(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void valueClass() {
        Money five = keep(new Money(5, "EUR"), Money.class);
        Money six = five.withCents(6);
        assertThat(six).isEqualTo(new Money(6, "EUR")).isNotEqualTo(five);
        assertThat(five).isEqualTo(new Money(5, "EUR")).hasToString("Money(cents=5, currency=EUR)");
    }

    @Test
    void builders() {
        Order order = Order.builder()
                .number("A-1")
                .customer(new Customer())
                .total(new Money(5, "EUR"))
                .build();
        order.setSession(this);
        assertThat(order)
                .hasToString("Order(number=A-1, total=Money(cents=5, currency=EUR), items=1, session=" + this + ")");
        Order found = keep(order, Order.class);
        assertThat(found).isEqualTo(Order.builder().number("A-1").items(9).build());
        assertThat(found.getSession()).isNull();
        Parcel.Returnable parcel =
                keep(Parcel.Returnable.builder().to("Ann").until(30).build(), Parcel.Returnable.class);
        assertThat(parcel.to() + parcel.until()).isEqualTo("Ann30");
    }

    @Test
    void annotationsOfJpaStandOnTheGetters() throws Exception {
        assertThat(Customer.class.getAnnotation(Entity.class)).isNotNull();
        assertThat(Customer.class.getAnnotation(Table.class).name()).isEqualTo("customers");
        Map<String, Class<? extends Annotation>> expected = Map.of(
                "getId", Id.class,
                "getName", Column.class,
                "getKind", Enumerated.class,
                "getVersion", Version.class,
                "getAdvertisedBy", ManyToOne.class);
        for (Map.Entry<String, Class<? extends Annotation>> each : expected.entrySet()) {
            assertThat(Customer.class.getMethod(each.getKey()).isAnnotationPresent(each.getValue()))
                    .as(each.getKey())
                    .isTrue();
        }
        assertThat(Customer.class
                        .getMethod("getName")
                        .getAnnotation(Column.class)
                        .length())
                .isEqualTo(80);
    }

    /** What docs/TRANSFORMER.md says of assertions and debuggers. */
    @Test
    void twoProxiesOfOneObject() {
        heap.root().put("money", new Money(5, "EUR"));
        Money one = heap.root().get("money", Money.class);
        Money other = heap.root().get("money", Money.class);
        assertNotSame(one, other);
        assertTrue(one == other);
        assertThat(JNVM.describe(one)).startsWith("Money@0x").endsWith("[cents=5, currency=\"EUR\"]");
        assertThat(JNVM.fields(one)).containsEntry("cents", "5");
    }
}
