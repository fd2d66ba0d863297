package org.jnvm.examples.orders;

import java.time.LocalDate;
import org.jnvm.Persistent;

/** A delivery; its number is its order. */
@Persistent
public final class Delivery implements Comparable<Delivery> {
    private final long number;
    private final String driver;
    private LocalDate date;

    Delivery(long number, String driver, LocalDate date) {
        this.number = number;
        this.driver = driver;
        this.date = date;
    }

    public long number() {
        return number;
    }

    public String driver() {
        return driver;
    }

    public LocalDate date() {
        return date;
    }

    void setDate(LocalDate date) {
        this.date = date;
    }

    @Override
    public int compareTo(Delivery other) {
        return Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Delivery that && number == that.number;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
