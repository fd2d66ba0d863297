package org.jnvm;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jnvm.internal.layout.ValueCode;

/** An object that is not persistent was used as a persistent object. */
public class NotTransformedException extends JnvmException {
    private static final long serialVersionUID = 1L;

    private static final String PDT = "org.jnvm.pdt.";

    /**
     * Makes the exception.
     *
     * @param object the object that is not persistent
     */
    public NotTransformedException(Object object) {
        super("not a persistent object: class="
                + (object == null ? "null" : object.getClass().getName())
                + (object == null ? "; give an object" : "; " + remedy(object, object.getClass())));
    }

    /** Returns what stands for an object in a heap, or makes its class persistent. */
    private static String remedy(Object object, Class<?> type) {
        if (isValue(object, type)) {
            return "it is a value, which is a part of objects: assign it to a field, or put it into a collection; it can be no root,"
                    + " and is freed with what it is a part of";
        }
        if (object instanceof CharSequence) {
            return "store its toString()";
        }
        if (type.isArray()) {
            return type.getComponentType().isPrimitive()
                    ? "store a new " + PDT + "P" + capitalised(type.getComponentType()) + "Array(...) of it"
                    : "store a new " + PDT + "PArray<>(...) of persistent elements";
        }
        if (object instanceof Map<?, ?> || object instanceof Collection<?>) {
            return "store a "
                    + (object instanceof Map<?, ?> ? "PHashMap" : object instanceof Set<?> ? "PHashSet" : "PArrayList")
                    + " or the like of " + PDT.substring(0, PDT.length() - 1)
                    + ", or put it into an AutoPersistMap, which converts it";
        }
        if (isOfTheJdk(type)) {
            return "a class of the JDK cannot be persistent: store what it holds, or give the program a "
                    + ValueType.class.getName() + " for it, if its objects never change";
        }
        return "annotate the class with @Persistent, and have it transformed: in the build, by"
                + " jnvm-transformer-maven-plugin (goal transform, or transform-tests for test classes), or when it is"
                + " loaded, by the agent -javaagent:jnvm-transformer-VERSION-agent.jar";
    }

    private static boolean isValue(Object object, Class<?> type) {
        return object instanceof Enum<?> || type.isRecord() || ValueCode.of(type.getName()) != ValueCode.NULL;
    }

    private static String capitalised(Class<?> primitive) {
        String name = primitive.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }
}
