package org.jnvm.transform.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jnvm.transform.ClassResolver;
import org.jnvm.transform.asm.Names;
import org.objectweb.asm.Opcodes;

/**
 * The classes of the module, of its class path and of the JDK, and how they derive from each other.
 *
 * <p>Classes of the program are read, never loaded: the module's own ones from memory, so that answers do not depend on
 * how far the transformation got.
 */
public final class Hierarchy {
    private static final String JDK_PREFIX = "java/";

    private final ClassResolver module;
    private final ClassResolver classPath;
    private final Map<String, Optional<ClassInfo>> known = new HashMap<>();

    /**
     * Makes a hierarchy.
     *
     * @param module finds the classes of the module, which are to be transformed if they are annotated
     * @param classPath finds the others
     */
    public Hierarchy(ClassResolver module, ClassResolver classPath) {
        this.module = module;
        this.classPath = classPath;
    }

    /** Makes a class of the module known, in place of any that the class path has. */
    public void put(ClassInfo info) {
        known.put(info.name(), Optional.of(info));
    }

    /** Returns a class by its internal name, or null if it is nowhere. */
    public ClassInfo find(String name) {
        Optional<ClassInfo> info = known.get(name);
        if (info == null) {
            info = Optional.ofNullable(load(name));
            known.put(name, info);
        }
        return info.orElse(null);
    }

