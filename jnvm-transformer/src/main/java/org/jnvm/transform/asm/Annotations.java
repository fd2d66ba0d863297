package org.jnvm.transform.asm;

import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;

/** Look-up in the annotation lists of ASM, which are null when empty. */
public final class Annotations {
    private Annotations() {}

    /** Returns the annotation of a type, or null. */
    public static AnnotationNode find(List<AnnotationNode> annotations, String descriptor) {
        if (annotations != null) {
            for (AnnotationNode annotation : annotations) {
                if (annotation.desc.equals(descriptor)) {
                    return annotation;
                }
            }
        }
        return null;
    }

    /** Returns a string member of an annotation, or null if either is absent. */
    public static String string(List<AnnotationNode> annotations, String descriptor, String member) {
        return (String) value(annotations, descriptor, member);
    }

    /** Returns the member of an annotation that is an array of classes; empty if either is absent. */
    public static List<Type> types(List<AnnotationNode> annotations, String descriptor, String member) {
        Object value = value(annotations, descriptor, member);
        return value == null
                ? List.of()
                : ((List<?>) value).stream().map(Type.class::cast).toList();
    }

    /** Returns the member of an annotation that is an array of strings; empty if either is absent. */
    public static List<String> strings(List<AnnotationNode> annotations, String descriptor, String member) {
        Object value = value(annotations, descriptor, member);
        return value == null
                ? List.of()
                : ((List<?>) value).stream().map(String.class::cast).toList();
    }

    /** Returns annotations of a type, whether there is one, or several in a container; empty if there is none. */
    public static List<AnnotationNode> repeated(List<AnnotationNode> annotations, String descriptor, String container) {
        AnnotationNode one = find(annotations, descriptor);
        Object several = value(annotations, container, "value");
        if (several != null) {
            return ((List<?>) several).stream().map(AnnotationNode.class::cast).toList();
        }
        return one == null ? List.of() : List.of(one);
    }

    /** Returns a member of an annotation, or null if either is absent. */
    public static Object value(List<AnnotationNode> annotations, String descriptor, String member) {
        AnnotationNode annotation = find(annotations, descriptor);
        if (annotation != null && annotation.values != null) {
            for (int i = 0; i < annotation.values.size(); i += 2) {
                if (annotation.values.get(i).equals(member)) {
                    return annotation.values.get(i + 1);
                }
            }
        }
        return null;
    }

    /** Removes the annotation of a type; tells whether it was there. */
    public static boolean remove(List<AnnotationNode> annotations, String descriptor) {
        return annotations != null && annotations.removeIf(annotation -> annotation.desc.equals(descriptor));
    }
}
