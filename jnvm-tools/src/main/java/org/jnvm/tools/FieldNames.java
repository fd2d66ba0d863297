package org.jnvm.tools;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jnvm.internal.layout.ClassLayout;

/** The names of the fields of layouts, found out once for each layout; one thread. */
final class FieldNames {
    private final Map<ClassLayout, Map<String, ClassLayout.Field>> known = new IdentityHashMap<>();

    /**
     * Returns the fields of a layout, in their order, by their name: qualified where a subclass hides the field of a superclass.
     *
     * @param layout the layout; another one that is equal counts as another one
     */
    Map<String, ClassLayout.Field> of(ClassLayout layout) {
        return known.computeIfAbsent(layout, FieldNames::find);
    }

    private static Map<String, ClassLayout.Field> find(ClassLayout layout) {
        Map<String, ClassLayout.Field> found = new LinkedHashMap<>();
        for (ClassLayout.Field field : layout.fields()) {
            String name = Values.name(layout, field);
            found.put(found.containsKey(name) ? field.declaringClass() + "." + field.name() : name, field);
        }
        return found;
    }
}
