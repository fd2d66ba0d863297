package org.jnvm.internal.layout;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * From one layout of a class to a later one: whether its objects can be converted, and which bytes move where.
 *
 * <p>They can if the later layout has every field of the earlier one, by declaring class and name, with the same type;
 * the superclass is the same; and neither has a tail. Fields may move and others may be added: in any place, also in a
 * superclass, which shifts the fields of its subclasses.
 */
public final class LayoutChange {
    /**
     * A field that both layouts have.
     *
     * @param from its object offset in the earlier layout
     * @param to its object offset in the later one
     * @param bytes its size
     */
    public record Move(int from, int to, int bytes) {}

    private LayoutChange() {}

    /**
     * Returns the first reason why objects of one layout cannot become objects of another.
     *
     * @param from the earlier layout
     * @param to the later layout of the same class
     * @return the reason, for people, or null if they can
     */
    public static String obstacle(ClassLayout from, ClassLayout to) {
        String before = String.valueOf(from.superName());
        String after = String.valueOf(to.superName());
        if (!before.equals(after)) {
            return "superclass changed: from " + before + " to " + after;
        }
        if (from.tail() != null || to.tail() != null) {
            return "variable part: objects that have one are not converted";
        }
        Map<String, ClassLayout.Field> later = byName(to);
        for (ClassLayout.Field field : from.fields()) {
            ClassLayout.Field match = later.get(key(field));
            if (match == null) {
                return "field removed: " + field.name() + " of " + field.declaringClass() + ", type " + field.type();
            }
            if (!match.type().equals(field.type())) {
                return "field changed its type: " + field.name() + " of " + field.declaringClass() + ", from "
                        + field.type() + " to " + match.type();
            }
        }
        return null;
    }

    /**
     * Returns where each field goes; every byte of an object that no field goes to is zero.
     *
     * @param from the earlier layout
     * @param to the later one; see {@link #obstacle}
     */
    public static List<Move> moves(ClassLayout from, ClassLayout to) {
        Map<String, ClassLayout.Field> later = byName(to);
        return from.fields().stream()
                .map(field -> new Move(
                        field.offset(),
                        later.get(key(field)).offset(),
                        ClassLayout.bytesOf(field.type().charAt(0))))
                .toList();
    }

    private static Map<String, ClassLayout.Field> byName(ClassLayout layout) {
        return layout.fields().stream()
                .collect(Collectors.toMap(LayoutChange::key, field -> field, (a, b) -> a, HashMap::new));
    }

    private static String key(ClassLayout.Field field) {
        return field.declaringClass() + ' ' + field.name();
    }
}
