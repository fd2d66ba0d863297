package org.jnvm;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

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
        if (object instanceof CharSequence) {
            return "store a new " + PDT + "PString(...) of it; String itself is for fields only";
        }
        if (object instanceof Boolean
                || object instanceof Character
                || object instanceof Number && type.getPackageName().equals("java.lang")) {
            return "store a new " + PDT + "PBox<>(...) of it; boxes themselves are for fields only";
        }
        if (object instanceof Enum<?>) {
            return "store its name, as a " + PDT + "PString, or an object with a field of the enum's type";
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
        if (type.isRecord()) {
            return "a record cannot be persistent, as its fields are final: write it as a class annotated with"
                    + " @Persistent, with the same fields";
        }
        if (isOfTheJdk(type)) {
            return "a class of the JDK cannot be persistent: store what it holds, as text (" + PDT
                    + "PString), as a number (PBox), or in the fields of a class annotated with @Persistent";
        }
        return "annotate the class with @Persistent, and have it transformed: in the build, by"
                + " jnvm-transformer-maven-plugin (goal transform, or transform-tests for test classes), or when it is"
                + " loaded, by the agent -javaagent:jnvm-transformer-VERSION-agent.jar";
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
