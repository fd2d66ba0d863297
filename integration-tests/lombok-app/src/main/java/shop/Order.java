package shop;

import lombok.Builder;
import lombok.EqualsAndHashCode;
import lombok.Getter;
import lombok.Setter;
import lombok.ToString;
import org.jnvm.Persistent;

/** An order of a customer. */
@Persistent(fa = "non-private")
@Builder
@Getter
@ToString
@EqualsAndHashCode(onlyExplicitlyIncluded = true)
public class Order {
    @EqualsAndHashCode.Include
    private final String number;

    @ToString.Exclude
    private final Customer customer;

    @Setter
    private Money total;

    @Builder.Default
    private int items = 1;

    @Setter
    private transient Object session;
}
