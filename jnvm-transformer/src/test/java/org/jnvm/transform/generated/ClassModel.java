package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;

/** A persistent class, or an interface of some, of a generated program. */
final class ClassModel {
    final String name;
    final ClassModel superclass;
    final boolean isInterface;
    final boolean isAbstract;
    /** Whether it is not annotated, as a subclass of a persistent class may be: it has no fields in the heap. */
    final boolean isPlain;
    /** Whether its methods are failure-atomic blocks by default. */
    final boolean atomic;

    final List<ClassModel> interfaces = new ArrayList<>();
    final List<Field> fields = new ArrayList<>();
    /** Those that it declares. */
    final List<Method> methods = new ArrayList<>();

    final List<Constructor> constructors = new ArrayList<>();

    ClassModel(
            String name,
            ClassModel superclass,
            boolean isInterface,
            boolean isAbstract,
            boolean isPlain,
            boolean atomic) {
        this.name = name;
        this.superclass = superclass;
        this.isInterface = isInterface;
        this.isAbstract = isAbstract;
        this.isPlain = isPlain;
        this.atomic = atomic && !isPlain;
    }

    boolean derivesFrom(ClassModel other) {
        return this == other
                || superclass != null && superclass.derivesFrom(other)
                || interfaces.stream().anyMatch(i -> i.derivesFrom(other));
    }

    boolean isConcrete() {
        return !isInterface && !isAbstract;
    }

    ClassModel topmost() {
        return superclass == null ? this : superclass.topmost();
    }

    boolean hasTransients() {
        return fields.stream().anyMatch(f -> f.isTransient) || superclass != null && superclass.hasTransients();
    }

    /** Returns the method that this class or a superclass declares with a name, or null. */
    Method find(String method) {
        for (Method m : methods) {
            if (m.name.equals(method)) {
                return m;
            }
        }
        return superclass == null ? null : superclass.find(method);
    }

    /** How a method or constructor stands to failure-atomic blocks. */
    enum Atomicity {
        BY_CLASS(""),
        YES("@FailureAtomic "),
        COMMITS("@FailureAtomic(commitOn = Boom.class) "),
        NO("@NotFailureAtomic ");

        final String annotation;

        Atomicity(String annotation) {
            this.annotation = annotation;
        }

        boolean isBlock(ClassModel owner, boolean isPrivate) {
            return this == BY_CLASS ? owner.atomic && !isPrivate : this != NO;
        }
    }

    /** A field. */
    record Field(ClassModel owner, String name, Type type, boolean isPrivate, boolean isFinal, boolean isTransient) {
        /** Begins the names of fields that may hide each other. */
        static final String HIDING = "same";

        /** Whether only its own class names it for sure. */
        boolean needsOwnClass() {
            return isPrivate || name.startsWith(HIDING);
        }
    }

    /** A method; its name belongs to one signature in the whole program. */
    record Method(
            ClassModel owner,
            String name,
            Type result,
            List<Type> parameters,
            boolean isPrivate,
            boolean isAbstract,
            boolean isPublic,
            Atomicity atomicity) {
        boolean isBlock() {
            return !isAbstract && atomicity.isBlock(owner, isPrivate);
        }
    }

    /** A constructor. */
    record Constructor(ClassModel owner, List<Type> parameters, boolean delegates, Atomicity atomicity) {
        boolean isBlock() {
            return atomicity.isBlock(owner, false);
        }
    }
}
