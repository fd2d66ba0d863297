package shop;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import lombok.AllArgsConstructor;
import lombok.Data;
import lombok.NoArgsConstructor;
import lombok.NonNull;
import org.jnvm.Persistent;

/** An entity of JPA, which some programs keep in a heap, too. */
@Persistent
@Entity
@Table(name = "customers")
@Data
@NoArgsConstructor
@AllArgsConstructor
public class Customer {
    /** What kind of customer. */
    public enum Kind {
        PRIVATE,
        BUSINESS
    }

    @Id
    @GeneratedValue
    private Long id;

    @Column(nullable = false, length = 80)
    @NonNull
    private String name;

    @Enumerated(EnumType.STRING)
    private Kind kind = Kind.PRIVATE;

    @Version
    private int version;

    private boolean active;

    @ManyToOne
    private Customer advertisedBy;
}
