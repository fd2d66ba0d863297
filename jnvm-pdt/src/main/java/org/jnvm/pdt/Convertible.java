package org.jnvm.pdt;

/**
 * A volatile object that has a persistent counterpart: {@link AutoPersistMap} takes it, and keeps the
 * counterpart. Conversion has two steps, so that graphs with cycles, shared objects and chains of any length can be
 * converted: first the counterpart is made, without the objects that it will refer to; later it is given those.
 *
 * <pre>{@code
 * class Order implements Convertible<POrder> {
 *     int number;
 *     Customer customer;              // Convertible, maybe with a list of its orders
 *     List<Line> lines;
 *
 *     public POrder toPersistent() {
 *         return new POrder(number);
 *     }
 *
 *     public void fill(POrder made, Conversion conversion) {
 *         made.customer = conversion.convert("customer", customer);
 *         made.lines = (PArrayList<PLine>) conversion.convert("lines", lines);
 *     }
 * }
 * }</pre>
 *
 * <p>The two methods may make persistent objects, and change those that they made. They must not make one reachable from
 * what was there before, and must not use the map. If an exception leaves one of them, the conversion is given up, and
 * what it made is freed: the counterparts, and the new objects that these refer to.
 *
 * <p>For a key that is to be found by its volatile object, {@code hashCode} must be that of the counterpart, and {@code
 * equals} must hold for the counterpart, too.
 *
 * @param <P> the class of the counterpart
 */
public interface Convertible<P> {
    /**
     * Makes the counterpart; called once for each object in a conversion. It must not call {@code toPersistent} of others:
     * that would neither end in a cycle nor keep shared objects shared.
     *
     * @return a new persistent object, allocated in the current heap, which is that of the map
     */
    P toPersistent();

    /**
     * Gives the counterpart what it refers to. What {@link Conversion#convert} returns may not be filled itself yet: store
     * it, and do not look into it.
     *
     * @param made what {@link #toPersistent} returned
     * @param conversion returns the counterparts of other objects
     */
    default void fill(P made, Conversion conversion) {}
}
