package org.jnvm.internal.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jnvm.internal.layout.ClassLayout.Field;
import org.jnvm.internal.layout.Evolution.Rule;

/**
 * From one layout of a class to a later one: whether its objects can be converted, and where each field gets its value.
 *
 * <p>A field comes from the field of the same class and name; else from one that it was {@code formerly}; else from the
 * only one of its name and type in the hierarchy that nothing else comes from, which was moved between classes. Else it is
 * new. A field that a layout between the two has not is new, too, so that it makes no difference whether an object is
 * converted at each version or once. Fields that nothing comes from are dropped, if the program says that they are removed.
 * {@code docs/EVOLUTION.md} tells it to users.
 */
public final class LayoutChange {
    /** How a field gets its value. */
    public enum How {
        /** Its bytes are those of the earlier field. */
        COPIED,
        /** It is the number of the earlier field, which is narrower, or primitive where this one is a box, or the reverse. */
        WIDENED,
        /** A converter makes it of the value of the earlier field. */
        CONVERTED,
        /** There is no earlier field: it has a value for that, or is zero. */
        ADDED
    }

    /**
     * What becomes of a field of the later layout.
     *
     * @param how how it gets its value
     * @param from the earlier field, null if it was added
     * @param to the field
     * @param converter the class name of the converter, or null
     * @param value as text, of a field that was added its value; of another one what stands in for null in a primitive; or null
     * @param computed whether a field that was added has no value because its initialiser is no constant
     */
    public record Step(How how, Field from, Field to, String converter, String value, boolean computed) {}

    private final ClassLayout before;
    private final ClassLayout after;
    private final Evolution evolution;
    private final List<Step> steps = new ArrayList<>();
    private final List<Field> dropped = new ArrayList<>();
    private String obstacle;
    private String remedy;

    private LayoutChange(ClassLayout before, ClassLayout after, Evolution evolution) {
        this.before = before;
        this.after = after;
        this.evolution = evolution;
    }

    /**
     * Compares two layouts.
     *
     * @param before the earlier layout
     * @param between those that the class had since, in their order
     * @param after the later layout
     * @param evolution what the program that has the later layout says
     */
    public static LayoutChange of(
            ClassLayout before, List<ClassLayout> between, ClassLayout after, Evolution evolution) {
        LayoutChange change = new LayoutChange(before, after, evolution);
        change.find(between);
        return change;
    }

    private void find(List<ClassLayout> between) {
        if (before.tail() != null || after.tail() != null) {
            refuse("variable part: objects that have one are not converted", "start a new heap");
            return;
        }
        Map<Field, Field> sources = match(before);
        List<Map<Field, Field>> later = between.stream().map(this::match).toList();
        for (Field field : after.fields()) {
            Field source = sources.get(field);
            boolean gone = source != null && later.stream().anyMatch(each -> !each.containsKey(field));
            steps.add(source == null || gone ? added(field) : step(source, field, later));
        }
        Set<Field> taken = new HashSet<>(sources.values());
        Set<Field> kept = steps.stream().map(Step::from).collect(Collectors.toSet());
        for (Field field : before.fields()) {
            if (!kept.contains(field)) {
                dropped.add(field);
            }
            if (!taken.contains(field) && !evolution.isRemoved(field)) {
                refuse(
                        "field removed: " + describe(field) + ", type " + field.type(),
                        "write @Formerly(\"" + field.name() + "\") on the field that it became, or @Removed(\""
                                + field.name() + "\") on " + field.declaringClass() + " if its values are to go");
            }
        }
    }

    private void refuse(String what, String toDo) {
        if (obstacle == null) {
            obstacle = what;
            remedy = toDo;
        }
    }

    private static String describe(Field field) {
        return field.name() + " of " + field.declaringClass();
    }

    // ---- which field is which ----

