package org.jnvm.examples.shop;

import java.time.Instant;
import java.util.Optional;
import org.jnvm.Persistent;

/** A customer. */
@Persistent
public class Customer {
    private final String name;
    private final Instant since;
    private Optional<String> mail = Optional.empty();

    public Customer(String name, Instant since) {
        this.name = name;
        this.since = since;
    }

    public String name() {
        return name;
    }

    public Instant since() {
        return since;
    }

    public Optional<String> mail() {
        return mail;
    }

    public void setMail(String address) {
        mail = Optional.of(address);
    }
}
