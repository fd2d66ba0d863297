package org.jnvm.transform.step;

import java.util.List;
import java.util.function.Function;
import org.jnvm.transform.model.PersistentClasses;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** The order of the steps. */
public final class Steps {
    /** What a class goes through that becomes persistent. Each step names what it needs of those before it. */
    private static final List<Function<Subject, Step>> TO_PROXY = List.of(
            FailureAtomicChoice::new,
            AccessorConflictStep::new,
            IdentityStep::new,
            CallbackStep::new,
            ConstructorStep::new,
            FailureAtomicStep::new,
            ConstructorFailureStep::new,
            MonitorStep::new,
            FieldAccessStep::new,
            EarlyFieldStep::new,
            AccessorStep::new,
            SerializationStep::new,
            ObjectMethodStep::new,
            ProxyStep::new,
            GeneratedMarkStep::new);

    private Steps() {}

    /**
     * Makes a class persistent, whose superclasses are.
     *
     * @param subject the class
     * @throws org.jnvm.TransformException if it cannot be
     */
    public static void makeProxy(Subject subject) {
        TO_PROXY.forEach(step -> step.apply(subject).apply());
    }

    /**
     * Checks what of a class does not depend on its superclasses, so that an error there does not hide one here.
     *
     * @param subject the class, which stays as it is
     * @throws org.jnvm.TransformException if it cannot become persistent
     */
    public static void check(Subject subject) {
        new FailureAtomicChoice(subject).apply();
    }

    /**
     * Refuses what stands in a class that is not persistent and needs one that is.
     *
     * @param node the class
     * @throws org.jnvm.TransformException if there is such a thing
     */
    public static void checkPlain(ClassNode node) {
        FailureAtomicChoice.checkPlain(node);
    }

    /**
     * Tells, from its constant pool, whether a class accesses a persistent field.
     *
     * @param reader the class
     * @param classes the persistent classes
     * @return whether it does
     */
    public static boolean accessesFields(ClassReader reader, PersistentClasses classes) {
        return FieldAccessStep.concerns(reader, classes);
    }

    /** Rewrites the accesses of a plain class to persistent fields. */
    public static void rewriteAccesses(Subject subject) {
        new FieldAccessStep(subject).apply();
    }

    /**
     * Tells whether a class has instructions that go by identity.
     *
     * @param reader the class
     * @return whether it has
     */
    public static boolean goesByIdentity(ClassReader reader) {
        return IdentityStep.concerns(reader);
    }

    /** Rewrites what of a plain class goes by identity. */
    public static void rewriteIdentity(Subject subject) {
        new IdentityStep(subject).apply();
    }
}
