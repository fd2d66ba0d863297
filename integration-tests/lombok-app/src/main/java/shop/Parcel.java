package shop;

import lombok.Getter;
import lombok.experimental.Accessors;
import lombok.experimental.SuperBuilder;
import org.jnvm.Persistent;

/** What is sent; its builder is inherited. */
@Persistent
@SuperBuilder
@Getter
@Accessors(fluent = true)
public abstract class Parcel {
    private final String to;

    /** One that comes back if it is not wanted. */
    @Persistent
    @SuperBuilder
    @Getter
    @Accessors(fluent = true)
    public static class Returnable extends Parcel {
        private final long until;
    }
}