    private ClassInfo load(String name) {
        try {
            ClassInfo info = name.startsWith(JDK_PREFIX) ? null : read(name);
            if (info != null) {
                return info;
            }
            return ClassInfo.of(Class.forName(Names.binary(name), false, ClassLoader.getPlatformClassLoader()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private ClassInfo read(String name) throws IOException {
        byte[] own = module.find(name);
        byte[] classFile = own != null ? own : classPath.find(name);
        return classFile == null ? null : ClassInfo.read(classFile, Names.binary(name), own != null);
    }

    /** Returns the superclass, or null at the top or where it is unknown. */
    public ClassInfo superclass(ClassInfo info) {
        return info.superName() == null || info.isInterface() ? null : find(info.superName());
    }

    /** Tells whether a class has a superclass that the transformer made or makes persistent. */
    public boolean extendsPersistent(ClassInfo info) {
        for (ClassInfo c = superclass(info); c != null; c = superclass(c)) {
            if (!c.isPlain()) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether {@code name} is {@code ancestor}, or extends or implements it as far as is known. */
    public boolean derivesFrom(String name, String ancestor) {
        return ancestry(name, ancestor) == Answer.YES;
    }

    /** Tells whether a value of type {@code name} may be assigned to {@code target}; yes, where that is unknown. */
    boolean mayBeAssigned(String name, String target) {
        if (target.equals(Names.OBJECT)) {
            return true;
        }
        ClassInfo info = find(target);
        // the JVM's verifier treats interfaces like Object
        return info == null || info.isInterface() || ancestry(name, target) != Answer.NO;
    }

    private Answer ancestry(String name, String ancestor) {
        Set<String> seen = new HashSet<>();
        Deque<String> todo = new ArrayDeque<>();
        todo.add(name);
        boolean complete = true;
        while (!todo.isEmpty()) {
            String next = todo.pop();
            if (next.equals(ancestor)) {
                return Answer.YES;
            }
            if (!seen.add(next)) {
                continue;
            }
            ClassInfo info = find(next);
            if (info == null) {
                complete = false;
                continue;
            }
            if (info.superName() != null) {
                todo.add(info.superName());
            }
            todo.addAll(info.interfaces());
        }
        return complete ? Answer.NO : Answer.UNKNOWN;
    }

    /**
     * Tells whether a class inherits a method that one declared in it with this name and these parameters would
     * override, hide or implement.
     *
     * @param info the class, whose own methods do not count
     * @param name the method's name
     * @param parameters the parameter part of its descriptor
     */
    public boolean inherits(ClassInfo info, String name, String parameters) {
        Deque<String> todo = new ArrayDeque<>();
        enqueueParents(info, todo);
        Set<String> seen = new HashSet<>();
        while (!todo.isEmpty()) {
            String next = todo.pop();
            ClassInfo parent = seen.add(next) ? find(next) : null;
            if (parent == null) {
                continue;
            }
            for (ClassInfo.Member method : parent.methods()) {
                if (!method.is(Opcodes.ACC_PRIVATE)
                        && method.name().equals(name)
                        && Names.parameters(method.descriptor()).equals(parameters)) {
                    return true;
                }
            }
            enqueueParents(parent, todo);
        }
        return false;
    }

    /**
     * Tells whether a class has a body for a method from elsewhere than {@code PObject} and {@code Object}, one that takes
     * part in overriding.
     *
     * @param info the class; its own methods count
     * @param name the method's name
     * @param descriptor its descriptor
     */
    boolean overrides(ClassInfo info, String name, String descriptor) {
        Deque<String> todo = new ArrayDeque<>();
        todo.add(info.name());
        Set<String> seen = new HashSet<>(Set.of(Names.POBJECT, Names.OBJECT));
        while (!todo.isEmpty()) {
            String next = todo.pop();
            ClassInfo c = seen.add(next) ? find(next) : null;
            if (c == null) {
                continue;
            }
            for (ClassInfo.Member method : c.methods()) {
                if (isBody(method, name, descriptor)) {
                    return true;
                }
            }
            enqueueParents(c, todo);
        }
        return false;
    }

    private static boolean isBody(ClassInfo.Member method, String name, String descriptor) {
        return method.name().equals(name)
                && method.descriptor().equals(descriptor)
                && !method.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_ABSTRACT);
    }

    /**
     * Returns an interface from which a class inherits the body of a method, as no superclass declares it.
     *
     * @param info the class
     * @param name the method's name
     * @param descriptor its descriptor
     * @return the internal name of the interface, other than {@code PObject}, or null
     */
    String interfaceWithDefault(ClassInfo info, String name, String descriptor) {
        Deque<String> todo = new ArrayDeque<>();
        for (ClassInfo c = info; c != null; c = superclass(c)) {
            ClassInfo.Member declared = c.method(name, descriptor);
            if (declared != null && !declared.is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) {
                return null;
            }
            todo.addAll(c.interfaces());
        }
        Set<String> seen = new HashSet<>(Set.of(Names.POBJECT));
        while (!todo.isEmpty()) {
            String next = todo.pop();
            ClassInfo parent = seen.add(next) ? find(next) : null;
            if (parent == null) {
                continue;
            }
            if (parent.methods().stream().anyMatch(method -> isBody(method, name, descriptor))) {
                return next;
            }
            todo.addAll(parent.interfaces());
        }
        return null;
    }

    /**
     * Tells whether a class, or what it extends or implements, names {@code PObject} in its source. That the transformer
     * makes persistent classes implement {@code Proxy} does not count.
     */
    boolean namesPObject(ClassInfo info) {
        Deque<String> todo = new ArrayDeque<>();
        todo.add(info.name());
        Set<String> seen = new HashSet<>();
        while (!todo.isEmpty()) {
            String next = todo.pop();
            if (next.equals(Names.POBJECT)) {
                return true;
            }
            ClassInfo c = seen.add(next) ? find(next) : null;
            if (c != null) {
                enqueueParents(c, todo);
                if (!c.isPlain()) {
                    todo.remove(Names.PROXY);
                }
            }
        }
        return false;
    }

    private static void enqueueParents(ClassInfo info, Deque<String> todo) {
        if (info.superName() != null) {
            todo.add(info.superName());
        }
        todo.addAll(info.interfaces());
    }

    private enum Answer {
        YES,
        NO,
        UNKNOWN
    }
}
