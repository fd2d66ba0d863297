package shop;

import lombok.Value;
import lombok.With;
import org.jnvm.Persistent;

/** An amount; never changes. */
@Persistent
@Value
public class Money {
    @With
    long cents;

    String currency;
}
