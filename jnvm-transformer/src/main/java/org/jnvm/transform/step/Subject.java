package org.jnvm.transform.step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.transform.Finding;
import org.jnvm.transform.model.Hierarchy;
import org.jnvm.transform.model.PObjectMethods;
import org.jnvm.transform.model.PersistentClass;
import org.jnvm.transform.model.PersistentClasses;
import org.jnvm.transform.model.PersistentField;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A class that is being changed: what the steps need to know, what they tell each other, and what they did. */
public final class Subject {
    private final ClassNode node;
    private final PersistentClasses classes;
    private final Hierarchy hierarchy;
    private final PersistentClass persistent;
    private final PObjectMethods methods;
    /** The methods that the program has, with their code. */
    private final Set<MethodNode> ofProgram = Collections.newSetFromMap(new IdentityHashMap<>());

    private final List<Finding> warnings = new ArrayList<>();

    private List<MethodNode> failureAtomic = List.of();
    private Map<MethodNode, ConstructorFlow> constructors = Map.of();
    private final Set<PersistentField> assignedEarly = new LinkedHashSet<>();
    private int accesses;
    private boolean changed;

    /**
     * Makes a subject.
     *
     * @param node the class as the compiler made it
     * @param hierarchy all classes
     * @param classes the persistent ones
     * @param persistent what it becomes; null if it stays a plain one
     */
    public Subject(ClassNode node, Hierarchy hierarchy, PersistentClasses classes, PersistentClass persistent) {
        this.node = node;
        this.hierarchy = hierarchy;
        this.classes = classes;
        this.persistent = persistent;
        this.methods = new PObjectMethods(hierarchy);
        node.methods.stream()
                .filter(method -> (method.access & Opcodes.ACC_NATIVE) == 0)
                .forEach(ofProgram::add);
    }

    /** Returns the class, with the changes that were made. */
    public ClassNode node() {
        return node;
    }

    PersistentClass persistent() {
        return persistent;
    }

    Hierarchy hierarchy() {
        return hierarchy;
    }

    PersistentClasses classes() {
        return classes;
    }

    PObjectMethods methods() {
        return methods;
    }

    /** Tells whether the code of a method is, or was before it was changed, that of the program. */
    boolean isOfProgram(MethodNode method) {
        return ofProgram.contains(method) || (method.access & Opcodes.ACC_NATIVE) != 0;
    }

    // ---- what steps tell each other ----

    /** Returns the methods and constructors that become failure-atomic blocks. */
    public List<MethodNode> failureAtomic() {
        return failureAtomic;
    }

    void failureAtomic(List<MethodNode> chosen) {
        failureAtomic = chosen;
    }

    /** Returns the constructors as the compiler made them. */
    Map<MethodNode, ConstructorFlow> constructors() {
        return constructors;
    }

    void constructors(Map<MethodNode, ConstructorFlow> flows) {
        constructors = flows;
    }

    /** Returns the fields that constructors assign before {@code super(...)}. */
    Set<PersistentField> assignedEarly() {
        return assignedEarly;
    }

    void assignedEarly(PersistentField field) {
        assignedEarly.add(field);
    }

    // ---- what steps did ----

    void warn(Finding warning) {
        warnings.add(warning);
    }

    /** Returns the warnings. */
    public List<Finding> warnings() {
        return warnings;
    }

    void rewroteAccess() {
        accesses++;
        changed = true;
    }

    void rewroteIdentity() {
        changed = true;
    }

    /** Returns how many accesses to persistent fields were rewritten. */
    public int accesses() {
        return accesses;
    }

    /** Tells whether an access or what goes by identity was rewritten. */
    public boolean isChanged() {
        return changed;
    }
}