    /** Returns the field of a layout that each field of the later one comes from; none for those that it has not. */
    private Map<Field, Field> match(ClassLayout layout) {
        Map<String, Field> byName = new HashMap<>();
        layout.fields().forEach(field -> byName.put(field.declaringClass() + '.' + field.name(), field));
        Map<Field, Field> own = new HashMap<>();
        for (Field field : after.fields()) {
            Field same = layout.fields().stream()
                    .filter(each -> each.name().equals(field.name())
                            && evolution.isSameClass(each.declaringClass(), field.declaringClass()))
                    .findFirst()
                    .orElse(null);
            if (same != null) {
                own.put(field, same);
            }
        }
        Map<Field, Field> found = new LinkedHashMap<>();
        Set<Field> taken = new HashSet<>();
        boolean changed = true;
        while (changed) { // what a former name takes away may be the own name of another field, which has a former one,
            // too
            changed = false;
            for (Field field : after.fields()) {
                Field same = own.get(field);
                Field former = found.containsKey(field) || same != null && !taken.contains(same)
                        ? null
                        : former(layout, field, taken);
                if (former != null) {
                    found.put(field, former);
                    taken.add(former);
                    changed = true;
                }
            }
        }
        own.forEach((field, same) -> {
            if (!found.containsKey(field) && taken.add(same)) {
                found.put(field, same);
            }
        });
        matchMoved(layout, found, taken);
        return found;
    }

    private Field former(ClassLayout layout, Field field, Set<Field> taken) {
        for (String name : evolution.rule(field).formerly()) {
            int dot = name.lastIndexOf('.');
            for (Field each : layout.fields()) {
                boolean sameClass = dot < 0
                        ? evolution.isSameClass(each.declaringClass(), field.declaringClass())
                        : each.declaringClass().equals(name.substring(0, dot));
                if (sameClass && each.name().equals(name.substring(dot + 1)) && !taken.contains(each)) {
                    return each;
                }
            }
        }
        return null;
    }

    private void matchMoved(ClassLayout layout, Map<Field, Field> found, Set<Field> taken) {
        for (Field field : after.fields()) {
            List<Field> candidates = layout.fields().stream()
                    .filter(each -> isMoved(each, field) && !taken.contains(each) && !evolution.isRemoved(each))
                    .toList();
            if (found.containsKey(field) || candidates.isEmpty()) {
                continue;
            }
            long rivals = after.fields().stream()
                    .filter(each -> !found.containsKey(each) && isMoved(candidates.get(0), each))
                    .count();
            if (candidates.size() == 1 && rivals == 1) {
                found.put(field, candidates.get(0));
                taken.add(candidates.get(0));
            } else {
                refuse(
                        "field moved, but not clear from where: " + describe(field) + ", candidates="
                                + candidates.stream()
                                        .map(LayoutChange::describe)
                                        .toList(),
                        "write @Formerly with class and field, as in @Formerly(\""
                                + candidates.get(0).declaringClass() + '.' + field.name() + "\")");
            }
        }
    }

    private boolean isMoved(Field before, Field now) {
        return before.name().equals(now.name())
                && !evolution.isSameClass(before.declaringClass(), now.declaringClass())
                && (before.type().equals(now.type()) || evolution.accepts(before.type(), now.type()));
    }

    // ---- what becomes of a value ----

    private Step added(Field field) {
        Rule rule = evolution.rule(field);
        return new Step(How.ADDED, null, field, null, rule.value(), rule.value() == null && rule.isComputed());
    }

    private Step step(Field source, Field field, List<Map<Field, Field>> later) {
        Rule rule = evolution.rule(field);
        String converter = rule.converter(source.type());
        String forNull = rule.isStated() ? rule.value() : null;
        String way = typeOnTheWay(source, field, later);
        // one from the field's own type is for values older than the other type; those that came back are right
        if (converter != null && (way != null || !source.type().equals(field.type()))) {
            return new Step(How.CONVERTED, source, field, converter, forNull, false);
        }
        if (way != null) {
            refuse(
                    "field was converted on the way: " + describe(field) + ", from " + source.type() + " by way of "
                            + way + " to " + field.type(),
                    "write a second @Converted, from \"" + typeName(source) + "\", on the field, or convert all"
                            + " objects with the release before by jnvm migrate");
        }
        if (isCopied(source.type(), field.type())) {
            return new Step(How.COPIED, source, field, null, null, false);
        }
        if (!Widening.isPossible(source.type(), field.type())) {
            refuse(
                    "field changed its type: " + describe(source) + ", from " + source.type() + " to " + field.type(),
                    "write @Converted(from = …, by = …) on the field");
        }
        return new Step(How.WIDENED, source, field, null, forNull, false);
    }

