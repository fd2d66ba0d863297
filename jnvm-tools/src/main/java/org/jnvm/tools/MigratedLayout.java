package org.jnvm.tools;

import java.util.List;
import org.jnvm.internal.inspect.HeapMigration;
import org.jspecify.annotations.Nullable;

/**
 * What became of the objects of an older layout of a class, or would.
 *
 * @param className the name under which the class is in the heap
 * @param version the version of the layout, from 1
 * @param nameNow the name that the class has in the program
 * @param changes what happens to their fields, for people; empty if nothing is known of the class
 * @param converted how many objects were converted, or would be
 * @param refused how many cannot be converted, and stay as they are
 * @param refusal why the first of them cannot; null if there is none
 */
public record MigratedLayout(
        String className,
        int version,
        String nameNow,
        List<String> changes,
        long converted,
        long refused,
        @Nullable String refusal) {
    static List<MigratedLayout> of(List<HeapMigration.Part> parts) {
        return parts.stream()
                .map(part -> new MigratedLayout(
                        part.className(),
                        part.version(),
                        part.nameNow(),
                        part.changes(),
                        part.converted(),
                        part.refused(),
                        part.refusal()))
                .toList();
    }
}
