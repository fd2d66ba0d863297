package org.jnvm.transform.model;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.transform.Finding;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the methods of a persistent class mean that have the name and the parameters of one of {@code PObject}'s.
 *
 * <p>In a class whose source names {@code PObject} they override it, as Java says. Elsewhere the transformer is who makes
 * the class a {@code PObject}: there they are methods of the program's domain, which its own callers go on calling, and
 * which J-NVM does not call.
 */
public final class PObjectMethods {
    private static final String RECOVER = "recover";
    private static final String RESURRECT = "resurrect";
    private static final String CALLBACK = "()V";

    private final Hierarchy hierarchy;

    public PObjectMethods(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /** Tells whether the class is called during recovery. */
    boolean recovers(ClassInfo info) {
        return hierarchy.namesPObject(info) && hierarchy.overrides(info, RECOVER, CALLBACK);
    }

    /** Tells whether the class is called when a proxy is made. */
    public boolean resurrects(ClassInfo info) {
        return hierarchy.namesPObject(info) && hierarchy.overrides(info, RESURRECT, CALLBACK);
    }

    /** Tells whether a method of a class overrides one of {@code PObject}. */
    public boolean overrides(ClassInfo info, MethodNode method) {
        ClassInfo pobject = hierarchy.find(Names.POBJECT);
        return pobject.method(method.name, method.desc) != null && hierarchy.namesPObject(info);
    }

    /**
     * Checks a class before it is changed.
     *
     * @return warnings about methods that may be meant as callbacks
     * @throws org.jnvm.TransformException if a method that the class inherits would be hidden
     */
    public List<Finding> check(ClassNode node, PersistentClass persistent) {
        ClassInfo info = hierarchy.find(node.name);
        List<Finding> warnings = new ArrayList<>();
        if (hierarchy.namesPObject(info)) {
            return warnings;
        }
        for (ClassInfo.Member method : hierarchy.find(Names.POBJECT).methods()) {
            checkDefault(node, info, method);
        }
        for (String name : List.of(RECOVER, RESURRECT)) {
            Finding warning = warning(node, info, persistent, name);
            if (warning != null) {
                warnings.add(warning);
            }
        }
        return warnings;
    }

    /** A body in an interface does not win over that in {@code PObject}, which the class has from the transformer on. */
    private void checkDefault(ClassNode node, ClassInfo info, ClassInfo.Member method) {
        String source = hierarchy.interfaceWithDefault(info, method.name(), method.descriptor());
        if (source != null) {
            throw Problem.at(
                    node,
                    "inherits the body of " + method.name() + "() from interface " + Names.binary(source)
                            + ", and as a persistent class another one from org.jnvm.PObject; override " + method.name()
                            + "() here");
        }
    }

    private Finding warning(ClassNode node, ClassInfo info, PersistentClass persistent, String name) {
        String sentence = " of the program's domain, which J-NVM does not call, since the class does not name"
                + " org.jnvm.PObject; let the class implement org.jnvm.PObject if the method is meant as J-NVM's"
                + " callback, else rename the method";
        for (MethodNode method : node.methods) {
            boolean isInstance = (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
            if (isInstance && method.name.equals(name) && method.desc.equals(CALLBACK)) {
                return Problem.warning(node, method, "is a method" + sentence);
            }
        }
        ClassInfo above = persistent.isTopmost() ? null : hierarchy.superclass(info);
        boolean inherits = hierarchy.overrides(info, name, CALLBACK);
        return inherits && (above == null || !hierarchy.overrides(above, name, CALLBACK))
                ? Problem.warning(node, "inherits " + name + "(), a method" + sentence)
                : null;
    }
}