    /** Returns the first type that a field had between, and that it got or left by a converter; null if there is none. */
    private String typeOnTheWay(Field source, Field field, List<Map<Field, Field>> later) {
        for (Map<Field, Field> each : later) {
            String type = each.get(field).type();
            if (!follows(source.type(), type) || !follows(type, field.type())) {
                return type;
            }
        }
        return null;
    }

    private boolean isCopied(String from, String to) {
        return from.equals(to) || evolution.accepts(from, to);
    }

    /** Tells whether values of one type became, at some version, those of another without a converter. */
    private boolean follows(String from, String to) {
        boolean sameKind = from.charAt(0) == to.charAt(0);
        boolean reference = from.charAt(0) == 'L' && !ValueLayout.isOwnedType(from) && !ValueLayout.isOwnedType(to);
        return sameKind && (reference || ValueLayout.isEnumType(from))
                || isCopied(from, to)
                || Widening.isPossible(from, to);
    }

    // ---- what was found ----

    /** Returns the first reason why objects of the one layout cannot become objects of the other; null if they can. */
    public String obstacle() {
        return obstacle;
    }

    /** Returns what to do about the {@linkplain #obstacle obstacle}. */
    public String remedy() {
        return remedy;
    }

    /** Returns the earlier layout. */
    public ClassLayout before() {
        return before;
    }

    /** Returns what becomes of each field of the later layout. */
    public List<Step> steps() {
        return steps;
    }

    /** Returns the fields of the earlier layout whose values go. */
    public List<Field> dropped() {
        return dropped;
    }

    /** Tells whether it takes no more than to move bytes: fields are added, with zeros, and put in another order. */
    public boolean isPlain() {
        return obstacle == null
                && dropped.isEmpty()
                && steps.stream()
                        .allMatch(step -> step.how() == How.COPIED || step.how() == How.ADDED && step.value() == null);
    }

    /** Tells whether the later layout has the fields of the earlier one and no others, in another order at most. */
    public boolean isReordering() {
        return isPlain()
                && steps.stream()
                        .allMatch(step -> step.from() != null
                                && step.from().name().equals(step.to().name()));
    }

    /** Tells for people what happens, a line for each field that does not stay as it is. */
    public List<String> description() {
        List<String> lines = new ArrayList<>();
        String above = String.valueOf(before.superName());
        if (!above.equals(String.valueOf(after.superName()))) {
            lines.add("superclass " + above + " becomes " + after.superName());
        }
        for (Step step : steps) {
            String line = line(step);
            if (line != null) {
                lines.add(line);
            }
        }
        dropped.forEach(field -> lines.add("removed " + describe(field) + ", " + typeName(field)));
        return lines;
    }

    private String line(Step step) {
        Field from = step.from();
        Field to = step.to();
        String name = describe(to) + ", " + typeName(to);
        if (from == null) {
            String none = "zero or null" + (step.computed() ? ", as its initialiser is no constant" : "");
            return "added " + name + ", value " + (step.value() != null ? step.value() : none);
        }
        boolean sameName = from.name().equals(to.name());
        boolean same = sameName && evolution.isSameClass(from.declaringClass(), to.declaringClass());
        String was = same ? "" : ", was " + describe(from);
        return switch (step.how()) {
            case WIDENED -> "widened " + name + ", from " + typeName(from) + was;
            case CONVERTED -> "converted " + name + ", from " + typeName(from) + ", by " + step.converter() + was;
            default -> same ? null : (sameName ? "moved " : "renamed ") + name + was;
        };
    }

    /** Returns a type as sources have it. */
    private static String typeName(Field field) {
        String type = field.type();
        return switch (type.charAt(0)) {
            case 'L', 'O', 'V', 'E' -> type.substring(1, type.length() - 1);
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'S' -> "short";
            case 'C' -> "char";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            default -> "double";
        };
    }
}
