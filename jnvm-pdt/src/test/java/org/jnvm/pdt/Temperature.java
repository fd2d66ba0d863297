package org.jnvm.pdt;

/** A class that is no record and of no library that J-NVM knows. */
final class Temperature implements Comparable<Temperature> {
    private final double degrees;

    Temperature(double degrees) {
        this.degrees = degrees;
    }

    double degrees() {
        return degrees;
    }

    @Override
    public int compareTo(Temperature other) {
        return Double.compare(degrees, other.degrees);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Temperature that && Double.compare(degrees, that.degrees) == 0;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(degrees);
    }

    @Override
    public String toString() {
        return degrees + " degrees";
    }
}
