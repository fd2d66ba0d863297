package org.jnvm.bench.micro;

import java.util.Comparator;

/**
 * A record of two values, which is a key.
 *
 * @param city one
 * @param number the other one
 */
public record Place(String city, int number) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::city).thenComparingInt(Place::number);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
