package corpus.legacy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** An entity annotated as for JPA, on fields and on getters, with an id and a version. */
public class JpaEntity {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Entity {
        String name() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD})
    @interface Id {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Column {
        String name();

        boolean nullable() default true;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface ManyToOne {
        Class<?> targetEntity();
    }

    @Persistent
    @Entity(name = "orders")
    public static class Order {
        @Id
        private Long id;

        @Column(name = "customer_name", nullable = false)
        private String customer;

        @ManyToOne(targetEntity = Order.class)
        private Order parent;

        private transient int loads;
        private int version;

        protected Order() {}

        public Order(Long id, String customer) {
            this.id = Objects.requireNonNull(id);
            this.customer = customer;
        }

        public Long getId() {
            return id;
        }

        @Column(name = "parent_id")
        public Order getParent() {
            loads++;
            return parent;
        }

        public void setParent(Order parent) {
            this.parent = parent;
            version++;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Order other && Objects.equals(id, other.id);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(id);
        }

        @Override
        public String toString() {
            return "Order[id=" + id + ", customer=" + customer + ", version=" + version + "]";
        }
    }

    public static void run(Stage s) throws Exception {
        Order a = new Order(1L << 40, "Ann");
        Order b = new Order(2L, null);
        b.setParent(a);
        s.print(a, b, b.getParent(), b.loads, a.equals(new Order(1L << 40, "x")), b.hashCode());
        s.print(Order.class.getAnnotation(Entity.class).name());
        s.print(Order.class.getMethod("getParent").getAnnotation(Column.class).name());
        s.print(new Order().getId(), new Order().equals(new Order()));
        s.caught(() -> new Order(null, ""));
    }
}
