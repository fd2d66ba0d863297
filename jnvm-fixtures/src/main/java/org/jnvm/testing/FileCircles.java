package org.jnvm.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Source files of a module that use each other in a circle: none of them can be understood, or moved, without the others. */
public final class FileCircles {
    private final Map<String, Set<String>> uses = new TreeMap<>();

    /**
     * Finds out which file uses which.
     *
     * @param classes the classes of the module
     */
    public FileCircles(JavaClasses classes) {
        for (JavaClass type : classes) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String from = file(type);
                String to = file(dependency.getTargetClass().getBaseComponentType());
                if (classes.contain(to) && !from.equals(to)) {
                    uses.computeIfAbsent(from, key -> new TreeSet<>()).add(to);
                }
            }
        }
    }

    private static String file(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "");
    }

    /**
     * Leaves a use out of account.
     *
     * @return this
     */
    public FileCircles without(Class<?> user, Class<?> used) {
        assertThat(uses.get(user.getName())).as("files that %s uses", user).contains(used.getName());
        uses.get(user.getName()).remove(used.getName());
        return this;
    }

    /**
     * Requires that there are just some circles, each within one package.
     *
     * @param groups the files of each circle that there may be, as simple names with blanks between them
     */
    public void areOnly(String... groups) {
        assertThat(circles())
                .as("circles of files")
                .allSatisfy(circle -> assertThat(circle.stream()
                                .map(name -> name.substring(0, name.lastIndexOf('.')))
                                .distinct())
                        .as("packages of %s", circle)
                        .hasSize(1));
        Set<Set<String>> allowed = Set.of(groups).stream()
                .map(group -> (Set<String>) new TreeSet<>(Set.of(group.split(" "))))
                .collect(Collectors.toSet());
        Set<Set<String>> simple = circles().stream()
                .map(circle -> (Set<String>) circle.stream()
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .collect(Collectors.toCollection(TreeSet::new)))
                .collect(Collectors.toSet());
        assertThat(simple).as("circles of files").containsExactlyInAnyOrderElementsOf(allowed);
    }

    /** Returns the files of each circle: those that lead to each other. */
    private Set<Set<String>> circles() {
        Map<String, Set<String>> reached = new HashMap<>();
        for (String file : uses.keySet()) {
            reached.put(file, reachedFrom(file));
        }
        return reached.keySet().stream()
                .filter(file -> reached.get(file).contains(file))
                .map(file -> (Set<String>) reached.get(file).stream()
                        .filter(other -> reached.getOrDefault(other, Set.of()).contains(file))
                        .collect(Collectors.toCollection(TreeSet::new)))
                .collect(Collectors.toSet());
    }

    private Set<String> reachedFrom(String file) {
        Set<String> seen = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(uses.get(file));
        while (!next.isEmpty()) {
            String one = next.pop();
            if (seen.add(one)) {
                next.addAll(uses.getOrDefault(one, Set.of()));
            }
        }
        return seen;
    }
}
