package org.jnvm.campaign.errors;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What is done to the {@link Books}, and what it makes of a {@link Model}. A number makes each one different. */
interface Operation {
    /** Returns all of them, in the order in which they are run. */
    static List<Operation> all() {
        return Stream.<Operation[]>of(
                        BlockOperation.values(),
                        CollectionOperation.values(),
                        ObjectOperation.values(),
                        JointOperation.values(),
                        RetryingOperation.values(),
                        HeapOperation.values())
                .flatMap(Stream::of)
                .toList();
    }

    /** Runs it; what it throws on purpose does not leave it. */
    void run(Books books, int n);

    /** Does the same to a model. By default, nothing is changed. */
    default void expect(Model model, int n) {}

    /**
     * Passes on each state in which an error may leave what is neither as before nor as after: none where it is one change.
     *
     * @param model what it was before; is changed
     */
    default void between(Model model, int n, Consumer<Model> left) {}

    /** Tells whether it starts and ends failure-atomic blocks by hand. */
    default boolean isByHand() {
        return false;
    }

    /** Tells whether it closes the default heap, so that all objects in it have to be found anew. */
    default boolean closes() {
        return false;
    }
}
