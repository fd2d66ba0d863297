package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;

/** Where generated code stands: what it can name. */
final class Scope {
    /** The class whose {@code this} can be named; null in static code. */
    final ClassModel self;
    /** How {@code this} is written here. */
    final String thisText;
    /** The method of a superclass that {@code super} may call here, or null. */
    final ClassModel.Method overridden;

    final List<Local> locals;
    /** Labels of the loops around, innermost last. */
    final List<String> loops;

    private Scope(
            ClassModel self, String thisText, ClassModel.Method overridden, List<Local> locals, List<String> loops) {
        this.self = self;
        this.thisText = thisText;
        this.overridden = overridden;
        this.locals = locals;
        this.loops = loops;
    }

    static Scope of(ClassModel self, ClassModel.Method overridden) {
        return new Scope(self, "this", overridden, new ArrayList<>(), new ArrayList<>());
    }

    /** Makes the scope of a block in this one. */
    Scope block() {
        return new Scope(self, thisText, overridden, new ArrayList<>(locals), new ArrayList<>(loops));
    }

    /** Makes the scope of a lambda, or the body of an anonymous class, which sees only what never changes. */
    Scope captured(boolean anonymous) {
        List<Local> constant = new ArrayList<>(locals);
        constant.removeIf(local -> local.assignable);
        String outer = anonymous && self != null ? self.name + ".this" : thisText;
        return new Scope(self, outer, anonymous ? null : overridden, constant, new ArrayList<>());
    }

    /** A local variable or parameter. */
    record Local(String name, Type type, boolean assignable) {}
}
